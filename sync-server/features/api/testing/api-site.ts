import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { expect } from 'vitest'
import type { Browser } from '#server/features/testing/feature-site.ts'
import { cheapPasswords, featureSite, goodPassword } from '#server/features/testing/feature-site.ts'
import { lazyBodyText } from '#server/pages/body-text.ts'
import { dayMs } from '#shared/kernel/durations.ts'

type Json = Record<string, unknown>

/**
 * The whole server with its API, and everything said about it: each answer is held against the
 * site's own description.
 */
export async function apiSite(settings: Record<string, string> = {}) {
  const site = await featureSite(settings, cheapPasswords, { text: lazyBodyText })
  const document = JSON.parse((await site.browser().get('/api/openapi.json')).text) as Json & {
    paths: Record<string, Record<string, Json>>
  }
  const validator = new AjvJsonSchemaValidator()
  const held = (method: string, path: string, status: number, body: unknown): void => {
    const found = Object.entries(document.paths).find(([pattern]) =>
      new RegExp(`^${pattern.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u').test(path.split('?')[0] ?? ''),
    )?.[1]
    const responses = found?.[method.toLowerCase()]?.['responses'] as Record<string, Json> | undefined
    const content = responses?.[String(status)]?.['content'] as { 'application/json': { schema: Json } } | undefined
    const schema = content?.['application/json'].schema ?? { $ref: '#/components/schemas/ApiError' }
    const judged = validator.getValidator({ ...schema, components: document['components'] } as never)(body)
    expect(judged.valid ? '' : judged.errorMessage, `${method} ${path} ${status} ${JSON.stringify(body).slice(0, 300)}`).toBe('')
  }
  const ask = async (
    method: string,
    path: string,
    { key, body, headers = {} }: { key?: string; body?: unknown; headers?: Record<string, string> } = {},
  ) => {
    const answer = await site.browser().send(
      method,
      path,
      {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    )
    const json = (answer.text === '' ? null : JSON.parse(answer.text)) as Json & { items: Json[]; error: Json }
    if (path.startsWith('/api/v1/') && answer.status !== 304 && answer.status !== 204) held(method, path, answer.status, json)
    return { status: answer.status, headers: answer.headers, json }
  }
  return { ...site, document, ask }
}
export type ApiSite = Awaited<ReturnType<typeof apiSite>>

/** Makes a key by the form, as its page does. */
export async function makeKey(
  member: Browser,
  now: number,
  scopes: readonly string[] = ['read', 'draft', 'comment', 'vote'],
  name = 'Robot',
) {
  const endsOn = new Date(now + 10 * dayMs).toISOString().slice(0, 10)
  const chosen = Object.fromEntries(scopes.map((scope) => [scope, 'on']))
  const answer = await member.form('api.makeKey', { from: '/account?tab=keys', name, endsOn, password: goodPassword, ...chosen })
  return /lyceum_key_[\w-]{43}/u.exec(answer.text)?.[0] ?? ''
}
