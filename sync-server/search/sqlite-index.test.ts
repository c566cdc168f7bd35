import { createHash } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { FindAsked } from '#shared/search/port.ts'
import { planOf } from '#shared/search/plan.ts'
import { SearchUnavailable } from '#shared/search/port.ts'
import { parseSearch } from '#shared/search/query.ts'
import { openStore } from '#server/store/open-store.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { atMost } from './at-most.ts'
import { searchClient } from './search-client.ts'
import { openIndex } from './engine.ts'
import { foldedField } from './folded-field.ts'
import { postgresPlace } from '#server/store/testing/each-store.ts'
import { indexVersion, sqliteIndex } from './sqlite-index.ts'

const aDoc = (id: string, body: string) =>
  ({
    kind: 'comments',
    id,
    parent: 'p',
    label: '',
    name: '',
    author: '',
    body,
    facets: [],
    at: 0,
    karma: 0,
    boost: 1,
    isCurated: false,
    isFindable: true,
  }) as const

async function inFolder(work: (dir: string) => Promise<void>): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'lyceum-index-'))
  try {
    await work(dir)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

test('what was taken out is gone from the disk once the index is tidied', () =>
  inFolder(async (dir) => {
    const index = sqliteIndex(join(dir, 'search.sqlite'))
    const bytes = async () => Buffer.concat(await Promise.all((await readdir(dir)).map((name) => readFile(join(dir, name)))))
    for (let n = 0; n < 50; n += 1) await index.change({ put: [aDoc(`c${n}`, `kept words ${n} zzcanary`)] }, 1)
    expect((await bytes()).includes('zzcanary')).toBe(true)
    await index.change({ goneUnder: ['p'] }, 1)
    await index.change({ put: [aDoc('d', 'kept')] }, 1)
    await index.tidy()
    expect((await bytes()).includes('zzcanary')).toBe(false)
    await index.close()
  }))

test('a search that takes too long is given up, but not one that is only beginning', () =>
  inFolder(async (dataDir) => {
    await (await openStore({ databaseUrl: null, dataDir }, serverRegistry.tables, serverRegistry.migrations)).close()
    const said: string[] = []
    const client = searchClient({
      address: { databaseUrl: null, dataDir },
      schema: serverRegistry.migrations?.length ?? 0,
      patienceMs: 1,
      log: (error) => said.push(String(error)),
    })
    const costly = Array<FindAsked>(5_000).fill({
      ...{ kind: 'posts', plan: planOf(parseSearch('tide')), tags: [], since: null, isCurated: false },
      ...{ sort: 'relevance', limit: 10, offset: 0, isCounted: true },
    })
    await expect(client.find(costly)).rejects.toBeInstanceOf(SearchUnavailable)
    expect(said).toEqual([])
    await expect.poll(() => client.find(costly).then(String, () => said)).toEqual(['Error: a search took too long'])
    await expect(client.find([])).rejects.toBeInstanceOf(SearchUnavailable)
    await client.close()
  }))

test('whoever comes while too many are served is turned away, and nobody later', async () => {
  const { promise, resolve } = Promise.withResolvers<{ found: []; isWhole: true }>()
  const search = atMost(1, { find: () => promise })
  const first = search.find([])
  await expect(search.find([])).rejects.toBeInstanceOf(SearchUnavailable)
  resolve({ found: [], isWhole: true })
  await first
  await expect(search.find([])).resolves.toMatchObject({ isWhole: true })
})

test('an index in an earlier form is taken away: nobody would take words out of it any more', async () => {
  await inFolder(async (dataDir) => {
    for (const file of ['search-1.sqlite', 'search-1.sqlite-wal']) await writeFile(join(dataDir, file), 'words')
    const index = await openIndex({ databaseUrl: null, dataDir })
    await index.close()
    expect((await readdir(dataDir)).filter((file) => file.startsWith('search-'))).toEqual([`search-${indexVersion}.sqlite`])
  })
})

test('and in PostgreSQL too', async () => {
  const { address, remove } = await postgresPlace()
  const client = new pg.Client({ connectionString: address.databaseUrl ?? '' })
  await client.connect()
  await client.query('create table search_docs_1 (id text); create table search_state_1 (id text)')
  await (await openIndex(address)).close()
  const { rows } = await client.query("select tablename from pg_tables where tablename like 'search_%' order by 1")
  await client.end()
  expect(rows.map(({ tablename }) => tablename)).toEqual([`search_docs_${indexVersion}`, `search_state_${indexVersion}`])
  await remove()
})

test('words that are made in another way are another version of the index', () => {
  // Each kind of word. When this text gives other words, raise `indexVersion` and put both here.
  const text = 'Café’s Straße ΟΔΟΣ ёж Donau\u00ADdampf می\u200Cخواهم المدرسة هِنْدَ हिन्दी ニュース ﾃﾞｰﾀ 検索 ทำ 검색 ２０２６ 1\uFE0F\u20E3'
  const words = createHash('sha256').update(foldedField(text)).digest('hex').slice(0, 12)
  expect([indexVersion, words]).toEqual([3, 'ec351e0ef6cb'])
})
