import { plainReports } from '#shared/reports/site-reports.ts'
import { onTestFinished } from 'vitest'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Passwords } from '#server/features/accounts/passwords.ts'
import type { Answer } from '#server/http/testing/test-site.ts'
import { readConfig } from '#server/config.ts'
import { createPasswords } from '#server/features/accounts/passwords.ts'
import type { FeatureOptions } from '#server/features/features.ts'
import { createFeatures } from '#server/features/features.ts'
import type { AppOptions } from '#server/http/app.ts'
import { buildApp } from '#server/http/app.ts'
import { makeLogger } from '#server/http/log.ts'
import { smallWeb } from '#server/http/testing/small-web.ts'
import { exchange } from '#server/http/testing/test-site.ts'
import { openStore } from '#server/store/open-store.ts'
import { productPlace } from '#server/store/testing/product-store.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import { deviceSubscriptions } from '#server/device-subscriptions.ts'
import { documentRooms, keepSettled } from '#server/document-rooms.ts'
import { startDocumentWorkers } from '#server/documents/workers/pool.ts'
import { serverRegistryOf } from '#server/server-registry.ts'
import { karmaStats } from '#shared/accounts/schema.ts'
import { policies } from '#shared/policies.ts'
import { T0 } from '#shared/testing/factories.ts'

/** Argon2id as ever, but cheap: tests make hundreds. */
export const cheapPasswords = createPasswords({ parameters: { memory: 64, passes: 1, parallelism: 1 }, waiting: 10_000 })

/**
 * The real server around the real core and all features, on a store of its own, with a clock that a
 * test sets. Closed after the test.
 */
export async function featureSite(
  settings: Record<string, string> = {},
  passwords: Passwords = cheapPasswords,
  {
    text = () => async () => ({ html: () => '', markdown: () => '' }),
    draftTerms,
    archive,
    ends = onTestFinished,
  }: Pick<FeatureOptions, 'draftTerms' | 'archive'> & {
    readonly text?: AppOptions['text']
    /** Takes what closes the site; outside of a test there is none that finishes. */
    readonly ends?: (close: () => Promise<void>) => void
  } = {},
) {
  const place = await productPlace()
  const config: Config = readConfig({
    PORT: '0',
    DATA_DIR: place.address.dataDir,
    LOG_LEVEL: 'silent',
    SITE_NAME: 'Night Harbour',
    ARCHIVE: 'off',
    ...settings,
  })
  // As the operator has set it, as in the writer's thread.
  const serverRegistry = serverRegistryOf(config)
  const clock = { now: T0 }
  const now = (): number => clock.now
  const store = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
  const writer = inProcessWriter(store, serverRegistry, { clock: now })
  const log = makeLogger('silent')
  const workers = startDocumentWorkers({ threads: 1 })
  const rooms = documentRooms({ store, writer, workers, settled: keepSettled(writer, workers), log: () => undefined })
  const features = createFeatures(
    { config, store, writer, rooms, log },
    { now, passwords, ...(draftTerms !== undefined && { draftTerms }), ...(archive !== undefined && { archive }) },
  )
  let printed = (): string => ''
  const app = await buildApp({
    site: {
      ...{ name: config.siteName, tagline: '', build: 'b1', hasDevInbox: true, reports: plainReports },
      ...(config.provider !== null && { provider: config.provider.name }),
      ...(config.mapTiles !== null && { mapTiles: config.mapTiles }),
    },
    siteUrl: config.siteUrl,
    unsafePerMinute: 100_000,
    trustedProxies: config.trustedProxies,
    store,
    apply: (mutation) => writer.apply(mutation),
    onCommit: (listen) => writer.onCommit(listen),
    isHealthy: () => writer.healthy,
    subscriptionManager: deviceSubscriptions({ store, writer, log: () => undefined, build: 'b1' }),
    rooms,
    policies,
    viewerOf: serverRegistry.viewerOf,
    ...features,
    moreRoutes(fastify, context) {
      features.moreRoutes?.(fastify, context)
      printed = () => fastify.printRoutes()
    },
    webEntry: { entry: async () => web },
    text,
    clientDir: null,
    publicDir: join(import.meta.dirname, '..', '..', '..', 'public'),
    log,
    now,
  })
  const origin = await app.listen('127.0.0.1', 0)
  await features.listening?.(origin)
  const port = app.port ?? 0
  // Not by an `afterEach` of this module: files share a process, and it is the first one's alone.
  ends(async () => {
    await app.close()
    await workers.close()
    await features.close?.()
    await writer.close()
    await store.close()
    await place.remove()
  })
  const browser = (address = '127.0.0.1') =>
    aBrowser({ port, host: config.siteUrl === null ? `127.0.0.1:${port}` : new URL(config.siteUrl).host, address })
  return {
    config,
    store,
    writer,
    clock,
    origin,
    archive: features.archive,
    browser,
    rendered: web.renders,
    /** The router's tree, once it listens. */
    printedRoutes: () => printed(),
    /** Gives who is signed in there karma, as votes would: new tags and pages need some. */
    async earn(who: Browser, karma = 5): Promise<void> {
      const id = (await who.me()).viewer.userId ?? ''
      await store.write(({ tx }) => tx.put(karmaStats, { id, karma, postCount: 0, commentCount: 0 }))
    },
    /** As the inbox page's list has them, newest first: subject, address, and the mail's text. */
    async mails() {
      await features.settled()
      const list = await browser().get('/dev/inbox')
      const rows = [...list.text.matchAll(/<li><p><a href="([^"]+)">([^<]*)<\/a><\/p><p>([^<]*), <time/gu)]
      return Promise.all(
        rows.map(async ([, href = '', subject = '', to = '']) => ({
          subject,
          to,
          text: (await browser().get(href)).text
            .replaceAll(/<[^>]*>/gu, '')
            .replaceAll('&#39;', "'")
            .replaceAll('&quot;', '"'),
        })),
      )
    },
  }
}
export type FeatureSite = Awaited<ReturnType<typeof featureSite>>
const web = smallWeb()

interface BrowserOptions {
  readonly port: number
  readonly host: string
  readonly address: string
}

/**
 * Somebody at a browser: keeps cookies, sends forms. Its address is what a trusted proxy says it
 * is.
 */
function aBrowser({ port, host, address }: BrowserOptions) {
  const cookies = new Map<string, string>()
  const send = async (method: string, path: string, headers: Record<string, string> = {}, body?: string | Uint8Array): Promise<Answer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const all = {
      host,
      'x-forwarded-for': address,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:1.0) Gecko/20100101 Firefox/140.0',
      ...(cookie === '' ? {} : { cookie }),
      ...headers,
    }
    const answer = await exchange(port, method, path, all, body)
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(line) ?? []
      if (/max-age=0/iu.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const form = (name: string, fields: Readonly<Record<string, string>>, headers: Record<string, string> = {}) =>
    send(
      'POST',
      `/api/form/${name}`,
      { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      new URLSearchParams(fields).toString(),
    )
  return {
    cookies,
    send,
    form,
    get: (path: string) => send('GET', path),
    async me() {
      const answer = await send('GET', '/api/me')
      return JSON.parse(answer.text) as {
        name: string | null
        viewer: { kind: string; userId?: string; isAdmin?: boolean; bannedUntil?: number }
      }
    },
    signUp: (userName: string, more: Readonly<Record<string, string>> = {}) =>
      form('accounts.signUp', {
        from: '/login',
        userName,
        email: `${userName.toLowerCase()}@example.org`,
        password: goodPassword,
        ...more,
      }),
    signIn: (login: string, password = goodPassword, more: Readonly<Record<string, string>> = {}) =>
      form('accounts.signIn', { from: '/login', login, password, ...more }),
  }
}
export type Browser = ReturnType<typeof aBrowser>

export const goodPassword = 'seven herons at low tide'

/** The form that a page shows again, as the small web prints it. */
export function shownForm(answer: Answer): {
  mutation: string
  values: Record<string, string>
  error: Record<string, unknown> | null
  continueWith: { mutation: string; values: Record<string, string> } | null
} {
  const [, text = ''] = /<main>(.*)<\/main>/su.exec(answer.text) ?? []
  return JSON.parse(text).form
}

/** The secret in a mail's link. */
export function secretIn(text: string): string {
  return /\/(?:emailToken|resetPassword)\/([\w-]{43})/u.exec(text)?.[1] ?? ''
}
