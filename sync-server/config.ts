import { isIP } from 'node:net'
import { hostname } from 'node:os'
// The small build, which shared/ has loaded already: the other one brings ten megabytes of
// languages.
import * as z from 'zod/mini'
import type { CouchPlace } from '#server/archive/couch.ts'
import { Email } from '#shared/accounts/email.ts'
import { keyIn } from '#server/features/payments/vault.ts'
import type { TileSource } from '#shared/local-groups/map-tiles.ts'
import { endsAfterHost, hasNoUser, isHost, isOneLine, isTileAddress, isUrlOf, isWebAddress } from '#server/config-checks.ts'
import type { ReviewMode } from '#shared/moderation/new-members.ts'
import { reviewModes } from '#shared/moderation/new-members.ts'
import type { OpenIdProvider } from '#server/openid-settings.ts'
import { providerIn } from '#server/openid-settings.ts'
import type { RateLimitProfile } from '#shared/moderation/rate-limit.ts'
import type { InboundMailPlace } from '#server/mail/inbound.ts'
import type { BucketPlace } from '#server/files/bucket-storage.ts'
import type { FeedbackRules } from '#shared/reports/feedback.ts'
import type { ReportPlace } from '#shared/reports/ingest.ts'
import { flagNames, isFlag } from '#shared/reports/flags.ts'
import type { Featured } from '#shared/sequences/featured.ts'
import { featuredIn } from '#shared/sequences/featured.ts'
import { reportPlace } from '#shared/reports/ingest.ts'

/** What the operator may set; every one is optional. Listed in docs/operating.md. */
export interface Config {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly dataDir: string
  /** Fill an empty store with the example community. */
  readonly seed: boolean
  readonly siteName: string
  /** Where people write to those who run the site; `null`: `/contact` names no address. */
  readonly contactEmail: string | null
  /** What this process is called among several, on pages for administrators. */
  readonly nodeName: string
  /** Scheme and host, no slash at the end; `null`: from host and port. */
  readonly siteUrl: string | null
  readonly databaseUrl: string | null
  /** Where uploaded files lie; `null`: in a folder in `dataDir`. */
  readonly bucket: BucketPlace | null
  /** `null`: mails are shown on a page instead. */
  readonly smtpUrl: string | null
  /** Where answers to mails about messages are taken in; `null`: nowhere. */
  readonly inboundMail: InboundMailPlace | null
  /**
   * The keys by which push services know the site; `null`: its own, made at the first start and
   * kept in the store.
   */
  readonly vapid: { readonly publicKey: string; readonly privateKey: string } | null
  /**
   * By which details of payments are encrypted; `null`: one of our own, in `dataDir`, or none where
   * several servers share a store.
   */
  readonly paymentsKey: Buffer | null
  /** ISO 4217: payments are in no other. */
  readonly paymentsCurrency: string
  /** Whom a push service may ask about us. */
  readonly pushSubject: string
  /** Where reports are passed on to; `null`: the server keeps them itself. */
  readonly reportPlace: ReportPlace | null
  readonly feedback: FeedbackRules
  /** How often members may publish and comment. */
  readonly rateLimitProfile: RateLimitProfile
  /** What of members who were not let in yet waits for a moderator. */
  readonly reviewNewMembers: ReviewMode
  /** Administrators and moderators need a second factor to act as such. */
  readonly staffNeedSecondFactor: boolean
  /** Where members may sign in instead of here; `null`: nowhere. */
  readonly provider: OpenIdProvider | null
  /** Which collections stand at `/rationality`, `/codex`, `/hpmor`, `/highlights`. */
  readonly featured: Featured
  /** A language model that drafts explanations for glossaries; `null`: there is none. */
  readonly drafting: DraftingPlace | null
  /** Pictures of the world below the pins of the map; `null`: our own outline alone. */
  readonly mapTiles: TileSource | null
  readonly archive: ArchiveSettings
  /** Names of the feature flags that are on (shared/reports/flags.ts). */
  readonly flags: readonly string[]
  readonly logLevel: (typeof logLevels)[number]
  /** Proxies in front whose word on the sender's address is taken. */
  readonly trustedProxies: number
  /**
   * We listen on loopback only. Whether others reach us all the same through a proxy:
   * `isLoopbackOnly` (mail/create-mail.ts).
   */
  readonly isLoopback: boolean
  /** Sentences for the operator that stop nothing. */
  readonly warnings: readonly string[]
}

/**
 * Where drafts are asked for: the address takes the messages of a conversation, as most models'
 * services do.
 */
export interface DraftingPlace {
  readonly address: string
  readonly key: string
  /** As its service calls it. */
  readonly model: string
}

/** The public archive, as a CouchDB database. */
export interface ArchiveSettings {
  readonly isOn: boolean
  /** `null`: in a process of our own. */
  readonly place: CouchPlace | null
  /**
   * A database elsewhere that is kept a copy of it, by its whole address, with name and password.
   */
  readonly replicateTo: string | null
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Settings that cannot be used; each problem is one sentence. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** A trimmed text with what is taken when it is not set. */
function text(otherwise: string, ...checks: readonly (readonly [(value: string) => boolean, string])[]) {
  const trimmed = z.string().check(z.trim(), ...checks.map(([isFine, message]) => z.refine<string>(isFine, message)))
  return z._default(trimmed, otherwise)
}

const onOff = z._default(z.enum(['on', 'off'], 'must be "on" or "off"'), 'off')

const Settings = z.object({
  HOST: text('127.0.0.1', [isHost, 'must be an IP address or a host name']),
  PORT: text('4000', [(value) => /^\d{1,5}$/u.test(value) && Number(value) <= 65_535, 'must be a whole number from 0 to 65535']),
  DATA_DIR: text('data', [(value) => !value.includes('\0'), 'must be the path of a folder']),
  SEED: z._default(z.enum(['on', 'off'], 'must be "on" or "off"'), 'on'),
  SITE_NAME: text(
    'Lyceum',
    [(value) => value.length <= 60, 'must have at most 60 characters'],
    [isOneLine, 'must be one line of plain text'],
  ),
  CONTACT_EMAIL: text('', [(value) => value === '' || Email.safeParse(value).success, 'must be an email address']),
  NODE_NAME: text(
    hostname(),
    [(value) => value.length <= 60, 'must have at most 60 characters'],
    [isOneLine, 'must be one line of plain text'],
  ),
  SITE_URL: text(
    '',
    [isWebAddress, 'must be the whole address of the site, such as https://essays.example'],
    [hasNoUser, 'must not hold a user name or password'],
    [endsAfterHost, 'must end after the host: the site cannot live under a path'],
  ),
  DATABASE_URL: text('', [
    isUrlOf('postgres:', 'postgresql:'),
    'must be a PostgreSQL address such as postgres://user:password@host:5432/name',
  ]),
  FILES_URL: text('', [
    (value) => value === '' || bucketAddress(value) !== null,
    'must be the address of a bucket such as https://key:secret@s3.example/bucket?region=eu-1',
  ]),
  FILES_KEY: text('', [(value) => !/\s/u.test(value), 'must be one word']),
  FILES_SECRET: text('', [(value) => !/\s/u.test(value), 'must be one word']),
  SMTP_URL: text('', [isUrlOf('smtp:', 'smtps:'), 'must be the address of a mail server such as smtp://user:password@host:587']),
  INBOUND_MAIL: text('', [
    (value) => value === '' || inboundPlace(value) !== null,
    'must be where to listen and the domain of the addresses, such as smtp://127.0.0.1:2525?domain=reply.essays.example',
  ]),
  VAPID_PUBLIC_KEY: text('', [(value) => /^(?:[\w-]{87})?$/u.test(value), 'must be a public key of 65 bytes in base64url']),
  VAPID_PRIVATE_KEY: text('', [(value) => /^(?:[\w-]{43})?$/u.test(value), 'must be a private key of 32 bytes in base64url']),
  PAYMENTS_KEY: text('', [(value) => /^(?:[\w-]{43})?$/u.test(value), 'must be 32 random bytes in base64url']),
  PAYMENTS_CURRENCY: text('USD', [(value) => /^[A-Z]{3}$/u.test(value), 'must be a currency of three letters such as EUR']),
  VAPID_SUBJECT: text('', [(value) => value === '' || /^(?:https|mailto):\S+$/u.test(value), 'must begin with mailto: or https:']),
  SENTRY_DSN: text(
    '',
    [isDsn, 'must be a DSN such as https://key@o123.ingest.example/456'],
    [(value) => !value.startsWith('http:') || isLoopbackHost(URL.parse(value)?.hostname ?? ''), 'must begin with https://'],
  ),
  SENTRY_ORG: text('', [(value) => /^[\w-]{0,64}$/u.test(value), 'must be the name or number of the organisation']),
  RATE_PROFILE: z._default(z.enum(['default', 'karma'], 'must be "default" or "karma"'), 'default'),
  REVIEW_NEW_MEMBERS: z.optional(z.enum(reviewModes, `must be one of ${reviewModes.join(', ')}`)),
  STAFF_SECOND_FACTOR: z._default(z.enum(['required', 'optional'], 'must be "required" or "optional"'), 'optional'),
  OPENID_NAME: text('', [(value) => value.length <= 40, 'must have at most 40 characters'], [isOneLine, 'must be one line of plain text']),
  OPENID_ISSUER: text(
    '',
    [isUrlOf('http:', 'https:'), 'must be the address of an OpenID provider such as https://id.example'],
    [hasNoUser, 'must not hold a user name or password'],
    [(value) => !value.startsWith('http:') || isLoopbackHost(URL.parse(value)?.hostname ?? ''), 'must begin with https://'],
  ),
  OPENID_CLIENT_ID: text('', [(value) => /^[\u0021-\u007E]{0,500}$/u.test(value), 'must be one word']),
  OPENID_CLIENT_SECRET: text('', [(value) => /^[\u0021-\u007E]{0,500}$/u.test(value), 'must be one word']),
  FEEDBACK_NAME_REQUIRED: onOff,
  FEEDBACK_EMAIL_REQUIRED: onOff,
  DRAFTING_URL: text(
    '',
    [isUrlOf('http:', 'https:'), 'must be the address of a language model such as https://models.example/v1/chat/completions'],
    [hasNoUser, 'must not hold a user name or password'],
    [(value) => !value.startsWith('http:') || isLoopbackHost(URL.parse(value)?.hostname ?? ''), 'must begin with https://'],
  ),
  DRAFTING_KEY: text('', [(value) => /^[\u0021-\u007E]{0,500}$/u.test(value), 'must be one word']),
  DRAFTING_MODEL: text('', [(value) => /^[\w./:-]{0,100}$/u.test(value), 'must be the name of a model']),
  MAP_TILES_URL: text(
    '',
    [hasNoUser, 'must not hold a user name or password'],
    [isTileAddress, 'must be an address with {z}, {x} and {y} in its path, once each, such as https://tiles.example/{z}/{x}/{y}.png'],
    [(value) => !value.startsWith('http:') || isLoopbackHost(URL.parse(value)?.hostname ?? ''), 'must begin with https://'],
  ),
  MAP_TILES_ATTRIBUTION: text(
    '',
    [(value) => value.length <= 200, 'must have at most 200 characters'],
    [isOneLine, 'must be one line of plain text'],
  ),
  ARCHIVE: z._default(z.enum(['on', 'off'], 'must be "on" or "off"'), 'on'),
  ARCHIVE_URL: text('', [
    (value) => value === '' || couchPlace(value) !== null,
    'must be the address of a CouchDB, perhaps with a database, such as https://name:password@couch.example/public',
  ]),
  ARCHIVE_REPLICATE_TO: text('', [
    (value) => value === '' || (couchPlace(value) !== null && /[^/]$/u.test(URL.parse(value)?.pathname ?? '')),
    'must be the whole address of a database such as https://name:password@couch.example/copy',
  ]),
  FLAGS: text('', [(value) => value === '' || namesIn(value).every(isFlag), `must be names of flags: ${flagNames.join(', ')}`]),
  FEATURED_COLLECTIONS: text('', [
    (value) => featuredIn(value) !== null,
    'must be pairs such as rationality=the-long-way, with rationality, codex, hpmor or highlights before the sign',
  ]),
  LOG_LEVEL: z._default(z.enum(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
  TRUST_PROXY: text('0', [(value) => /^\d$/u.test(value), 'must be the number of proxies in front, 0 to 9']),
})

/**
 * @throws ConfigError with one sentence for each wrong value, which names the variable and says
 *   why, never what it was: it may be a password.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  // Set to nothing counts as not set.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const result = Settings.safeParse(given)
  if (!result.success) throw new ConfigError(sentences(result.error.issues))
  const settings = result.data
  const config = {
    host: settings.HOST,
    port: Number(settings.PORT),
    dataDir: settings.DATA_DIR,
    seed: settings.SEED === 'on',
    siteName: settings.SITE_NAME,
    contactEmail: settings.CONTACT_EMAIL || null,
    nodeName: settings.NODE_NAME,
    siteUrl: settings.SITE_URL === '' ? defaultSiteUrl(settings.HOST, Number(settings.PORT)) : new URL(settings.SITE_URL).origin,
    databaseUrl: settings.DATABASE_URL || null,
    bucket: bucketOf(settings),
    smtpUrl: settings.SMTP_URL || null,
    inboundMail: inboundPlace(settings.INBOUND_MAIL),
    vapid: vapidOf(settings),
    paymentsKey: settings.PAYMENTS_KEY === '' ? null : keyIn(settings.PAYMENTS_KEY),
    paymentsCurrency: settings.PAYMENTS_CURRENCY,
    pushSubject:
      settings.VAPID_SUBJECT || (settings.SITE_URL.startsWith('https:') ? settings.SITE_URL : 'mailto:noreply@localhost.localdomain'),
    reportPlace: settings.SENTRY_DSN === '' ? null : reportPlace(settings.SENTRY_DSN, settings.SENTRY_ORG),
    feedback: { nameRequired: settings.FEEDBACK_NAME_REQUIRED === 'on', emailRequired: settings.FEEDBACK_EMAIL_REQUIRED === 'on' },
    rateLimitProfile: settings.RATE_PROFILE,
    // People who try the example community out see at once what they do.
    reviewNewMembers: settings.REVIEW_NEW_MEMBERS ?? (settings.SEED === 'on' ? 'off' : 'posts'),
    staffNeedSecondFactor: settings.STAFF_SECOND_FACTOR === 'required',
    provider: providerIn(settings, (problem) => new ConfigError([problem])),
    featured: featuredIn(settings.FEATURED_COLLECTIONS) ?? {},
    drafting:
      settings.DRAFTING_URL === '' ? null : { address: settings.DRAFTING_URL, key: settings.DRAFTING_KEY, model: settings.DRAFTING_MODEL },
    mapTiles: mapTilesOf(settings),
    archive: {
      isOn: settings.ARCHIVE === 'on',
      place: couchPlace(settings.ARCHIVE_URL),
      replicateTo: settings.ARCHIVE_REPLICATE_TO || null,
    },
    flags: namesIn(settings.FLAGS),
    logLevel: settings.LOG_LEVEL,
    trustedProxies: Number(settings.TRUST_PROXY),
    isLoopback: isLoopbackHost(settings.HOST),
  }
  return { ...config, warnings: warningsOf(config, settings.SITE_URL !== '') }
}

function warningsOf(config: Omit<Config, 'warnings'>, hasSiteUrl: boolean): readonly string[] {
  const warnings: string[] = []
  if (!config.isLoopback && !hasSiteUrl)
    warnings.push('HOST lets others in, but SITE_URL does not say by which address: set it, or they will be turned away.')
  const site = config.siteUrl === null ? null : new URL(config.siteUrl)
  if (site?.protocol === 'http:' && !isLoopbackHost(site.hostname)) {
    warnings.push('SITE_URL is plain http: sign-ins can be overheard, and browsers will not install the app or let it work offline.')
  }
  if (site?.protocol === 'https:' && config.trustedProxies === 0) {
    warnings.push('SITE_URL is https, so there is a proxy in front: set TRUST_PROXY, or all readers share one limit.')
  }
  return warnings
}

/** `null` with port 0: known once a port was found. */
function defaultSiteUrl(host: string, port: number): string | null {
  if (port === 0) return null
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return new URL(`http://${name.includes(':') ? `[${name}]` : name}:${port}`).origin
}

export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/gu, '').toLowerCase()
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}

/** Path style: a bucket's name after the host, perhaps with a folder. */
function bucketAddress(value: string): URL | null {
  const url = URL.parse(value)
  const isBucket = url !== null && /^\/[\w.-]+(?:\/[\w.-]+)*\/?$/u.test(url.pathname) && url.hash === ''
  if (/%(?![\da-f]{2})/iu.test(`${url?.username}${url?.password}`)) return null
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname))
  return isBucket && isSafe ? url : null
}

/** @throws ConfigError when there is a bucket and no key to it */
function bucketOf(settings: { readonly FILES_URL: string; readonly FILES_KEY: string; readonly FILES_SECRET: string }): BucketPlace | null {
  const url = bucketAddress(settings.FILES_URL)
  if (url === null) return null
  const key = settings.FILES_KEY || decodeURIComponent(url.username)
  const secret = settings.FILES_SECRET || decodeURIComponent(url.password)
  if (key === '' || secret === '') throw new ConfigError(['FILES_URL needs a key and a secret: in it, or as FILES_KEY and FILES_SECRET.'])
  return { address: `${url.origin}${url.pathname.replace(/\/$/u, '')}`, region: url.searchParams.get('region') ?? 'us-east-1', key, secret }
}

/** @throws ConfigError for one without the other */
function vapidOf(settings: { readonly VAPID_PUBLIC_KEY: string; readonly VAPID_PRIVATE_KEY: string }): Config['vapid'] {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = settings
  if ((publicKey === '') !== (privateKey === '')) throw new ConfigError(['VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY go together.'])
  return publicKey === '' ? null : { publicKey, privateKey }
}

/**
 * An address at the end of the attribution is where it leads. @throws ConfigError for tiles without
 * it: who makes them wants to be named.
 */
function mapTilesOf(settings: { readonly MAP_TILES_URL: string; readonly MAP_TILES_ATTRIBUTION: string }): TileSource | null {
  const { MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: said } = settings
  if (url === '') return null
  const [, words = said, link] = /^(.*\S)\s+(https:\/\/\S+)$/u.exec(said) ?? []
  if (said === '') throw new ConfigError(['MAP_TILES_URL needs MAP_TILES_ATTRIBUTION: whose map it is.'])
  if (link !== undefined && !URL.canParse(link)) throw new ConfigError(['MAP_TILES_ATTRIBUTION ends in an address that is none.'])
  return { url, attribution: words, ...(link !== undefined && { attributionUrl: link }) }
}

/**
 * `null` for what is none. The database is the last part of the path, `public` where there is no
 * path.
 */
function couchPlace(value: string): CouchPlace | null {
  const url = URL.parse(value)
  if (url === null || url.search !== '' || url.hash !== '' || /%(?![\da-f]{2})/iu.test(`${url.username}${url.password}`)) return null
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackHost(url.hostname))) return null
  const parts = url.pathname.split('/').filter((part) => part !== '')
  const database = parts.pop() ?? 'public'
  if (!/^[a-z][\da-z_$()+-]{0,200}$/u.test(database)) return null
  return {
    server: [url.origin, ...parts].join('/'),
    database,
    name: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  }
}

/** `null` for what is none. */
function inboundPlace(value: string): InboundMailPlace | null {
  const url = URL.parse(value)
  const domain = url?.searchParams.get('domain')?.toLowerCase() ?? ''
  const host = (url?.hostname ?? '').replace(/^\[|\]$/gu, '')
  const isWhole = url?.protocol === 'smtp:' && /^\/?$/u.test(url.pathname) && url.username === '' && url.hash === ''
  // One label is enough on this machine.
  if (!isWhole || url.port === '' || !isHost(host) || !isHost(domain) || [...url.searchParams.keys()].length > 1) return null
  return { host, port: Number(url.port), domain }
}

function isDsn(value: string): boolean {
  return value === '' || reportPlace(value, '') !== null
}

function namesIn(value: string): readonly string[] {
  return value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/**
 * One for each variable: what else is wrong with a value that cannot be used does not matter yet.
 */
function sentences(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): readonly string[] {
  const byName = new Map(issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]))
  return [...byName].map(([name, message]) => `${name} ${message}.`).toReversed()
}
