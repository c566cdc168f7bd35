import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aNote, notes, secrets, sums, testTables } from '#shared/testing/notes.ts'
import { openStore } from './open-store.ts'
import type { ShapePlace, ShapeRow, Store } from './port.ts'
import { places, sqlitePlace } from './testing/each-store.ts'
import type { TestPlace } from './testing/each-store.ts'

describe.each(places)('shapes on %s', (_name, makePlace) => {
  let place: TestPlace
  let store: Store
  beforeEach(async () => {
    place = await makePlace()
    store = await openStore(place.address, testTables)
  })
  afterEach(async () => {
    await store.close()
    await place.remove()
  })

  const put = (...ids: readonly string[]) =>
    store.write(async ({ tx }) => {
      for (const id of ids) await tx.put(notes, aNote({ id }))
    })
  const brief = (rows: readonly ShapeRow[]) => rows.map(({ kind, row, version }) => `${kind} ${row.id} v${version}`)
  const placeAfter = (rows: readonly ShapeRow[]): ShapePlace | null => {
    const last = rows.at(-1)
    return last === undefined ? null : { kind: last.kind, id: last.row.id }
  }
  const prune = (keep: number, atMost = 1_000) => store.write((batch) => batch.pruneJournal(keep, atMost))

  test('rows of a shape come by kind and id, live ones alone, with their versions', async () => {
    await put('n2', 'n10', 'n1')
    await put('gone')
    await store.write(async ({ tx }) => {
      await tx.put(sums, { id: 'a', total: 1, count: 1 })
      await tx.put(notes, aNote({ id: 'elsewhere', shelf: 'b' }))
      await tx.put(notes, aNote({ id: 'n1', title: 'changed' }))
      await tx.delete(notes, 'gone')
    })
    const rows = await store.read((read) => read.rowsOfShape('shelf:a', null, 10))
    expect(brief(rows)).toEqual(['notes n1 v2', 'notes n10 v1', 'notes n2 v1'])
    expect(rows[0]?.row).toEqual(aNote({ id: 'n1', title: 'changed' }))
    expect(brief(await store.read((read) => read.rowsOfShape('sum:a', null, 10)))).toEqual(['sums a v1'])
    for (const nobody of ['shelf:c', 'shelf', '', 'shelf:\u0000']) {
      expect(await store.read((read) => read.rowsOfShape(nobody, null, 10))).toEqual([])
    }
  })

  test('a walk in parts meets every row once, across tables', async () => {
    const shared = { name: 'papers', shape: () => 'shelf:a' }
    await store.close()
    store = await openStore(place.address, [...testTables, { ...sums, ...shared }])
    await put('n1', 'n2', 'n3')
    await store.write(({ tx }) => tx.put({ ...sums, ...shared }, { id: 'a-paper', total: 0, count: 0 }))
    const seen: string[] = []
    for (let after: ShapePlace | null = null; ;) {
      const from: ShapePlace | null = after
      const rows = await store.read((read) => read.rowsOfShape('shelf:a', from, 2))
      seen.push(...brief(rows))
      if (rows.length < 2) break
      after = placeAfter(rows)
    }
    expect(seen).toEqual(['notes n1 v1', 'notes n2 v1', 'notes n3 v1', 'papers a-paper v1'])
  })

  test('rows are read up to a number of bytes, and one more tells that there are others', async () => {
    await put('n1', 'n2', 'n3', 'n4')
    const stamps = await store.read((read) => read.stamps(notes, ['n1']))
    const bytes = Buffer.byteLength(JSON.stringify(aNote({ id: 'n1' })))
    expect(stamps.get('n1')).toMatchObject({ bytes })
    const within = async (maxBytes: number, limit = 10) =>
      (await store.read((read) => read.rowsOfShape('shelf:a', null, limit, maxBytes))).map(({ row }) => row.id)
    expect(await within(1)).toEqual(['n1', 'n2'])
    expect(await within(bytes)).toEqual(['n1', 'n2'])
    expect(await within(bytes + 1)).toEqual(['n1', 'n2', 'n3'])
    expect(await within(bytes + 1, 2)).toEqual(['n1', 'n2'])
    expect(await within(3 * bytes)).toEqual(['n1', 'n2', 'n3', 'n4'])
    expect(await within(1e9)).toEqual(['n1', 'n2', 'n3', 'n4'])
  })

  test('position, changes and rows are of one snapshot', async () => {
    await put('n1')
    await store.read(async (read) => {
      expect(await read.position()).toBe(1)
      await put('n2')
      expect(await read.position()).toBe(1)
      expect(await read.changesOf('shelf:a', 0, 10)).toHaveLength(1)
      expect(await read.rowsOfShape('shelf:a', null, 10)).toHaveLength(1)
    })
    await store.read(async (read) => {
      expect(await read.position()).toBe(2)
      expect((await read.changesOf('shelf:a', 1, 10)).map((row) => row.id)).toEqual(['n2'])
    })
  })

  test('within a batch, the shapes changed since a moment are those that rows left and came to', async () => {
    await put('n1', 'n2')
    await store.write(async ({ tx, moment, shapesSince, savepoint }) => {
      const start = moment()
      await tx.put(notes, aNote({ id: 'n1', shelf: 'b' }))
      const later = moment()
      expect(shapesSince(start).toSorted()).toEqual(['shelf:a', 'shelf:b'])
      await savepoint(async () => {
        await tx.put(notes, aNote({ id: 'n3', shelf: 'undone' }))
        throw new Error('back')
      }).catch(() => undefined)
      await tx.put(notes, aNote({ id: 'n2' }))
      await tx.put(secrets, { id: 's', holder: 'ann' })
      expect(shapesSince(later)).toEqual([])
      await tx.put(notes, aNote({ id: 'n1', shelf: 'c' }))
      await tx.delete(notes, 'n2')
      expect(shapesSince(later).toSorted()).toEqual(['shelf:a', 'shelf:b', 'shelf:c'])
    })
  })

  test('pruning keeps the last entries and tells where the journal now begins', async () => {
    await put('n1', 'n2', 'n3', 'n4')
    expect(await store.read((read) => read.floor())).toBe(0)
    expect(await prune(3)).toBe(1)
    expect(await prune(3)).toBe(0)
    expect(await store.read((read) => read.floor())).toBe(1)
    expect((await store.journal.since(0, 10)).map((row) => row.seq)).toEqual([2, 3, 4])
    expect(await prune(0, 2)).toBe(2)
    expect(await store.read((read) => read.floor())).toBe(3)
    expect(await prune(100)).toBe(0)
    await put('n5')
    expect(await store.journal.position()).toBe(5)
    expect(await store.read((read) => read.rowsOfShape('shelf:a', null, 10))).toHaveLength(5)
  })

  test('what a consumer has yet to see is never pruned', async () => {
    await put('n1', 'n2', 'n3', 'n4')
    await store.journal.moveCursor('search', 3)
    await store.journal.moveCursor('mail', 1)
    expect(await prune(0)).toBe(1)
    await store.journal.moveCursor('mail', 4)
    expect(await prune(0)).toBe(2)
    expect((await store.journal.since(0, 10)).map((row) => row.id)).toEqual(['n4'])
  })

  test('tombstones go with the entries that told of them, and no others', async () => {
    await put('early', 'late')
    await store.write(({ tx }) => tx.delete(notes, 'early'))
    await store.write(({ tx }) => tx.delete(notes, 'late'))
    await prune(1)
    await put('early', 'late')
    const stamps = await store.read((read) => read.stamps(notes, ['early', 'late']))
    expect([...stamps].map(([id, { version }]) => `${id} v${version}`).toSorted()).toEqual(['early v1', 'late v3'])
  })

  test('a floor undone with its batch was never there', async () => {
    await put('n1', 'n2')
    const failing = store.write(async (batch) => {
      await batch.pruneJournal(0, 10)
      throw new Error('planted')
    })
    await expect(failing).rejects.toThrow('planted')
    expect(await store.read((read) => read.floor())).toBe(0)
    expect(await store.journal.since(0, 10)).toHaveLength(2)
  })

  test('a new epoch stands from the next start on; rows and journal stay', async () => {
    await put('n1')
    const before = store.meta.epoch
    const epoch = await store.renewEpoch()
    expect(epoch).not.toBe(before)
    await store.close()
    store = await openStore(place.address, testTables)
    expect(store.meta.epoch).toBe(epoch)
    expect(await store.journal.position()).toBe(1)
  })
})

test('on SQLite, rows of a shape and tombstones are found by index, also in a store of before these were', async () => {
  const place = await sqlitePlace()
  await (await openStore(place.address, testTables)).close()
  const file = `${place.address.dataDir}/lyceum.sqlite`
  const earlier = new DatabaseSync(file)
  earlier.exec(`drop index shape_notes; drop index tombstone_notes; update meta set value = '{}' where name = 'table:notes'`)
  const { columns, indexes, unique } = notes
  earlier.prepare(`update meta set value = ? where name = 'table:notes'`).run(JSON.stringify({ columns, indexes, unique }))
  earlier.close()
  await (await openStore(place.address, testTables)).close()
  const db = new DatabaseSync(file, { readOnly: true })
  const planOf = (text: string) =>
    db
      .prepare(`explain query plan ${text}`)
      .all()
      .map((row) => row['detail'])
      .join()
  expect(planOf(`select body from notes where shape = 'x' and id > '' and deleted = 0 order by id limit 5`)).toBe(
    'SEARCH notes USING INDEX shape_notes (shape=? AND id>?)',
  )
  expect(planOf('delete from notes where deleted = 1 and seq <= 5')).toContain('tombstone_notes')
  db.close()
  await place.remove()
})
