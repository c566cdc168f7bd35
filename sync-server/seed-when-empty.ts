import type { Config } from './config.ts'
import type { SeedDeps } from './seed/seed.ts'
import type { Store } from './store/port.ts'
import { nameSkeleton } from '#shared/accounts/names.ts'
import { members } from '#shared/accounts/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { createPasswords } from './features/accounts/passwords.ts'
import { isLoopbackOnly } from './mail/create-mail.ts'
import type { PasswordLink } from './seed/example-passwords.ts'
import { knownPassword, passwordLinksFor, unseenPassword } from './seed/example-passwords.ts'
import { openStore } from './store/open-store.ts'
import type { Writer } from './sync/writer.ts'
import { takeLease } from './sync/leases.ts'
import { runOperation } from './sync/operations.ts'
import { inProcessWriter } from './sync/writer.ts'
import { serverRegistry } from './server-registry.ts'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

export type SeedOptions = Pick<SeedDeps, 'onlyMembers'>

const firstMemberMs = 20_000

/**
 * Fills an empty store with the example community and tells the operator how to sign in. The known
 * password is given only where nobody else can reach the site; elsewhere nobody knows one, and
 * links that set them are printed.
 */
export async function seedWhenEmpty(config: Config, say: (line: string) => void, options: SeedOptions = {}): Promise<void> {
  if (!config.seed) return
  const store = await openStore(
    { databaseUrl: config.databaseUrl, dataDir: config.dataDir },
    serverRegistry.tables,
    serverRegistry.migrations,
  )
  try {
    if (await isEmpty(store)) await seed(store, config, say, options)
    else if (isLoopbackOnly(config) && (await hasExamples(store))) say(signIns(exampleNames, knownPassword))
  } finally {
    await store.close()
  }
}

async function seed(store: Store, config: Config, say: (line: string) => void, options: SeedOptions): Promise<void> {
  const { seedExampleCommunity } = await import('./seed/seed.ts')
  const { keepRelatedPosts } = await import('./features/feed/related-job.ts')
  const writer = inProcessWriter(store, serverRegistry, { clock: store.clock })
  if (!(await isOurs(store, writer))) return say('Another server fills the store with an example community.')
  const password = isLoopbackOnly(config) ? knownPassword : unseenPassword()
  const passwords = createPasswords()
  say('Filling the empty store with an example community …')
  const report = await seedExampleCommunity({
    apply: (mutation) => writer.apply(mutation),
    hashPassword: (plain) => passwords.hash(plain),
    now: store.clock(),
    password,
    ...options,
  })
  if (options.onlyMembers !== true) {
    const { finishExampleReview } = await import('./seed/review-results.ts')
    await finishExampleReview({ config, store, writer, now: store.clock(), admin: report.adminId })
  }
  // As the job does each minute: a copy of this store has nothing to do then.
  await keepRelatedPosts({ store, apply: (mutation) => writer.apply(mutation) }, store.clock())
  const found = password === knownPassword ? null : await passwordLinksFor(store, writer, exampleUserNames)
  await writer.close()
  say(`${report.members.length} members, ${report.posts} posts, ${report.comments} comments, ${report.votes} votes.`)
  say(found === null ? signIns(exampleNames, password) : linksOf(found, config.siteUrl ?? ''))
}

function linksOf(found: readonly PasswordLink[], origin: string): string {
  const lines = found.map(({ userName, path }) => `${userName}: ${origin}${path}`)
  return `Example accounts get their passwords by these links, once, within an hour (npm run example-passwords -- MEMBER makes others):\n${lines.join('\n')}`
}

/**
 * Of several servers that start at once on an empty store one fills it. It has its first member at
 * once, or has died.
 */
async function isOurs(store: Store, writer: Writer): Promise<boolean> {
  const holder = randomBytes(9).toString('base64url')
  const first = await runOperation(writer, takeLease, { id: 'seed', holder, seen: null })
  if (first.holder === holder) return true
  await sleep(firstMemberMs)
  if (!(await isEmpty(store))) return false
  return (await runOperation(writer, takeLease, { id: 'seed', holder, seen: first })).holder === holder
}

/** One of each role, and two members to talk to each other. */
const exampleUserNames = ['marit', 'teo', 'yusuf', 'lina'] as const
const exampleNames = ['marit (admin)', 'teo (moderator)', 'yusuf', 'lina'] as const

function signIns(names: readonly string[], password: string): string {
  return `Example sign-ins: ${names.join(', ')}; the password of each is ${password}`
}

async function hasExamples(store: Store): Promise<boolean> {
  const marit = defineQuery({ table: members, index: ['userNameKey'], equals: [nameSkeleton('marit')], order: 'ascending', limit: 1 })
  return (await store.read((read) => read.count(marit))) > 0
}

async function isEmpty(store: Store): Promise<boolean> {
  const anyone = defineQuery({ table: members, index: ['joinedAt'], equals: [], order: 'ascending', limit: 1 })
  return (await store.read((read) => read.count(anyone))) === 0
}
