/**
 * The search among 10,000 posts and 200,000 comments, in SQLite: how fast it is made, how large it
 * is, how long the questions of somebody who types take, and those of the page, against a scan of
 * the same texts by LIKE in the same run. Processor time, so that whatever else the machine does is
 * not counted. Run: `node bench/search.ts [posts] [comments]`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SearchDoc, SearchIndex } from '#server/search/index-port.ts'
import type { FindAsked } from '#shared/search/port.ts'
import { sqliteIndex } from '#server/search/sqlite-index.ts'
import { tagFacet, userFacet } from '#server/search/facets.ts'
import { searchKinds } from '#shared/search/params.ts'
import { planOf } from '#shared/search/plan.ts'
import { parseSearch } from '#shared/search/query.ts'
import { commentBoost, postBoost } from '#shared/search/ranking.ts'
import { KiB, report, round } from './lib/figures.ts'
import { prose } from './lib/prose.ts'

const postCount = Number(process.argv[2] ?? 10_000)
const commentCount = Number(process.argv[3] ?? 200_000)
const wordsOf = { post: 600, comment: 80 } as const
const memberCount = 5_000
const tags = ['Statistics', 'Night Watch', 'Rationality', 'Gardens', 'Clocks', 'Rivers']
const atOnce = 200

const dir = await mkdtemp(join(tmpdir(), 'lyceum-search-'))
const path = join(dir, 'search.sqlite')
const index = sqliteIndex(path)
const scan = new DatabaseSync(':memory:')
scan.exec('create table plain (id text, body text, at real)')
const keep = scan.prepare('insert into plain values (?, ?, ?)')

const nameOf = (n: number): string => `${prose(n + 7_000_000, 5).split(' ')[0]} Member${n % memberCount}`
const docOf = (kind: 'posts' | 'comments', n: number): SearchDoc => {
  const karma = (n * 7_919) % 90
  const name = nameOf(n % memberCount)
  const tag = tags[n % tags.length] ?? ''
  return {
    kind,
    id: `${kind}-${n}`,
    parent: kind === 'comments' ? `posts-${n % postCount}` : '',
    label: '',
    name: kind === 'posts' ? prose(n + 3_000_000, 7) : '',
    author: name,
    body: prose(kind === 'posts' ? n : n + 1_000_000, kind === 'posts' ? wordsOf.post : wordsOf.comment),
    facets: [userFacet(name), tagFacet(tag.toLowerCase())],
    at: n,
    karma,
    boost: kind === 'posts' ? postBoost(karma) : commentBoost(karma),
    isCurated: n % 50 === 0,
    isFindable: true,
  }
}

const indexing = performance.now()
let making = 0
for (const [kind, count] of [
  ['posts', postCount],
  ['comments', commentCount],
] as const) {
  for (let from = 0; from < count; from += atOnce) {
    const begun = performance.now()
    const docs = Array.from({ length: Math.min(atOnce, count - from) }, (_, at) => docOf(kind, from + at))
    making += performance.now() - begun
    await index.change({ put: docs }, 1)
    const scanning = performance.now()
    scan.exec('begin')
    for (const doc of docs) keep.run(doc.id, doc.body, doc.at)
    scan.exec('commit')
    making += performance.now() - scanning
  }
}
for (let n = 0; n < memberCount; n += 1) {
  const name = nameOf(n)
  await index.change({ put: [{ ...docOf('posts', n), kind: 'users', id: `users-${n}`, name, author: '', body: '', boost: 1 }] }, 1)
}
const indexingMs = performance.now() - indexing - making

// Words as people look for them: one or two of a text that is there, the last perhaps unfinished.
const queries = Array.from({ length: 300 }, (_, n) => {
  const words = prose(n * 31 + 5_000_000, 10)
    .toLowerCase()
    .split(' ')
    .filter((word) => word.length > 3)
  const typed = words.slice(0, 1 + (n % 3)).join(' ')
  return n % 2 === 0 ? typed : typed.slice(0, Math.max(3, typed.length - 2))
})

const typing = await times(queries, (typed) => ask(index, typed, [4, 2, 3, 2], 'relevance', false))
const page = await times(queries, (typed) => ask(index, `${typed} `, [10, 0, 0, 0]))
const comments = await times(queries, (typed) => ask(index, `${typed} `, [0, 10, 0, 0]))
const newest = await times(queries, (typed) => ask(index, `${typed} `, [10, 0, 0, 0], 'newest_first'))
const common = await times(['the', 'and a', 'of the', 'to', 'a the of and to in is'], (typed) => ask(index, `${typed} `, [10, 10, 0, 0]))
const hostile = await times(
  [
    'the '.repeat(16),
    'th in of an a i to is it'.repeat(3),
    `"${'the '.repeat(12)}" ${'a '.repeat(10)}`,
    '(((( a* OR b*',
    'user:x '.repeat(16),
    '-the '.repeat(15) + 'a',
  ],
  (typed) => ask(index, typed, [10, 10, 10, 10]),
)
const like = scan.prepare('select id from plain where body like ? order by at desc limit 10')
const scans = await times(queries.slice(0, 30), async (typed) => void like.all(`%${typed.split(' ')[0]}%`))

report({
  documents: postCount + commentCount + memberCount,
  indexedPerSecond: Math.round(((postCount + commentCount + memberCount) * 1_000) / indexingMs),
  indexKiB: KiB(await index.size()),
  typingP50Ms: at(typing, 0.5),
  typingP95Ms: at(typing, 0.95),
  pageP50Ms: at(page, 0.5),
  pageP95Ms: at(page, 0.95),
  commentsP50Ms: at(comments, 0.5),
  commentsP95Ms: at(comments, 0.95),
  newestP95Ms: at(newest, 0.95),
  commonestWordsMs: at(common, 1),
  worstHostileMs: at(hostile, 1),
  likeScanP50Ms: at(scans, 0.5),
  likeOverPage: round(at(scans, 0.5) / at(comments, 0.5)),
})
await index.close()
scan.close()
await rm(dir, { recursive: true, force: true })

async function ask(
  of: SearchIndex,
  typed: string,
  limits: readonly number[],
  sort: FindAsked['sort'] = 'relevance',
  isCounted = true,
): Promise<void> {
  const plan = planOf(parseSearch(typed))
  for (const [n, kind] of searchKinds.entries())
    await of.find({ kind, plan, tags: [], since: null, isCurated: false, sort, limit: limits[n] ?? 0, offset: 0, isCounted })
}

async function times(of: readonly string[], work: (typed: string) => Promise<void>): Promise<readonly number[]> {
  for (const typed of of.slice(0, 10)) await work(typed)
  const took: number[] = []
  for (const typed of of) {
    const from = process.cpuUsage()
    await work(typed)
    const { user, system } = process.cpuUsage(from)
    took.push((user + system) / 1_000)
  }
  return took
}

function at(took: readonly number[], part: number): number {
  const sorted = took.toSorted((a, b) => a - b)
  return round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
}
