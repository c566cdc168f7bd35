/**
 * `POST /api/form/:name`: the forms of the pages, with scripting or without. A handler does the
 * mutation; here its answer becomes a 303, the page with the form as it was typed, the sign-in form
 * that carries the mutation, or JSON for a script. Nothing typed is ever lost to a refusal.
 */
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FormAgain, FormState } from '#shared/pages/page-data.ts'
import type { FormAnswer, FormRequest, SessionRef } from './ports.ts'
import type { SiteContext } from './site-context.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { links } from '#shared/links.ts'
import { wireErrorOf } from '#shared/sync/wire-error.ts'
import { yieldToEventLoop } from '#server/sync/yield-to-event-loop.ts'
import { pageAddress } from '../pages/page-address.ts'
import { answerError, retryAfterHeader, statusOf, wantsJson } from './errors.ts'
import { encodedForm, formBody, formLimits } from './form-body.ts'
import { privatePage, sendPrivate } from './pages.ts'
import { carriedFields, secretFields } from './ports.ts'
import { safeReturnTo } from './return-to.ts'
import { noteSeen } from './seen-position.ts'
import { noStore, sessionOf, viewerOfSession } from './site-context.ts'

type Values = Readonly<Record<string, string>>
type Mutation = { readonly mutation: string; readonly values: Values }

export async function formRoutes(app: FastifyInstance, context: SiteContext): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(formbody, { bodyLimit: formLimits.bytes, parser: encodedForm })
    await scope.register(multipart, {
      limits: {
        fileSize: formLimits.fileBytes,
        fieldSize: formLimits.fileBytes,
        files: 1,
        fields: formLimits.fields,
        fieldNameSize: 100,
        headerPairs: 50,
      },
    })
    scope.post<{ Params: { name: string } }>('/api/form/:name', { bodyLimit: formLimits.bytes }, async (request, reply) => {
      const { fields, file } = await formBody(request)
      await yieldToEventLoop()
      try {
        return await answerForm(context, request, reply, await formRequest(context, request, fields, file))
      } catch (error) {
        // A fault of ours, such as a store that is away: no page can be counted on, and what was
        // typed is not lost to it.
        return answerError(context, error, request, reply, formAgain(request.params.name, fields, file !== null))
      }
    })
  })
}

/**
 * Whoever came to sign in with something they had typed has typed that: the mutation they carry is
 * the one to be done.
 */
function formAgain(name: string, fields: Values, hasFile: boolean): FormAgain {
  const { mutation, values } = carriedMutation(fields) ?? { mutation: name, values: fields }
  return { mutation, values: withoutSecrets(values), isWhole: !hasFile && !Object.keys(values).some((field) => secretFields.has(field)) }
}

async function formRequest(
  context: SiteContext,
  request: FastifyRequest<{ Params: { name: string } }>,
  fields: FormRequest['fields'],
  file: FormRequest['file'],
): Promise<FormRequest> {
  const session = await sessionOf(context, request)
  return {
    name: request.params.name,
    fields,
    file,
    session,
    viewer: await viewerOfSession(context, session),
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    now: context.now(),
    raw: request,
  }
}

async function answerForm(context: SiteContext, request: FastifyRequest, reply: FastifyReply, form: FormRequest): Promise<FastifyReply> {
  noStore(reply)
  const answer = await handled(context, form)
  const carried = carriedMutation(form.fields)
  const shown: Shown = {
    form: { mutation: form.name, values: withoutSecrets(form.fields), error: null, continueWith: carried },
    session: form.session,
    from: form.fields['from'],
  }
  for (const line of answer.setCookies ?? []) reply.header('set-cookie', line)
  if (answer.kind !== 'done') return answerUndone(context, request, reply, answer, shown)
  if (answer.clearsSiteData === true) reply.header('clear-site-data', '"cache", "storage"')
  if (answer.session === undefined || carried === null) return goOn(context, request, reply, answer)
  // Signed in or up by this very form: now the mutation they came with.
  const next: FormRequest = {
    ...form,
    name: carried.mutation,
    fields: carried.values,
    file: null,
    session: answer.session,
    viewer: await viewerOfSession(context, answer.session),
  }
  const second = await handled(context, next)
  if (second.kind === 'done') return goOn(context, request, reply, second)
  return answerUndone(context, request, reply, second, {
    form: { ...carried, error: null, continueWith: null },
    session: answer.session,
    from: carried.values['from'] ?? answer.location,
  })
}

interface Shown {
  readonly form: FormState
  readonly session: SessionRef | null
  readonly from: string | undefined
}

/** Refusals that a handler throws are answers too. */
async function handled(context: SiteContext, form: FormRequest): Promise<FormAnswer> {
  const handler = context.forms.get(form.name)
  if (handler === undefined) throw new AppError('not-found', { message: `no form ${form.name}` })
  try {
    return await handler(form)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.reason === 'sign-in-first') return { kind: 'sign-in-first' }
    const others = error.others.length === 0 ? {} : { others: error.others }
    return { kind: 'refused', status: statusOf(error), error: { ...wireErrorOf(error), ...others } }
  }
}

async function goOn(
  context: SiteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Extract<FormAnswer, { kind: 'done' }>,
): Promise<FastifyReply> {
  if (answer.seq !== undefined) {
    await context.freshness.reached(answer.seq)
    if (context.isShared) noteSeen(reply, answer.seq)
  }
  const location = safeReturnTo(answer.location)
  return wantsJson(request) ? reply.send({ ok: true, location }) : reply.code(303).header('location', location).send()
}

async function answerUndone(
  context: SiteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Exclude<FormAnswer, { kind: 'done' }>,
  asked: Shown,
): Promise<FastifyReply> {
  const shown: Shown = answer.values === undefined ? asked : { ...asked, form: { ...asked.form, values: withoutSecrets(answer.values) } }
  if (answer.kind === 'sign-in-first') {
    const error = { code: 'not-allowed', reason: 'sign-in-first', field: null, retryAfterMs: null } as const
    if (wantsJson(request)) return reply.code(401).send({ ok: false, error, viewerNeeded: true })
    const { mutation, values } = shown.form
    const form: FormState = { mutation: 'accounts.signIn', values: {}, error: null, continueWith: { mutation, values } }
    return showPage(context, request, reply, links.login({ returnTo: safeReturnTo(shown.from) }), { ...shown, form }, 401)
  }
  if (answer.kind === 'shown') {
    const { values } = shown.form
    if (wantsJson(request)) return reply.send({ ok: true, location: safeReturnTo(answer.url ?? shown.from), values })
    return showPage(context, request, reply, answer.url ?? shown.from, shown, 200)
  }
  if (answer.error.retryAfterMs !== null) reply.header('retry-after', retryAfterHeader(answer.error.retryAfterMs))
  if (wantsJson(request)) return reply.code(answer.status).send({ ok: false, error: answer.error })
  return showPage(context, request, reply, shown.from, { ...shown, form: { ...shown.form, error: answer.error } }, answer.status)
}

/** The page that had the form, with the form in it. Without such a page, the error's own page. */
async function showPage(
  context: SiteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  url: string | undefined,
  shown: Shown,
  status: number,
): Promise<FastifyReply> {
  const path = safeReturnTo(url, '').split('#')[0] ?? ''
  const address = pageAddress(await context.routes(), path)
  if (address.kind !== 'page') {
    const { error } = shown.form
    return answerError(
      context,
      new AppError(error === null || error.code === 'too-large' || error.code === 'sign-in-failed' ? 'invalid' : error.code, {
        reason: error?.reason ?? undefined,
      }),
      request,
      reply,
    )
  }
  // A form holds up to 2 MB: reading it, drawing it and sending it have a turn each.
  await yieldToEventLoop()
  const page = await privatePage(context, shown.session, address, 'html', shown.form)
  await yieldToEventLoop()
  // A page that has gone in the meantime says so itself.
  return sendPrivate(reply, page, request, page.status === 200 ? status : page.status)
}

function withoutSecrets(fields: Values): Values {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => !secretFields.has(name) && name !== carriedFields.mutation && name !== carriedFields.values),
  )
}

/**
 * The mutation that a sign-in form carries. Its values are as untrusted as any form's: the handler
 * checks them like its own.
 */
function carriedMutation(fields: Values): Mutation | null {
  const mutation = fields[carriedFields.mutation]
  if (mutation === undefined || mutation === '') return null
  try {
    const parsed: unknown = JSON.parse(fields[carriedFields.values] ?? '{}')
    if (typeof parsed !== 'object' || parsed === null) return null
    const values = Object.entries(parsed).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
    return { mutation, values: Object.assign(Object.create(null) as Record<string, string>, Object.fromEntries(values)) }
  } catch {
    return null
  }
}
