import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineQuery } from '#shared/kernel/query.ts'
import { defineTable } from '#shared/kernel/table.ts'
import { openStore } from './open-store.ts'
import type { Migration } from './port.ts'
import { places, sqlitePlace } from './testing/each-store.ts'
import type { TestPlace } from './testing/each-store.ts'

const Book = z.object({ id: z.string(), author: z.string(), year: z.nullable(z.number()), isLent: z.boolean() })
const common = { name: 'books', row: Book, scope: () => 'public', shape: () => null }
const bare = defineTable(common)
const byAuthor = defineTable({ ...common, indexes: [['author']] })
const byYear = defineTable({ ...common, indexes: [['isLent', 'year']], unique: [['year']] })

const someBooks = [
  { id: 'b1', author: 'Ann', year: 1999, isLent: true },
  { id: 'b2', author: 'Bob', year: null, isLent: true },
  { id: 'b3', author: 'Ann', year: 1980, isLent: false },
]

describe.each(places)('declarations on %s', (_name, makePlace) => {
  let place: TestPlace
  beforeEach(async () => {
    place = await makePlace()
  })
  afterEach(() => place.remove())

  async function putBooks(table: typeof bare, count = 0) {
    const store = await openStore(place.address, [table])
    await store.write(async ({ tx }) => {
      for (const book of someBooks) await tx.put(table, book)
      for (let n = 0; n < count; n += 1) await tx.put(table, { id: `more-${n}`, author: 'Many', year: null, isLent: false })
      await tx.put(table, { id: 'gone', author: 'Ann', year: 1, isLent: true })
      await tx.delete(table, 'gone')
    })
    await store.close()
  }

  test('an index declared later answers for rows written before', async () => {
    await putBooks(bare, 1_100)
    const store = await openStore(place.address, [byAuthor])
    const books = (author: string) => defineQuery({ table: byAuthor, index: ['author'], equals: [author], order: 'ascending', limit: 9 })
    const found = await store.read((read) => read.list(books('Ann')))
    expect(found.map((book) => book.id)).toEqual(['b1', 'b3'])
    expect(await store.read((read) => read.count(books('Many')))).toBe(1_100)
    await store.close()
  })

  test('a unique key declared later holds for rows written before', async () => {
    await putBooks(byAuthor)
    const store = await openStore(place.address, [byYear])
    const lent = defineQuery({ table: byYear, index: ['isLent', 'year'], equals: [true], from: 0, order: 'ascending', limit: 9 })
    expect((await store.read((read) => read.list(lent))).map((book) => book.id)).toEqual(['b1'])
    const again = store.write(({ tx }) => tx.put(byYear, { id: 'b4', author: 'Cat', year: 1999, isLent: false }))
    await expect(again).rejects.toMatchObject({ code: 'taken', field: 'year' })
    await store.close()
  })

  test('an index that comes back after being dropped knows what was written meanwhile', async () => {
    await putBooks(byAuthor)
    const without = await openStore(place.address, [byYear])
    await without.write(({ tx }) => tx.put(byYear, { id: 'b3', author: 'Dan', year: 1980, isLent: false }))
    await without.close()
    const store = await openStore(place.address, [byAuthor])
    const ofDan = defineQuery({ table: byAuthor, index: ['author'], equals: ['Dan'], order: 'ascending', limit: 9 })
    expect((await store.read((read) => read.list(ofDan))).map((book) => book.id)).toEqual(['b3'])
    await store.close()
  })

  test('a field that becomes another kind is filled anew', async () => {
    const asText = defineTable({
      name: 'rooms',
      row: z.object({ id: z.string(), floor: z.string() }),
      indexes: [['floor']],
      scope: () => 'public',
      shape: () => null,
    })
    const asNumber = defineTable({
      name: 'rooms',
      row: z.object({ id: z.string(), floor: z.number() }),
      indexes: [['floor']],
      scope: () => 'public',
      shape: () => null,
    })
    const empty = await openStore(place.address, [asText])
    await empty.close()
    const store = await openStore(place.address, [asNumber])
    for (const floor of [10, 9]) await store.write(({ tx }) => tx.put(asNumber, { id: `r${floor}`, floor }))
    const upwards = defineQuery({ table: asNumber, index: ['floor'], equals: [], order: 'ascending', limit: 9 })
    expect((await store.read((read) => read.list(upwards))).map((room) => room.floor)).toEqual([9, 10])
    await store.close()
  })

  const lendAll: Migration = {
    name: 'every book is lent',
    async run({ tx }) {
      for (const book of await tx.getMany(bare, ['b1', 'b2', 'b3'])) await tx.put(bare, { ...book, isLent: true })
    },
  }
  const failing: Migration = {
    name: 'fails half way',
    async run({ tx }) {
      await tx.put(bare, { id: 'half', author: '', year: null, isLent: false })
      throw new Error('planted')
    },
  }

  test('a data migration runs once, in order, and tells the journal', async () => {
    await putBooks(bare)
    const once = await openStore(place.address, [bare], [lendAll])
    expect(once.meta.schema).toBe(1)
    expect(once.meta.migrations).toMatchObject([{ name: lendAll.name, runs: [{ failure: null }] }])
    expect(await once.read((read) => read.get(bare, 'b3'))).toMatchObject({ isLent: true })
    await once.write(({ tx }) => tx.put(bare, { id: 'b3', author: 'Ann', year: 1980, isLent: false }))
    const position = await once.journal.position()
    await once.close()
    const twice = await openStore(place.address, [bare], [lendAll])
    expect(twice.meta.migrations).toEqual(once.meta.migrations)
    expect(await twice.read((read) => read.get(bare, 'b3'))).toMatchObject({ isLent: false })
    expect(await twice.journal.position()).toBe(position)
    expect(twice.meta.epoch).toBe(once.meta.epoch)
    await twice.close()
  })

  test('two servers that start at once migrate once', async () => {
    await putBooks(bare)
    // Work may be tried twice by the engine; what counts is that it takes effect once.
    const aYearOn: Migration = {
      name: 'every book is a year younger',
      async run({ tx }) {
        for (const book of await tx.getMany(bare, ['b1', 'b3'])) await tx.put(bare, { ...book, year: (book.year ?? 0) + 1 })
      },
    }
    const both = await Promise.all([openStore(place.address, [bare], [aYearOn]), openStore(place.address, [bare], [aYearOn])])
    expect(both.map((store) => store.meta.schema)).toEqual([1, 1])
    expect(await both[0].read((read) => read.get(bare, 'b3'))).toMatchObject({ year: 1981 })
    await Promise.all(both.map((store) => store.close()))
  })

  test('a migration that fails leaves nothing, stops the start, and is noted', async () => {
    await putBooks(bare)
    await expect(openStore(place.address, [bare], [lendAll, failing])).rejects.toThrow('planted')
    const store = await openStore(place.address, [bare], [lendAll])
    expect(store.meta.schema).toBe(1)
    expect(await store.read((read) => read.get(bare, 'half'))).toBeUndefined()
    await store.close()
    const repaired = await openStore(place.address, [bare], [lendAll, { ...failing, run: async () => undefined }])
    expect(repaired.meta.migrations[1]?.runs.map(({ failure }) => failure)).toEqual([expect.stringContaining('planted'), null])
    await repaired.close()
  })

  test('a new store has all migrations behind it; an older program refuses a newer store in one sentence', async () => {
    const store = await openStore(place.address, [bare], [failing])
    expect(store.meta.schema).toBe(1)
    expect(store.meta.migrations).toEqual([{ name: failing.name, runs: [] }])
    await store.close()
    await expect(openStore(place.address, [bare])).rejects.toThrow(/written by a newer version \(data schema 1, this program knows 0\)/)
  })
})

test('on SQLite, indexes and columns no longer declared are gone, and lists walk theirs', async () => {
  const place = await sqlitePlace()
  for (const table of [byYear, byAuthor]) await (await openStore(place.address, [table])).close()
  const db = new DatabaseSync(`${place.address.dataDir}/lyceum.sqlite`, { readOnly: true })
  const names = db.prepare("select name from sqlite_master where type = 'index' and name like '%books_%' and name not like 'sqlite%'").all()
  expect(names.map((row) => row['name'])).toEqual(['ix_books_author'])
  const columns = db
    .prepare('pragma table_info(books)')
    .all()
    .map((row) => row['name'])
  expect(columns).toEqual(['id', 'seq', 'version', 'scope', 'shape', 'deleted', 'body', 'c_author'])
  db.close()
  await place.remove()
})
