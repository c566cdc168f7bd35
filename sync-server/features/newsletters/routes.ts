/**
 * The links of a newsletter's mails, what is said after one has asked for it, and its writer's
 * export.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Limits } from '#server/http/limits.ts'
import type { SessionRef } from '#server/http/ports.ts'
import type { MailSite } from '#server/mail/account-mails.ts'
import type { SecretKeeper } from '#server/notify/secrets.ts'
import type { Writer } from '#server/sync/writer.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { ReaderRight } from './tokens.ts'
import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { links } from '#shared/links.ts'
import { readersOf } from '#shared/newsletters/queries.ts'
import { newsletterReaders } from '#shared/newsletters/schema.ts'
import { escapeHtml } from '#shared/text/escape.ts'
import { sendPlainPage } from '#server/mail/send-plain-page.ts'
import { runOperation } from '#server/sync/operations.ts'
import { confirmReader, leaveNewsletter } from './operations.ts'
import { readReader } from './tokens.ts'
import { newsletterKey } from './write-letter.ts'
import { hourMs } from '#shared/kernel/durations.ts'

export interface NewsletterRoutesOptions {
  readonly store: { read<T>(work: (read: Read) => Promise<T>): Promise<T> }
  readonly writer: Pick<Writer, 'work'>
  readonly secrets: SecretKeeper
  readonly site: () => MailSite
  readonly sessionOf: (request: FastifyRequest) => Promise<SessionRef | null>
  readonly now: () => number
  readonly limits: Limits
}

const exportsAnHour = 30

export function newsletterRoutes(app: FastifyInstance, options: NewsletterRoutesOptions): void {
  void app.register(async (scope) => mailedLinks(scope, options))
  app.get(links.newsletterSent(), async (_request, reply) =>
    sendPlainPage(
      reply,
      options.site(),
      'Check your mail',
      '<p>If this address doesn’t get the essays yet, a mail with a link is on its way to it. Nothing is sent before you press the button behind that link.</p>',
    ),
  )
  const limit = options.limits('newsletter exports', exportsAnHour, hourMs)
  app.get(links.newsletterExport(), async (request, reply) => {
    const session = await options.sessionOf(request)
    if (session === null) throw new AppError('not-allowed', { reason: 'sign-in-first' })
    limit.spend(session.userId, options.now())
    const readers = await options.store.read((read) => read.list(readersOf(session.userId, 'confirmed', '')))
    const lines = readers.map(({ email, confirmedAt }) => `${cell(email)},${new Date(confirmedAt ?? 0).toISOString()}`)
    return reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', 'attachment; filename="readers.csv"')
      .send(`${['email,confirmed_at', ...lines].join('\r\n')}\r\n`)
  })
}

/** A cell of CSV that no spreadsheet takes for a formula. */
const cell = (text: string): string => `"${(/^[=+\-@\t]/u.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/**
 * Pages with one button, for people and for the scanners that open every link of a mail; leaving
 * works with one click of a mail program as well (RFC 8058).
 */
async function mailedLinks(scope: FastifyInstance, options: NewsletterRoutesOptions): Promise<void> {
  const { store, writer, secrets, site, now } = options
  scope.removeAllContentTypeParsers()
  // RFC 8058 §3.1 lets it come as a form or as multipart; the right is in the address.
  scope.addContentTypeParser('*', { bodyLimit: 2_000, parseAs: 'buffer' }, async () => null)

  /** @throws AppError 'token-invalid' */
  const readerOf = async (token: string, what: ReaderRight['what']): Promise<string> => {
    const found = readReader(await secrets.get(newsletterKey), token, what, now())
    if (found === null) throw new AppError('token-invalid')
    return found
  }
  const authorOf = (readerId: string): Promise<string> =>
    store.read(async (read) => {
      const authorId = (await read.get(newsletterReaders, readerId))?.authorId ?? ''
      return ((await memberCards(read, [authorId])).get(authorId) ?? unknownMember).name
    })
  const button = (action: string, words: string): string =>
    `<form method="post" action="${escapeHtml(action)}"><button>${words}</button></form>`

  interface Mailed {
    Params: { token: string }
  }
  scope.get<Mailed>('/newsletter/confirm/:token', async ({ params: { token } }, reply) => {
    const author = await authorOf(await readerOf(token, 'confirm'))
    const words = `<p>You get each new essay in full, and can end it with one click in any of them.</p>`
    return sendPlainPage(
      reply,
      site(),
      `Get new essays by ${author} by mail?`,
      `${words}${button(links.confirmNewsletter(token), 'Confirm')}`,
    )
  })
  scope.post<Mailed>('/newsletter/confirm/:token', async ({ params: { token } }, reply) => {
    const readerId = await readerOf(token, 'confirm')
    if (!(await runOperation(writer, confirmReader, { readerId }))) throw new AppError('token-invalid')
    return sendPlainPage(
      reply,
      site(),
      'You’re subscribed',
      `<p>New essays by ${escapeHtml(await authorOf(readerId))} come by mail from now on.</p>`,
    )
  })
  scope.get<Mailed>('/newsletter/leave/:token', async ({ params: { token } }, reply) => {
    const author = await authorOf(await readerOf(token, 'leave'))
    return sendPlainPage(reply, site(), `Get no more essays by ${author} by mail?`, button(links.leaveNewsletter(token), 'Unsubscribe'))
  })
  scope.post<Mailed>('/newsletter/leave/:token', async ({ params: { token } }, reply) => {
    const readerId = await readerOf(token, 'leave')
    const author = await authorOf(readerId)
    await runOperation(writer, leaveNewsletter, { readerId })
    const words = `<p>You get no more essays by ${escapeHtml(author)} by mail. Your address was deleted.</p>`
    return sendPlainPage(reply, site(), 'You’re unsubscribed', words)
  })
}
