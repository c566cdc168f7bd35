import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SessionRef } from '#server/http/ports.ts'
import type { OwnDataTables } from '#shared/formats/own-data.ts'
import type { ExportPage } from '#shared/formats/own-texts.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { Limits } from '#server/http/limits.ts'
import { viewerOfAccount } from '#shared/accounts/queries.ts'
import { googleAddress } from '#shared/formats/google-address.ts'
import { ownPostIds, ownText } from '#shared/formats/own-texts.ts'
import { policies } from '#shared/policies.ts'
import { AppError, authorize } from '#shared/kernel/errors.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { canWritePosts } from '#shared/posts/rules.ts'
import { accountFacts, describedTables, ownRows, ownTables } from './own-rows.ts'
import { archiveRoutes, type ArchiveRoutesOptions } from './archive-routes.ts'
import { fetchDocument, realHttps, type HttpsPort } from './google-document.ts'
import { hourMs } from '#shared/kernel/durations.ts'

export interface ExchangeRoutesOptions {
  readonly store: { read<T>(work: (read: Read) => Promise<T>): Promise<T> }
  readonly sessionOf: (request: FastifyRequest) => Promise<SessionRef | null>
  readonly now: () => number
  readonly limits: Limits
  readonly origin: () => string
  readonly https?: HttpsPort
  readonly apply: ArchiveRoutesOptions['apply']
}

export const exchangeLimits = { documentsAnHour: 20, pagesAnHour: 600, textsAtOnce: 20, bytesAtOnce: 4_000_000 } as const

/**
 * `POST /api/import/google` with `{ "address": … }`: a document as HTML.
 * `GET /api/export?after=ID`: one's own texts, in pages. `GET /api/export/tables`: what else there
 * is, and `GET /api/export/rows?table=NAME&offset=N` its rows. Members only.
 */
export function exchangeRoutes(
  app: FastifyInstance,
  { store, sessionOf, now, limits, origin, apply, https = realHttps }: ExchangeRoutesOptions,
): void {
  const documents = limits('imports', exchangeLimits.documentsAnHour, hourMs)
  const pages = limits('exports', exchangeLimits.pagesAnHour, hourMs)
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())

  app.post(links.importGoogle(), { bodyLimit: 2_000 }, async (request, reply) => {
    const { userId, viewer } = await member(request)
    authorize(canWritePosts(viewer))
    const { body } = request
    const given = typeof body === 'object' && body !== null && 'address' in body && typeof body.address === 'string' ? body.address : ''
    const address = googleAddress(given)
    if (address === null) throw new AppError('invalid', { field: 'address' })
    documents.spend(userId, now())
    const html = await fetchDocument(address, https, stopping.signal).catch((error: unknown) => {
      if (error instanceof AppError && error.field === 'size') return null
      throw error
    })
    if (html === null)
      return ownOnly(reply)
        .code(413)
        .send({ error: { code: 'invalid', reason: null, field: 'size', retryAfterMs: null } })
    // Of others: it is bytes to be read by a script, never a page of this site.
    return ownOnly(reply).type('application/octet-stream').header('content-disposition', 'attachment; filename="document.html"').send(html)
  })

  app.get<{ Querystring: { after?: unknown } }>(links.exportPage(), async (request, reply) => {
    const { userId, viewer } = await member(request)
    const { after = '' } = request.query
    if (typeof after !== 'string' || (after !== '' && !isId(after))) throw new AppError('invalid', { field: 'after' })
    pages.spend(userId, now())
    const page = await store.read(async (read): Promise<ExportPage> => {
      const permitted = permittedRead(read, viewer, policies)
      const ids = (await ownPostIds(permitted, userId)).filter((id) => id > after)
      const texts: ExportPage['texts'][number][] = []
      let bytes = 0
      for (const [index, id] of ids.entries()) {
        const text = await ownText(permitted, viewer, id, origin())
        if (text !== null) {
          texts.push(text)
          bytes += JSON.stringify(text.doc).length
        }
        const isFull = index + 1 >= exchangeLimits.textsAtOnce || bytes > exchangeLimits.bytesAtOnce
        if (isFull && index + 1 < ids.length) return { texts, next: id }
      }
      return { texts, next: null }
    })
    return ownOnly(reply).send(page)
  })

  app.get(links.exportTables(), async (request, reply) => {
    const { userId } = await member(request)
    pages.spend(userId, now())
    const account = await store.read((read) => accountFacts(read, userId))
    return ownOnly(reply).send({ tables: describedTables(), account } satisfies OwnDataTables)
  })

  app.get<{ Querystring: { table?: unknown; offset?: unknown } }>(links.exportRows(), async (request, reply) => {
    const { userId, viewer } = await member(request)
    const own = ownTables.find(({ table }) => table.name === request.query.table)
    if (own === undefined) throw new AppError('invalid', { field: 'table' })
    const offset = Number(request.query.offset ?? 0)
    if (!Number.isInteger(offset) || offset < 0 || offset > mostOwnRows) throw new AppError('invalid', { field: 'offset' })
    pages.spend(userId, now())
    const page = await store.read((read) => ownRows(read, permittedRead(read, viewer, policies), own, userId, offset))
    return ownOnly(reply).send(page)
  })

  archiveRoutes(app, { store, apply, member, now, limits })

  async function member(request: FastifyRequest): Promise<{ readonly userId: string; readonly viewer: Viewer }> {
    const session = await sessionOf(request)
    if (session === null) throw new AppError('not-allowed', { reason: 'sign-in-first' })
    const { userId } = session
    return { userId, viewer: await store.read((read) => viewerOfAccount(read, userId, now())) }
  }
}

/** More of one kind than any member has: an offset is counted through. */
const mostOwnRows = 1_000_000

function ownOnly(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'private, no-store').header('x-content-type-options', 'nosniff')
}
