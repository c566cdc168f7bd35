/**
 * The way to the OpenID provider and back. The form that asked answers with a page of ours, which
 * leads on: a form may send browsers to this site alone (`form-action`).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SessionRef } from '#server/http/ports.ts'
import type { AccountTools } from './account-tools.ts'
import type { ProviderClient } from './provider-client.ts'
import { credentialByEmail } from '#shared/accounts/credential-records.ts'
import { linkedIdentities, providerSignIns } from '#shared/accounts/provider-schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { links } from '#shared/links.ts'
import { providerPaths } from '#shared/links/provider-paths.ts'
import { escapeHtml } from '#shared/text/escape.ts'
import { plainPage } from '#server/mail/plain-page.ts'
import { providerLinkedMail } from '#server/mail/sign-in-mails.ts'
import { limits } from './limits.ts'
import type { Notice } from './notices.ts'
import { withNotice } from './notices.ts'
import { postTo } from './provider-forms.ts'
import { hashOf, isToken } from './tokens.ts'

interface ProviderRoutesOptions {
  readonly tools: AccountTools
  readonly provider: ProviderClient
  readonly now: () => number
  readonly sessionOf: (request: FastifyRequest) => Promise<SessionRef | null>
}

export function providerRoutes(app: FastifyInstance, { tools, provider, now, sessionOf }: ProviderRoutesOptions): void {
  const { store, cookies } = tools
  const callback = (): string => `${tools.site().origin}${providerPaths.callback}`

  async function begunBy(request: FastifyRequest) {
    const secret = cookies.providerSignIn(request.headers.cookie)
    if (secret === null || !isToken(secret)) return null
    const begun = await store.read((read) => read.get(providerSignIns, hashOf(secret)))
    if (begun === undefined || begun.answer !== null || begun.expiresAt <= now() || begun.issuer !== provider.issuer) return null
    return { secret, begun }
  }

  app.get(providerPaths.start, async (request, reply) => {
    const asked = await begunBy(request)
    if (asked === null) return lead(reply, withNotice(links.login(), 'provider-failed'))
    try {
      const address = escapeHtml(await provider.address(asked.secret, callback()))
      const name = escapeHtml(provider.name)
      return await reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'private, no-store')
        .header('x-robots-tag', 'noindex')
        .send(
          plainPage({
            ...{ title: `Continue to ${provider.name}`, siteName: tools.site().name },
            head: `<meta http-equiv="refresh" content="0;url=${address}">`,
            main: `<p>You’re on your way to ${name}. <a href="${address}">Continue</a></p>`,
          }),
        )
    } catch (error) {
      tools.onError(error)
      return lead(reply, withNotice(placeOf(asked.begun.userId), 'provider-away'))
    }
  })

  app.get(providerPaths.callback, async (request, reply) => {
    const asked = await begunBy(request)
    if (asked === null) return lead(reply, withNotice(links.login(), 'provider-failed'))
    const { secret, begun } = asked
    const give = (notice: Notice) => lead(reply, withNotice(placeOf(begun.userId), notice), [cookies.clearProviderSignIn()])
    if (!(await tools.isWithin(limits.signInFrom(request.ip), now()))) return give('provider-failed')
    const id = hashOf(secret)
    try {
      const person = await provider.person(secret, new URL(request.raw.url ?? '', tools.site().origin))
      const { isEmailVerified, ...answer } = person
      await tools.mutation('accounts.noteProviderAnswer', { id, issuer: provider.issuer, answer })
      if (begun.userId !== null) return await linkFor(request, begun.userId, id, give)
      const { identity, holder } = await store.read(async (read) => ({
        identity: await read.get(linkedIdentities, answer.identityId),
        holder: isEmailVerified && answer.email !== null ? await credentialByEmail(read, answer.email) : undefined,
      }))
      // The provider has seen that the address is theirs: its account is no secret to them.
      if (identity === undefined && holder !== undefined) return await give('provider-known-address')
      const step = identity === undefined ? (answer.email === null ? 'signUpEmail' : 'signUp') : 'signIn'
      return await lead(reply, links.login({ mode: 'provider', step }))
    } catch (error) {
      const isCanceled = error instanceof Error && 'error' in error && error.error === 'access_denied'
      if (!isCanceled && !(error instanceof AppError)) tools.onError(error)
      return give(isCanceled ? 'provider-canceled' : 'provider-failed')
    }
  })

  /** Asked for with the password, by this member in this browser. */
  async function linkFor(request: FastifyRequest, userId: string, id: string, give: (notice: Notice) => FastifyReply) {
    if ((await sessionOf(request))?.userId !== userId) return give('provider-failed')
    try {
      await tools.mutation('accounts.linkIdentity', { id, userId })
    } catch (error) {
      if (error instanceof AppError && error.code === 'conflict') return give('provider-taken')
      throw error
    }
    await postTo(tools, userId, (site, to) => providerLinkedMail(site, to, provider.name))
    return give('provider-linked')
  }
}

const placeOf = (userId: string | null): string => (userId === null ? links.login() : links.account('security'))

function lead(reply: FastifyReply, location: string, setCookies: readonly string[] = []): FastifyReply {
  for (const line of setCookies) reply.header('set-cookie', line)
  return reply.header('cache-control', 'private, no-store').code(303).header('location', location).send()
}
