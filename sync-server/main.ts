/**
 * Puts the server together: store, writer, pages, HTTP. Used by `start.ts`, `dev.ts` and by tests
 * that want a whole server.
 */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { AppOptions } from './http/app.ts'
import type { Accounts, Apply, FormHandlers, NoteFault } from './http/ports.ts'
import type { SiteContext } from './http/site-context.ts'
import type { Rooms } from './documents/rooms.ts'
import type { WebEntryProvider } from './pages/web-entry.ts'
import type { Store } from './store/port.ts'
import type { Log, Writer } from './sync/writer.ts'
import { policies } from '#shared/policies.ts'
import type { PaymentsOver } from '#shared/payments/port.ts'
import type { ArchivePort } from '#shared/archive/port.ts'
import type { SearchPort } from '#shared/search/port.ts'
import type { CommentSimilarity } from '#shared/search/similar-comments.ts'
import { reportFacts } from '#shared/reports/site-reports.ts'
import { ConfigError } from './config.ts'
import { deviceSubscriptions } from './device-subscriptions.ts'
import { documentRooms, keepSettled } from './document-rooms.ts'
import { startDocumentWorkers } from './documents/workers/pool.ts'
import { stopParsing } from './parsing/parsing.ts'
import { JobLog } from './health/job-log.ts'
import { buildApp } from './http/app.ts'
import { limitsOn } from './http/limits.ts'
import { makeLogger } from './http/log.ts'
import { lazyBodyText } from './pages/body-text.ts'
import { builtWebEntry } from './pages/web-entry.ts'
import { isLoopbackOnly } from './mail/create-mail.ts'
import { openStore } from './store/open-store.ts'
import { startWriter } from './sync/writer-client.ts'
import type { Bus } from './nodes/bus.ts'
import type { LeaderElection } from './nodes/leader-election.ts'
import { nobodyElse } from './nodes/bus.ts'
import { otherNodes, withHints } from './nodes/hints.ts'
import { alone, startLeaderElection } from './nodes/leader-election.ts'
import { serverRegistry } from './server-registry.ts'

const root = join(import.meta.dirname, '..')
const tagline = 'Essays, and the conversations they start'

/** Those who come back after a crash go first. */
const recoverAfterMs = 5_000

/**
 * What features are given, and what they give: `sync-server/features/` fills these two ports of the
 * HTTP side.
 */
export interface FeatureTools {
  readonly config: Config
  readonly store: Store
  readonly writer: Writer
  /** Documents that are written together. */
  readonly rooms: Rooms
  readonly log: FastifyBaseLogger
  /** What is to be done once is done while this node leads. Absent: there is no other. */
  readonly lead?: LeaderElection
  readonly bus?: Bus
  /** Where recurring jobs say how they went. */
  readonly jobs: JobLog
}
export interface Features {
  readonly accounts: Accounts
  readonly forms: FormHandlers
  readonly noteFault?: NoteFault
  readonly waitToComment?: SiteContext['waitToComment']
  readonly search?: SearchPort
  readonly archive?: ArchivePort
  readonly similarComments?: CommentSimilarity
  readonly payments?: PaymentsOver
  readonly hasDevInbox?: boolean
  readonly moreRoutes?: (app: FastifyInstance, context: SiteContext) => void
  readonly noteRequest?: NonNullable<AppOptions['noteRequest']>
  /** The site can be reached at this address from now on. */
  listening?(origin: string): Promise<void>
  /** Jobs that run beside requests; resolves when they have come to rest. */
  close?(): Promise<void>
}

export interface StartOptions {
  /** The built entry by default; development gives one that follows the sources. */
  readonly webEntry?: WebEntryProvider
  readonly isDevelopment?: boolean
  readonly middleware?: AppOptions['middleware']
  readonly features?: (tools: FeatureTools) => Features | Promise<Features>
  readonly log?: FastifyBaseLogger
}

export interface RunningServer {
  readonly origin: string
  /** Finishes what is under way, at most ten seconds. Repeated calls wait for the first. */
  close(): Promise<void>
}

/** Until features are given, everyone is a visitor and no form is known. */
const visitorsOnly: Features = {
  accounts: {
    sessionOf: async () => null,
    banOf: async () => null,
    closureOf: async () => null,
    ownFacts: async () => null,
    isUsableLink: async () => false,
  },
  forms: new Map(),
}

/**
 * @throws what stops it: a store that cannot be opened, pages that were not built, a port that is
 *   taken.
 */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const log = options.log ?? makeLogger(config.logLevel)
  const address = { databaseUrl: config.databaseUrl, dataDir: config.dataDir }
  const undo: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const noteError = (error: unknown, about: string): void => log.error({ err: error }, about)
    const ownWriter = await startWriter({
      address,
      serverRegistry: new URL('./server-registry.ts', import.meta.url).href,
      log: (error, about) => noteError(error, `writer: ${about}`),
    })
    undo.push(() => ownWriter.close())
    const store = await openStore(address, serverRegistry.tables, serverRegistry.migrations)
    undo.push(() => store.close())
    if (!isLoopbackOnly(config)) await refuseKnownPasswords(store)
    const bus = await openBus(config.databaseUrl, noteError)
    undo.push(() => bus.close())
    const writer = withHints(ownWriter, bus)
    const lead = config.databaseUrl === null ? alone(writer) : startLeaderElection({ store, writer, nodeId: bus.nodeId, log: noteError })
    undo.push(() => lead.stop())
    const workers = startDocumentWorkers()
    undo.push(() => workers.close())
    undo.push(stopParsing)
    const rooms = documentRooms({
      store,
      writer,
      workers,
      settled: keepSettled(writer, workers),
      clock: store.clock,
      others: otherNodes(bus),
      log: noteError,
    })
    undo.push(() => rooms.stop())
    const jobs = new JobLog()
    const tools: FeatureTools = { config, store, writer, rooms, log, lead, bus, jobs }
    const features = (await options.features?.(tools)) ?? visitorsOnly
    undo.push(async () => features.close?.())
    const apply: Apply = (mutation) => writer.apply(mutation)
    const clientDir = options.isDevelopment === true ? null : join(root, 'dist', 'client')
    const build = buildOf(clientDir)
    const subscriptionManager = deviceSubscriptions({ store, writer, build, clock: store.clock, log: noteError })
    const http = await buildApp({
      site: {
        name: config.siteName,
        tagline,
        build,
        hasDevInbox: features.hasDevInbox ?? false,
        reports: reportFacts(config),
        featured: config.featured,
        ...(config.contactEmail !== null && { contactEmail: config.contactEmail }),
        ...(config.provider !== null && { provider: config.provider.name }),
        ...(config.drafting !== null && { draftsTerms: true as const }),
        ...(config.mapTiles !== null && { mapTiles: config.mapTiles }),
      },
      siteUrl: config.siteUrl,
      isDevelopment: options.isDevelopment ?? false,
      trustedProxies: config.trustedProxies,
      now: store.clock,
      isShared: config.databaseUrl !== null,
      limits: limitsOn(bus, store.clock),
      store,
      apply,
      onCommit: (listen) => writer.onCommit(listen),
      isHealthy: () => writer.healthy,
      node: config.nodeName,
      jobs,
      subscriptionManager,
      rooms,
      policies,
      viewerOf: serverRegistry.viewerOf,
      ...features,
      webEntry: options.webEntry ?? builtWebEntry(join(root, 'dist')),
      text: lazyBodyText,
      clientDir,
      publicDir: join(root, 'public'),
      log,
      ...(options.middleware === undefined ? {} : { middleware: options.middleware }),
    })
    undo.push(() => http.close())
    await rooms.prepare()
    const origin = await http.listen(config.host, config.port)
    await features.listening?.(origin)
    const recovering = setTimeout(() => {
      rooms.recover().catch((error: unknown) => noteError(error, 'documents: after a crash'))
    }, recoverAfterMs)
    undo.push(async () => clearTimeout(recovering))
    let closing: Promise<void> | null = null
    return { origin, close: () => (closing ??= close()) }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * @throws ConfigError when others can reach the site and sign in to it by the password in its
 *   documentation.
 */
async function refuseKnownPasswords(store: Store): Promise<void> {
  const { accountsWithKnownPassword, knownPasswordProblem } = await import('./seed/example-passwords.ts')
  const { createPasswords } = await import('./features/accounts/passwords.ts')
  const accounts = await accountsWithKnownPassword(store, createPasswords())
  if (accounts.length > 0) throw new ConfigError([knownPasswordProblem(accounts)])
}

/** What the nodes on one database tell each other by. */
async function openBus(databaseUrl: string | null, log: Log): Promise<Bus> {
  if (databaseUrl === null) return nobodyElse
  // Its client library is loaded by those who use it.
  const { postgresBus } = await import('./nodes/postgres-bus.ts')
  return postgresBus({ url: databaseUrl, nodeId: randomBytes(9).toString('base64url'), log })
}

/** A name for what was built: changes whenever a file of the client does. */
function buildOf(clientDir: string | null): string {
  const manifest = clientDir === null ? '' : join(clientDir, '.vite', 'manifest.json')
  if (!existsSync(manifest)) return `dev-${randomBytes(3).toString('hex')}`
  return createHash('sha256').update(readFileSync(manifest)).digest('hex').slice(0, 12)
}
