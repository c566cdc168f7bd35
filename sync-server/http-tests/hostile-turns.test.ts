/**
 * What a member sends to keep the server busy, by every door that takes texts: no turn of its event
 * loop computes long, and others are answered meanwhile.
 */
import { beforeAll, expect, test } from 'vitest'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import type { Answer, Client } from './testing/client.ts'
import { siteForTests } from './testing/site-for-tests.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { machineSlowness } from '#shared/testing/machine-slowness.ts'

/**
 * What others may be kept waiting, in CPU time of the server's main thread on the machine of the
 * budgets; without a thread each of these took a second.
 */
const longestTurnMs = 100
const watch = join(import.meta.dirname, '..', '..', 'scripts', 'turn-watch.ts')

const site = siteForTests({ NODE_OPTIONS: `--import ${watch}` })
let member: Client
let key = ''
let upSince = 0

const filled = (unit: string, bytes: number): string => unit.repeat(Math.floor(bytes / unit.length))
const deepLists = Array.from({ length: 1_300 }, (_, n) => `${' '.repeat(n)}- x`).join('\n')
const colouredCode = Array.from(
  { length: 14 },
  (_, n) => `\`\`\`js\n// ${n}\n${filled('const f = (x) => `${x}`;\n', 40_000)}\`\`\`\n\n`,
).join('')
const formulas = Array.from({ length: 120 }, (_, n) => `$$\n${n}${filled('+x_{1}^{2}', 4_800)}\n$$\n\n`).join('')

interface Turn {
  readonly endedAt: number
  readonly ms: number
}
const turns = (): readonly Turn[] =>
  [...site.output().matchAll(/^turn (\d+) (\d+)$/gmu)].map(([, endedAt, ms]) => ({ endedAt: Number(endedAt), ms: Number(ms) }))

/**
 * Sends it while /healthz is asked every 20 ms; what the longest turn computed meanwhile, and
 * whether anybody else was answered.
 */
async function watched(send: () => Promise<Answer>) {
  const from = Date.now()
  let isAnswered = false
  const answer = send().finally(() => (isAnswered = true))
  let [healthy, slowness] = [0, machineSlowness()]
  while (!isAnswered) {
    await after(20)
    slowness = Math.max(slowness, machineSlowness())
    const health = await site.visitor().get('/healthz')
    if (health.status === 200 && !isAnswered) healthy += 1
  }
  const { status } = await answer
  await after(30)
  const longest = Math.max(
    0,
    ...turns()
      .filter(({ endedAt }) => endedAt >= from)
      .map(({ ms }) => ms),
  )
  return { status, longest, slowness, healthy, tookMs: Date.now() - from }
}

/**
 * Both limits as this machine would need them just then: of turns the longest is taken, so of its
 * slowness the worst of the same seconds.
 */
function expectFree({ status, longest, slowness, healthy, tookMs }: Awaited<ReturnType<typeof watched>>): void {
  expect([200, 201, 303, 400, 413, 429]).toContain(status)
  expect(longest).toBeLessThan(longestTurnMs * slowness)
  if (tookMs > 1_000 * slowness) expect(healthy).toBeGreaterThan(0)
}

const fields = { postId: '', title: 'Hostile', lang: 'en', kind: 'post', from: '/newPost' }
const preview = (markdown: string) => member.postForm('posts.publish', { ...fields, markdown, action: 'preview' })
const draftByFile = (text: string) => member.postFile('posts.saveDraft', { ...fields, action: '' }, { name: 'a.md', text })
const api = (path: string, body: unknown) =>
  member.send('POST', `/api/v1${path}`, {
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  })

beforeAll(async () => {
  upSince = Date.now()
  member = await site.member('oskar')
  const made = await member.postForm('api.makeKey', { from: '/account?tab=keys', name: 'Robot', endsOn: new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10), read: 'on', draft: 'on', comment: 'on', password: site.password }) // oxfmt-ignore
  key = /lyceum_key_[\w-]+/u.exec(made.text)?.[0] ?? ''
  // What a server compiles when it first does a thing is not what is measured.
  const honest = Array.from({ length: 400 }, (_, n) => `## Part ${n}\n\nSome *words* of [it](https://example.org), $x_${n}$.`).join('\n\n')
  for (let n = 0; n < 2; n += 1) {
    await preview(honest)
    await draftByFile(honest)
    await api('/drafts', { title: 'Honest', markdown: honest })
  }
}, 300_000)

test('there is an API key, and what starting left behind is collected', async () => {
  expect(key).not.toBe('')
  // Once, 4 s after the start, whatever anybody sends (sync/give-back.ts): nor is that measured.
  await expect.poll(() => Date.now() - upSince, { timeout: 60_000 }).toBeGreaterThan(6_000)
})

const doors = {
  'a preview': preview,
  'a file that becomes a draft': draftByFile,
  'a draft by the API': (markdown: string) => api('/drafts', { title: 'Hostile', markdown }),
}

// Each sample by one door: parsing takes a thread up to two seconds. Encoded for a form, most of
// them are three times as long.
test.each<readonly [keyof typeof doors, string, string]>([
  ['a preview', 'open pictures', filled('![', 600_000)],
  ['a draft by the API', 'open pictures in links', filled('[![', 960_000)],
  ['a file that becomes a draft', 'open notes', filled('[^a', 960_000)],
  ['a preview', 'quotes in quotes', filled('> ', 600_000)],
  ['a draft by the API', 'runs of emphasis', filled('*a_ ', 960_000)],
  ['a file that becomes a draft', 'lists in lists', deepLists],
  ['a draft by the API', 'HTML in HTML', filled('<div>', 960_000)],
  ['a preview', 'coloured code', colouredCode],
  ['a preview', 'formulas', formulas],
])('%s of %s keeps nobody waiting', async (door, _what, markdown) => {
  const seen = await watched(() => doors[door](markdown))
  expectFree(seen)
})

test('a long text of deep quotations is read as JSON and as Markdown, and keeps nobody waiting', async () => {
  const row = '> '.repeat(50)
  const markdown = filled(`${row}"a" & <b>\n${row}\n`, 800_000)
  const published = await member.postForm('posts.publish', { ...fields, markdown, action: '' })
  const address = published.location ?? ''
  const [, postId = ''] = /^\/posts\/(\w{26})/u.exec(address) ?? []
  for (const path of [`/api/v1/posts/${postId}`, `${address.replace(/[?#].*$/u, '')}.md`]) {
    const seen = await watched(() => member.open(path))
    expect(seen.status, path).toBe(200)
    expectFree(seen)
  }
})

test.each([
  ['formulas', formulas],
  ['coloured code', colouredCode],
  ['signs', filled('"a" & <b> ', 600_000)],
])('a published text of %s is drawn for its readers in a thread', async (_what, markdown) => {
  const published = await member.postForm('posts.publish', { ...fields, markdown, action: '' })
  const seen = await watched(() => site.visitor().open(published.location ?? ''))
  expect(seen.status).toBe(200)
  expectFree(seen)
})

test('two versions of 0.9 MB that have little in common are compared in a thread', async () => {
  const publish = (postId: string, markdown: string) => member.postForm('posts.publish', { ...fields, postId, markdown, action: '' })
  const [, postId = ''] = /^\/posts\/(\w{26})/u.exec((await publish('', filled('a b ', 900_000))).location ?? '') ?? []
  expect((await publish(postId, filled('b a ', 900_000))).status).toBe(303)
  const seen = await watched(() => member.open(`/compare/post/${postId}?before=1.0.0&after=1.1.0&show=all`))
  expect(seen.status).toBe(200)
  expectFree(seen)
})
