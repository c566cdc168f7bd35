import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineTable } from '#shared/kernel/table.ts'
import { aNote, ballots, notes, secrets, sums, testTables } from '#shared/testing/notes.ts'
import { openStore } from './open-store.ts'
import type { JournalRow, Store } from './port.ts'
import { places } from './testing/each-store.ts'
import type { TestPlace } from './testing/each-store.ts'

const Paper = z.object({ id: z.string(), isOpen: z.boolean() })
/** Its scope changes and its shape does not. */
const papers = defineTable({ name: 'papers', row: Paper, scope: (paper) => (paper.isOpen ? 'public' : 'mod'), shape: () => null })

describe.each(places)('the journal on %s', (_name, makePlace) => {
  let place: TestPlace
  let store: Store
  beforeEach(async () => {
    place = await makePlace()
    store = await openStore(place.address, [...testTables, papers])
  })
  afterEach(async () => {
    await store.close()
    await place.remove()
  })

  const all = () => store.journal.since(0, 10_000)
  const brief = (rows: readonly JournalRow[]) => rows.map(({ op, id, shape, version }) => `${op} ${id} ${shape} v${version}`)

  test('every change has the next number, in the order of commits, and rows know theirs', async () => {
    await store.write(async ({ tx }) => {
      await tx.put(notes, aNote({ id: 'a' }))
      await tx.put(notes, aNote({ id: 'b' }))
    })
    await store.write(({ tx }) => tx.put(sums, { id: 'a', total: 1, count: 1 }))
    await store.write(({ tx }) => tx.delete(notes, 'a'))
    const rows = await all()
    expect(rows.map((row) => row.seq)).toEqual([1, 2, 3, 4])
    expect(brief(rows)).toEqual(['put a shelf:a v1', 'put b shelf:a v1', 'put a sum:a v1', 'del a shelf:a v2'])
    expect(rows.map((row) => row.kind)).toEqual(['notes', 'notes', 'sums', 'notes'])
    expect(await store.journal.position()).toBe(4)
    const stamps = await store.read((read) => read.stamps(notes, ['a', 'b', 'none']))
    expect([...stamps]).toEqual([['b', { seq: 2, version: 1, scope: 'public', shape: 'shelf:a', bytes: expect.any(Number) }]])
  })

  test('a row touched often in one batch is told once, as it ended, with the keys of before and after', async () => {
    await store.write(({ tx }) => tx.put(notes, aNote({ shelf: 'old', at: 1 })))
    await store.write(async ({ tx }) => {
      await tx.put(notes, aNote({ shelf: 'between', at: 2 }))
      await tx.put(notes, aNote({ shelf: 'old', at: 3 }))
    })
    const rows = await all()
    expect(brief(rows)).toEqual(['put note-1 shelf:old v1', 'put note-1 shelf:old v3'])
    expect(rows[1]?.keys).toEqual(expect.arrayContaining(['notes?', 'notes?shelf=old', 'notes?shelf=old&at=1', 'notes?shelf=old&at=3']))
    expect(rows[1]?.keys.join()).not.toContain('between')
  })

  test('a row that changes shape or scope is taken from the old place and put in the new one', async () => {
    await store.write(({ tx }) => tx.put(notes, aNote({ isPrivate: true })))
    await store.write(({ tx }) => tx.put(notes, aNote({ isPrivate: false })))
    await store.write(({ tx }) => tx.put(notes, aNote({ shelf: 'b' })))
    expect(brief(await all())).toEqual([
      'put note-1 me:ann v1',
      'del note-1 me:ann v2',
      'put note-1 shelf:a v2',
      'del note-1 shelf:a v3',
      'put note-1 shelf:b v3',
    ])
    expect(brief(await store.journal.ofShape('shelf:a', 0, 10))).toEqual(['put note-1 shelf:a v2', 'del note-1 shelf:a v3'])
    expect(brief(await store.journal.ofShape('shelf:a', 3, 10))).toEqual(['del note-1 shelf:a v3'])
    expect((await store.read((read) => read.stamps(notes, ['note-1']))).get('note-1')).toMatchObject({ seq: 5, version: 3 })
  })

  test('a row that changes scope alone is taken away and put again', async () => {
    await store.write(({ tx }) => tx.put(papers, { id: 'p', isOpen: false }))
    await store.write(({ tx }) => tx.put(papers, { id: 'p', isOpen: true }))
    expect(brief(await all())).toEqual(['put p null v1', 'del p null v2', 'put p null v2'])
    expect((await store.read((read) => read.stamps(papers, ['p']))).get('p')).toMatchObject({ seq: 3, scope: 'public' })
  })

  test('rows without a shape are told; tables without a journal are not', async () => {
    await store.write(async ({ tx }) => {
      await tx.put(secrets, { id: 's', holder: 'ann' })
      await tx.put(ballots, { id: 'b', target: 't', value: 1 })
    })
    expect(brief(await all())).toEqual(['put b null v1'])
    // A secret's place is where the journal stood at its commit.
    expect((await store.read((read) => read.stamps(secrets, ['s']))).get('s')).toMatchObject({ seq: 1 })
  })

  test('what changes nothing, is undone, or comes and goes within a batch is not told', async () => {
    await store.write(({ tx }) => tx.put(notes, aNote()))
    await store.write(async ({ tx, savepoint }) => {
      await tx.put(notes, aNote())
      await tx.delete(notes, 'never-was')
      await tx.put(notes, aNote({ id: 'brief' }))
      await tx.delete(notes, 'brief')
      await savepoint(async () => {
        await tx.put(notes, aNote({ id: 'undone' }))
        await tx.put(notes, aNote({ title: 'undone' }))
        throw new Error('back')
      }).catch(() => undefined)
    })
    expect(brief(await all())).toEqual(['put note-1 shelf:a v1'])
    await store.write(() => Promise.resolve()).then(() => undefined)
    expect(await store.journal.position()).toBe(1)
  })

  test('a failed batch uses up no number', async () => {
    const failing = store.write(async ({ tx }) => {
      await tx.put(notes, aNote())
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await store.write(({ tx }) => tx.put(notes, aNote()))
    expect((await all()).map((row) => row.seq)).toEqual([1])
  })

  test('two stores open on one database commit in one order without holes, and lose no change of each other', async () => {
    const other = await openStore(place.address, testTables)
    const add = (store: Store) =>
      store.write(async ({ tx }) => {
        const sum = (await tx.get(sums, 's')) ?? { id: 's', total: 0, count: 0 }
        await tx.put(sums, { ...sum, total: sum.total + 1 })
      })
    await Promise.all(Array.from({ length: 20 }, (_, at) => add(at % 2 === 0 ? store : other)))
    await other.close()
    expect(await store.read((read) => read.get(sums, 's'))).toMatchObject({ total: 20 })
    expect((await all()).map((row) => row.seq)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
    expect((await all()).map((row) => row.version)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  })

  test('who waits for the commit hears where the journal then stands; an undone part does not', async () => {
    const heard: string[] = []
    await store.write(async ({ tx, savepoint, afterCommit }) => {
      await tx.put(notes, aNote({ id: 'a' }))
      afterCommit((seq) => heard.push(`kept ${seq}`))
      await savepoint(async () => {
        afterCommit((seq) => heard.push(`undone ${seq}`))
        throw new Error('back')
      }).catch(() => undefined)
      await tx.put(notes, aNote({ id: 'b' }))
      expect(heard).toEqual([])
    })
    expect(heard).toEqual(['kept 2'])
  })

  test('a consumer finds its cursor again', async () => {
    expect(await store.journal.cursor('search')).toBe(0)
    await store.journal.moveCursor('search', 3)
    await store.journal.moveCursor('search', 7)
    await store.journal.moveCursor('mail', 2)
    await store.close()
    store = await openStore(place.address, testTables)
    expect(await store.journal.cursor('search')).toBe(7)
    expect(await store.journal.since(0, 1)).toEqual([])
  })

  test('a cursor never goes back, whoever moves it late', async () => {
    await store.journal.moveCursor('search', 7)
    await store.journal.moveCursor('search', 3)
    expect(await store.journal.cursor('search')).toBe(7)
  })
})
