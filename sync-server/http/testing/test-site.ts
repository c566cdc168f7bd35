import { plainReports } from '#shared/reports/site-reports.ts'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from '#shared/kernel/transaction.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { AppOptions, HttpApp } from '../app.ts'
import type { Accounts, FormHandlers } from '../ports.ts'
import type { SmallWeb } from './small-web.ts'
import type { Store } from '#server/store/port.ts'
import type { Writer } from '#server/sync/writer.ts'
import { openStore } from '#server/store/open-store.ts'
import type { TestPlace } from '#server/store/testing/each-store.ts'
import { productPlace } from '#server/store/testing/product-store.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import type { DocumentPorts } from '#server/documents/ports.ts'
import { startDocumentWorkers } from '#server/documents/workers/pool.ts'
import type { Rooms } from '#server/documents/rooms.ts'
import { deviceSubscriptions } from '#server/device-subscriptions.ts'
import { documentRooms, keepSettled } from '#server/document-rooms.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { members } from '#shared/accounts/schema.ts'
import { listings } from '#shared/feed/schema.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { policies } from '#shared/policies.ts'
import { aComment, aMember, aPost, idOf, paragraph, T0 } from '#shared/testing/factories.ts'
import { buildApp } from '../app.ts'
import { makeLogger } from '../log.ts'
import { smallWeb } from './small-web.ts'

/**
 * A whole server over the real store, tables and mutations, with a small web side and sessions by a
 * plain cookie `as=USER`.
 */
export interface TestSite {
  readonly origin: string
  readonly host: string
  readonly app: HttpApp
  readonly web: SmallWeb
  readonly store: Store
  readonly writer: Writer
  readonly rooms: Rooms
  /** Writes rows and waits until the caches have heard of it. */
  change(work: (tx: Transaction) => Promise<void>): Promise<void>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  send(method: string, path: string, headers?: Record<string, string>, body?: string | Uint8Array): Promise<Answer>
  close(): Promise<void>
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly text: string
}

export const ada = idOf(100)
export const ben = idOf(200)
export const postId = idOf(1)
export const slug = 'on-tides'
export const postUrl = `/posts/${postId}/${slug}`

interface TestSiteOptions {
  readonly siteUrl?: string
  readonly forms?: FormHandlers
  readonly unsafePerMinute?: number
  readonly trustedProxies?: number
  readonly rooms?: Partial<DocumentPorts>
  /** A store that is there already, and stays. */
  readonly dataDir?: string
  readonly log?: FastifyBaseLogger
  readonly moreRoutes?: NonNullable<AppOptions['moreRoutes']>
  readonly now?: () => number
}

export async function testSite(options: TestSiteOptions = {}): Promise<TestSite> {
  const { dataDir } = options
  const place: TestPlace =
    dataDir === undefined ? await productPlace() : { address: { databaseUrl: null, dataDir }, remove: async () => undefined }
  const store = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
  const writer = inProcessWriter(store, serverRegistry, { log: () => undefined })
  const web = smallWeb()
  const subscriptionManager = deviceSubscriptions({
    store,
    writer,
    log: () => undefined,
    build: 'b1',
    openSessions: async (_read, ids) => new Set(ids),
  })
  const workers = startDocumentWorkers({ threads: 1 })
  const rooms = documentRooms({
    store,
    writer,
    workers,
    settled: keepSettled(writer, workers),
    log: () => undefined,
    openSessions: async (_read, ids) => new Set(ids),
    ...options.rooms,
  })
  const root = join(import.meta.dirname, '..', '..', '..')
  const app = await buildApp({
    site: { name: 'Test Site', tagline: 'For tests', build: 'b1', hasDevInbox: true, reports: plainReports },
    siteUrl: options.siteUrl ?? null,
    unsafePerMinute: options.unsafePerMinute ?? 100_000,
    trustedProxies: options.trustedProxies ?? 0,
    store,
    apply: (mutation) => writer.apply(mutation),
    onCommit: (listen) => writer.onCommit(listen),
    isHealthy: () => writer.healthy,
    subscriptionManager,
    rooms,
    policies,
    viewerOf: serverRegistry.viewerOf,
    accounts: cookieAccounts,
    forms: options.forms ?? new Map(),
    webEntry: { entry: async () => web },
    text: () => async () => ({ html: (doc) => `<p>${JSON.stringify(doc).replace(/[<&"]/gu, ' ')}</p>`, markdown: () => '' }),
    clientDir: null,
    publicDir: join(root, 'public'),
    log: options.log ?? makeLogger('silent'),
    ...(options.moreRoutes === undefined ? {} : { moreRoutes: options.moreRoutes }),
    ...(options.now === undefined ? {} : { now: options.now }),
  })
  const origin = await app.listen('127.0.0.1', 0)
  const port = app.port ?? 0
  const host = new URL(origin).host
  const send: TestSite['send'] = (method, path, headers = {}, body) => exchange(port, method, path, { host, ...headers }, body)
  return {
    origin,
    host,
    app,
    web,
    store,
    writer,
    rooms,
    send,
    get: (path, headers) => send('GET', path, headers),
    async change(work) {
      await store.write((batch) => work(batch.tx))
      await app.context.freshness.wake()
    },
    async close() {
      await app.close()
      await workers.close()
      await writer.close()
      await store.close()
      await place.remove()
    },
  }
}

const cookieAccounts: Accounts = {
  async sessionOf(request) {
    const userId = /(?:^|; )as=([^;]*)/u.exec(request.headers.cookie ?? '')?.[1]
    return userId === undefined ? null : { sessionId: 's1', userId }
  },
  banOf: async () => null,
  closureOf: async () => null,
  ownFacts: async () => null,
  isUsableLink: async () => false,
}

/** Bare HTTP: `fetch` would not let a test send a wrong Host. */
export async function exchange(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string | Uint8Array,
): Promise<Answer> {
  const request = httpRequest({ host: '127.0.0.1', port, method, path, headers, setHost: false, agent: false })
  // An answer may come before the body was read; that the rest finds nobody is no error.
  request.on('error', () => undefined)
  request.end(body)
  const [response] = await once(request, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  return { status: response.statusCode, headers: response.headers, body: bytes, text: bytes.toString('utf8') }
}

/** Ada, Ben, and Ada's published post. */
export async function smallCommunity(site: TestSite): Promise<void> {
  await site.change(async (tx) => {
    await tx.put(members, aMember({ id: ada, slug: 'ada' }))
    await tx.put(members, aMember({ id: ben, userName: 'ben', userNameKey: 'ben', displayName: 'Ben', displayNameKey: 'ben', slug: 'ben' }))
    await publish(tx, aPost({ id: postId, authorId: ada, slug }))
  })
}

/** Rows of a published post, as its mutations would leave them. */
export async function publish(tx: Transaction, post: Post): Promise<void> {
  await tx.put(posts, post)
  await tx.put(revisions, {
    id: post.latestRevisionId,
    subjectKind: 'post',
    subjectId: post.id,
    postId: post.id,
    n: 1,
    version: post.version,
    isDraft: post.status === 'draft',
    title: post.title,
    body: paragraph('Water comes back.'),
    wordCount: 3,
    authorId: post.authorId,
    at: T0,
  })
  if (post.status !== 'published') return
  for (const feed of ['all', 'frontpage']) {
    const figures = { publishedAt: T0, at: T0, baseScore: 1, score: 1, scoredAt: T0, adjustedScore: 1, lastCommentedAt: T0 }
    await tx.put(listings, { id: `${feed}:${post.id}`, feed, postId: post.id, ...figures })
  }
}

export function comment(n: number): ReturnType<typeof aComment> {
  return aComment({ id: idOf(n), postId, authorId: ben })
}
