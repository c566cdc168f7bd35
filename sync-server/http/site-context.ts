import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { ReadPolicies } from '#shared/kernel/read-policy.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Wait } from '#shared/moderation/rate-limit.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { SiteFacts } from '#shared/pages/page-data.ts'
import type { SearchPort } from '#shared/search/port.ts'
import type { BodyText, PageRenderer, PageViewer } from '../pages/page-renderer.ts'
import type { Freshness } from '../pages/freshness.ts'
import type { CachedParts } from '../pages/cached-parts.ts'
import type { PageCache } from '../pages/page-cache.ts'
import type { RouteTable } from '../pages/route-table.ts'
import type { WebEntryProvider } from '../pages/web-entry.ts'
import type { Limits } from './limits.ts'
import type { Accounts, Apply, FormHandlers, NoteFault, SessionRef } from './ports.ts'
import type { HeaderSets } from './send-cached.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { sendCached } from './send-cached.ts'

/** What every part of the HTTP side works with; made once in `app.ts`. */
export interface SiteContext {
  readonly site: () => SiteFacts
  readonly isHttps: boolean
  readonly store: { read<T>(work: (read: Read) => Promise<T>): Promise<T> }
  readonly apply: Apply
  readonly isHealthy: () => boolean
  /** It is about to stop: what has come is answered, and more goes to others. */
  readonly isClosing: () => boolean
  /** Other nodes answer the same readers. */
  readonly isShared: boolean
  readonly policies: ReadPolicies
  readonly viewerOf: (read: Read, userId: string, now: number) => Promise<Viewer>
  readonly accounts: Accounts
  readonly forms: FormHandlers
  readonly noteFault: NoteFault
  /** `null`: nothing. */
  readonly waitToComment: (read: Read, viewer: Viewer, post: Post, now: number) => Promise<Wait | null>
  readonly cache: PageCache
  /** What many answers are made from. */
  readonly parts: CachedParts
  /** What members want of their lists, by member. */
  readonly wishes: CachedParts
  /**
   * What programs without a key were answered (features/api): apart, so that their addresses push
   * no page out.
   */
  readonly forPrograms: CachedParts
  readonly freshness: Freshness
  /** Of what anybody may do, counted by all nodes together. */
  readonly limits: Limits
  readonly renderer: PageRenderer
  readonly webEntry: WebEntryProvider
  readonly routes: () => Promise<RouteTable>
  readonly headers: HeaderSets
  readonly text: () => Promise<BodyText>
  /** `null`: nothing can be searched. */
  readonly search: SearchPort | null
  readonly now: () => number
  readonly log: FastifyBaseLogger
}

const sessionsByRequest = new WeakMap<FastifyRequest, Promise<SessionRef | null>>()

/** Who sent it; looked up once for each request. */
export function sessionOf(context: SiteContext, request: FastifyRequest): Promise<SessionRef | null> {
  const found = sessionsByRequest.get(request) ?? context.accounts.sessionOf(request)
  sessionsByRequest.set(request, found)
  return found
}

/** The session's account as it stands now; a visitor without one. */
export async function viewerOfSession(context: SiteContext, session: SessionRef | null): Promise<Viewer> {
  return session === null ? visitor : context.store.read((read) => context.viewerOf(read, session.userId, context.now()))
}

/** The viewer with the facts that members' pages show. `read` is without read policies. */
export async function pageViewer(context: SiteContext, read: Read, session: SessionRef | null): Promise<Omit<PageViewer, 'form'>> {
  if (session === null) return { viewer: visitor, own: null }
  const viewer = await context.viewerOf(read, session.userId, context.now())
  return { viewer, own: await context.accounts.ownFacts(read, session) }
}

/** Past Fastify, straight to the socket: the same bytes and head as the fast path sends. */
export async function replyCached(
  context: SiteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  make: Parameters<PageCache['answer']>[1],
): Promise<FastifyReply> {
  const answer = await context.cache.answer(key, make)
  reply.hijack()
  await sendCached(request.raw, reply.raw, answer, context.cache, context.headers)
  return reply
}

/** For everything that depends on who asks. */
export function noStore(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'private, no-store').header('vary', 'cookie')
}
