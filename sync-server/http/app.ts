/**
 * The HTTP server around the core: Fastify on node:http, with one short cut before it. A GET for a public page that stands in the cache
 * is answered from there before Fastify sees it, since routing and hooks would cost more than the answer.
 */
import cookie from '@fastify/cookie'
import Fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyServerOptions } from 'fastify'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { ReadPolicies } from '#shared/kernel/read-policy.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { SiteFacts } from '#shared/pages/page-data.ts'
import type { Store } from '#server/store/port.ts'
import type { Rooms } from '#server/documents/rooms.ts'
import type { SubscriptionManager } from '#server/sync/subscription-manager.ts'
import type { JobLog } from '../health/job-log.ts'
import type { BodyText } from '../pages/page-renderer.ts'
import type { WebEntryProvider } from '../pages/web-entry.ts'
import type { Admission } from './admission.ts'
import type { Limits } from './limits.ts'
import type { Accounts, Apply, FormHandlers, NoteFault } from './ports.ts'
import type { AnswerClass } from './security-headers.ts'
import type { SiteContext } from './site-context.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { policyReportPath, tunnelRoute } from '#shared/reports/ingest.ts'
import { Freshness } from '../pages/freshness.ts'
import { CachedParts } from '../pages/cached-parts.ts'
import { PageCache } from '../pages/page-cache.ts'
import type { PageRendererOptions } from '#server/pages/page-renderer.ts'
import { PageRenderer } from '../pages/page-renderer.ts'
import { RouteTable } from '../pages/route-table.ts'
import { createDoors } from '#server/documents/doors.ts'
import { admission, isKeyed } from './admission.ts'
import { addressBlock } from './client-address.ts'
import { keepRateLimit } from './body-rate.ts'
import { drainBody } from './drain-body.ts'
import { collabRoutes } from './collab-routes.ts'
import { collabSockets, wantsCollabSocket } from './collab-socket.ts'
import { presentUrl } from './old-names.ts'
import { mutationRoutes } from './mutations.ts'
import { documentRoutes } from './documents.ts'
import { answerError, wantsJson } from './errors.ts'
import { formRoutes } from './forms.ts'
import { ownLimits } from './limits.ts'
import { logAnswers } from './log.ts'
import { meRoutes } from './me.ts'
import { metricsRoutes } from './metrics.ts'
import { mayBePersonal } from './front-preferences.ts'
import { prefersMarkdown } from './markdown-asked.ts'
import { answerAsked, answerPage, cachedPage } from './pages.ts'
import { previewRoutes } from './previews.ts'
import { positionAwaited } from './seen-position.ts'
import { refuseEarly } from './refuse-early.ts'
import { securityHeaders } from './security-headers.ts'
import { sendAtOnce } from './send-cached.ts'
import { allowedMethods } from './methods.ts'
import { staticFiles } from './static-files.ts'
import { syncRoutes } from './sync-routes.ts'
import { presenceSockets, wantsPresenceSocket } from './presence-socket.ts'
import { syncSockets, wantsSyncSocket } from './sync-socket.ts'
import { countRequest, watchHealth } from './watch-health.ts'

// Imported as a module, Node would ask it for all its exports, and one of them loads Node's whole WebSocket client (undici): 4 MB.
const { createServer } = process.getBuiltinModule('node:http')

const mebibyte = 1_048_576

/** No route of ours has a JSON schema: Fastify need not load its compilers for them. */
const noSchemas = { buildValidator: schemaRefused, buildSerializer: schemaRefused }

export interface AppOptions extends Pick<PageRendererOptions, 'search' | 'archive' | 'similarComments' | 'payments'> {
  /** All but the origin, which may follow from the port that was found free. */
  readonly site: Omit<SiteFacts, 'origin'>
  /** SITE_URL; `null`: made from the host and port listened on. */
  readonly siteUrl: string | null
  readonly isDevelopment?: boolean
  /** Proxies in front whose `X-Forwarded-For` is believed; 0: none. */
  readonly trustedProxies?: number
  /** Unsafe requests a minute from one address block. */
  readonly unsafePerMinute?: number
  /** Counted with whom; absent: by this process alone. */
  readonly limits?: Limits
  /** Other nodes write to the store, and answer the same readers. */
  readonly isShared?: boolean
  readonly store: Pick<Store, 'read' | 'journal' | 'meta'>
  readonly apply: Apply
  /** Calls back after each commit of this process; answers how to stop. */
  readonly onCommit: (listen: () => void) => () => void
  readonly isHealthy: () => boolean
  /** Conversations with devices. */
  readonly subscriptionManager: SubscriptionManager
  /** Documents that are written together. */
  readonly rooms: Rooms
  readonly policies: ReadPolicies
  readonly viewerOf: (read: Read, userId: string, now: number) => Promise<Viewer>
  readonly accounts: Accounts
  readonly forms: FormHandlers
  /** Keeps what was a fault of ours for the administrators. */
  readonly noteFault?: NoteFault
  /** What a member has to wait for before they may comment there. */
  readonly waitToComment?: SiteContext['waitToComment']
  /** Pages of a feature's own, outside the web side's routes. */
  readonly moreRoutes?: (app: FastifyInstance, context: SiteContext) => void
  /** Hears of each request before it is answered. */
  readonly noteRequest?: (request: IncomingMessage, response: ServerResponse) => void
  /** Names this process among several. */
  readonly node?: string
  /** Jobs that run beside requests. */
  readonly jobs?: JobLog
  readonly webEntry: WebEntryProvider
  readonly text: (siteOrigin: () => string) => () => Promise<BodyText>
  readonly clientDir: string | null
  readonly publicDir: string
  readonly log: FastifyBaseLogger
  /** Vite's in development; asked before anything else of ours. */
  readonly middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  readonly now?: () => number
  readonly cacheBytes?: number
}

export interface HttpApp {
  readonly context: SiteContext
  /** The port listened on; `null` before. */
  readonly port: number | null
  /** @returns the address of the site. @throws Error when the port is taken or not allowed. */
  listen(host: string, port: number): Promise<string>
  /** Answers what is under way, takes nothing new; what is still open after a few seconds is cut. */
  close(): Promise<void>
}

export async function buildApp(options: AppOptions): Promise<HttpApp> {
  const now = options.now ?? Date.now
  const isHttps = options.siteUrl?.startsWith('https:') ?? false
  const entry = await options.webEntry.entry()
  const headers = securityHeaders({
    inlineScript: entry.inlineScript,
    ageScript: entry.ageScript,
    isHttps,
    isDevelopment: options.isDevelopment ?? false,
    isProfiled: options.site.reports.flags.includes('profiling'),
    socketOrigin: options.siteUrl?.replace(/^http/u, 'ws') ?? null,
    tilesOrigin: options.site.mapTiles === undefined ? undefined : new URL(options.site.mapTiles.url).origin,
  })
  // Known once the port is; no request comes before that.
  let site: SiteFacts = { ...options.site, origin: options.siteUrl ?? 'http://localhost' }
  let guard: Admission = admission({ origin: site.origin, port: 0 })
  let isClosing = false

  // Frozen for a while, or cut off from the store: what others have taken away since must not be shown. Asked first when there is something to keep.
  const isStale = (): boolean => options.isShared === true && freshness.isStale
  const cache = new PageCache({
    read: (work) => options.store.read(work),
    now,
    isStale,
    ...(options.cacheBytes === undefined ? {} : { maxBytes: options.cacheBytes }),
    // Sources change under the cache in development.
    ...(options.isDevelopment === true ? { maxAgeMs: 0 } : {}),
  })
  const parts = new CachedParts({ now, isStale, maxBytes: 16 * mebibyte, maxAgeMs: options.isDevelopment === true ? 0 : 60_000 })
  const wishes = new CachedParts({ now, isStale, maxBytes: 4 * mebibyte, maxAgeMs: 600_000 })
  // Some lists hang on the time, too: a minute is as fresh as programs are promised.
  const forPrograms = new CachedParts({ now, isStale, maxBytes: 8 * mebibyte, maxAgeMs: options.isDevelopment === true ? 0 : 60_000 })
  const freshness = new Freshness({
    journal: options.store.journal,
    drop: (keys) => {
      for (const held of [cache, parts, wishes, forPrograms]) held.drop(keys)
    },
    after: (ms, work) => {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    onError: (error) => options.log.error({ err: error }, 'following the journal failed; tried again soon'),
  })
  const health = watchHealth({ ...options, cache, freshness, now })
  const text = options.text(() => site.origin)
  let routes: { readonly of: unknown; readonly table: RouteTable } | null = null

  const context: SiteContext = {
    site: () => site,
    isHttps,
    store: options.store,
    apply: options.apply,
    isHealthy: options.isHealthy,
    isClosing: () => isClosing,
    isShared: options.isShared ?? false,
    policies: options.policies,
    viewerOf: options.viewerOf,
    accounts: options.accounts,
    forms: options.forms,
    noteFault: options.noteFault ?? (() => undefined),
    waitToComment: options.waitToComment ?? (async () => null),
    cache,
    parts,
    wishes,
    forPrograms,
    freshness,
    limits: options.limits ?? ownLimits(),
    renderer: new PageRenderer({
      webEntry: options.webEntry,
      policies: options.policies,
      text,
      site: () => site,
      now,
      search: options.search ?? null,
      archive: options.archive ?? null,
      similarComments: options.similarComments,
      payments: options.payments,
      health,
      parts,
    }),
    webEntry: options.webEntry,
    routes: async () => {
      const current = (await options.webEntry.entry()).routes
      if (routes?.of !== current) routes = { of: current, table: new RouteTable(current) }
      return routes.table
    },
    headers,
    text,
    search: options.search ?? null,
    now,
    log: options.log,
  }

  const doorOf = (about: string) => ({
    admission: () => guard,
    sessionOf: (request: IncomingMessage) => options.accounts.sessionOf(request),
    headers: headers.api,
    now,
    onError: (error: unknown) => options.log.error({ err: error }, about),
  })
  const { subscriptionManager, rooms, trustedProxies = 0 } = options
  const sockets = syncSockets({ subscriptionManager, trustedProxies, ...doorOf('a handshake failed') })
  const doors = createDoors(rooms)
  const documentSockets = collabSockets({ rooms, doors, ...doorOf('a handshake for a document failed') })
  const presence = presenceSockets({ ports: rooms.ports, ...doorOf('a handshake for a conversation failed') })
  const serverOptions: FastifyServerOptions<Server, FastifyBaseLogger> = {
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address, hop) => hop < (options.trustedProxies ?? 0),
    bodyLimit: 64 * 1_024,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // A proxy in front would show its readers the refusal.
    routerOptions: { maxParamLength: 2_000 },
    schemaController: { compilersFactory: noSchemas },
    serverFactory: (handler) => {
      const server = createServer(
        // A client has 8 s for its head, and `keepRateLimit` watches over bodies; ten minutes bound the largest on the slowest line.
        {
          headersTimeout: 8_000,
          requestTimeout: 600_000,
          connectionsCheckingInterval: 1_000,
          keepAliveTimeout: 65_000,
          maxHeaderSize: 16_384,
          // What asks for anything else (h2c, an unknown protocol) is answered as an ordinary request.
          shouldUpgradeCallback: (request) => wantsSyncSocket(request) || wantsCollabSocket(request),
        },
        (request, response) => {
          options.noteRequest?.(request, response)
          const counted = countRequest(health.requests, request, response)
          if (answeredFromCache(request, response)) return counted.kept()
          counted.later()
          const refusal = guard.refusal(request)
          if (refusal !== null) return refuseEarly(request, response, refusal, headers.api)
          keepRateLimit(request, response)
          if (options.middleware === undefined) handler(request, response)
          else options.middleware(request, response, () => handler(request, response))
        },
      )
      server.on('upgrade', (request, socket, head) => {
        const { accept } = wantsSyncSocket(request) ? sockets : wantsPresenceSocket(request) ? presence : documentSockets
        accept(request, socket, head)
      })
      return server
    },
    rewriteUrl: (request) => presentUrl(request.url ?? '/'),
    // An address that cannot be decoded: Fastify gives up before its hooks.
    frameworkErrors: (error, request, reply) => {
      for (const [name, value] of headers[wantsJson(request) ? 'api' : 'page']) reply.header(name, value)
      void answerError(context, error, request, reply)
    },
  }
  const app: FastifyInstance = Fastify(serverOptions)

  function answeredFromCache(request: IncomingMessage, response: ServerResponse): boolean {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || mayBePersonal(request)) return false
    if (prefersMarkdown(request.headers.accept) || positionAwaited(request, freshness) !== null) return false
    const found = cachedPage(cache, request)
    return (
      found !== undefined && found.status === 200 && guard.isOurHost(request.headers.host) && sendAtOnce(request, response, found, headers)
    )
  }

  app.removeContentTypeParser('text/plain')
  app.setErrorHandler((error, request, reply) => answerError(context, error, request, reply))
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!raw.complete && !raw.readableEnded && !isClosing) {
      reply.removeHeader('connection')
      drainBody(raw)
    }
    for (const [name, value] of headers[classOf(reply)]) if (!reply.hasHeader(name)) reply.header(name, value)
  })
  app.addHook('onRequest', async (request) => {
    // Nothing we take comes compressed but reports, whose route watches over it; a small body that unpacks into a large one is an old trick.
    if (request.headers['content-encoding'] !== undefined && request.routeOptions.url !== tunnelRoute)
      throw new AppError('invalid', { field: 'content-encoding' })
  })
  app.addHook('onRequest', async (request, reply) => {
    if (isClosing) reply.header('connection', 'close')
    const awaited = positionAwaited(request.raw, freshness)
    if (awaited !== null && (request.method === 'GET' || request.method === 'HEAD')) await freshness.reached(awaited)
  })
  logAnswers(app)
  await app.register(cookie)
  const sending = context.limits('sending', options.unsafePerMinute ?? 600, 60_000)
  app.addHook('onRequest', async (request) => {
    // Reports of refusals have a limit of their own: a page that an extension has spoilt must not keep its reader from saving.
    if (request.method === 'GET' || request.method === 'HEAD' || request.routeOptions.url === policyReportPath) return
    // The API and the archive have limits of their own. Pages of other sites may ask them: that does not keep a reader from saving.
    if (!isKeyed(request)) sending.spend(addressBlock(request.ip), now())
  })
  await staticFiles(app, { client: options.clientDir, public: options.publicDir })
  documentRoutes(app, context)
  meRoutes(app, context)
  previewRoutes(app, context)
  mutationRoutes(app, context)
  syncRoutes(app, context, options.subscriptionManager)
  collabRoutes(app, context, doors)
  metricsRoutes(app, context, { subscriptionManager: options.subscriptionManager, rooms: options.rooms, health })
  await formRoutes(app, context)
  options.moreRoutes?.(app, context)
  app.get<{ Querystring: { url?: unknown } }>('/api/page', async (request, reply) => {
    const { url } = request.query
    if (typeof url !== 'string') throw new AppError('invalid', { field: 'url' })
    return answerPage(context, request, reply, url.split('#')[0] ?? '', 'data')
  })
  app.setNotFoundHandler(async (request, reply) => {
    const target = request.url
    const allowed = allowedMethods(await context.routes(), target)
    if (allowed !== null && !allowed.includes(request.method)) {
      return reply
        .code(405)
        .header('allow', allowed.join(', '))
        .type('application/json; charset=utf-8')
        .send({ error: { code: 'invalid', reason: null, field: 'method', retryAfterMs: null } })
    }
    if (target.startsWith('/api/')) throw new AppError('not-found')
    return answerAsked(context, request, reply)
  })
  let listeningPort: number | null = null
  const stopListening = options.onCommit(() => void freshness.wake())

  return {
    context,
    get port() {
      return listeningPort
    },
    async listen(host, port) {
      await freshness.start()
      await app.listen({ host, port })
      const bound = app.server.address()
      const boundPort = typeof bound === 'object' && bound !== null ? bound.port : port
      const origin = options.siteUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`
      site = { ...site, origin }
      guard = admission({ origin, port: boundPort })
      listeningPort = boundPort
      health.start()
      return origin
    },
    async close() {
      isClosing = true
      // Pages go on being answered meanwhile: whoever shares requests out has time to hear of it.
      health.stop()
      await options.subscriptionManager.stop()
      await options.rooms.stop()
      await Promise.all([sockets.close(), documentSockets.close(), presence.close()])
      const cut = setTimeout(() => app.server.closeAllConnections(), 3_000)
      await app.close()
      clearTimeout(cut)
      stopListening()
      await freshness.stop()
    },
  }
}

function schemaRefused(): never {
  throw new Error('routes check what they are given by themselves; see schemaController in app.ts')
}

function classOf(reply: FastifyReply): AnswerClass {
  const type = String(reply.getHeader('content-type') ?? '')
  if (type.startsWith('text/html')) return 'page'
  return type === '' || type.startsWith('application/json') ? 'api' : 'file'
}
