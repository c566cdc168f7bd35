import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { defineQuery } from '../kernel/query.ts'
import type { Read, Transaction } from '../kernel/transaction.ts'
import type { MemoryBatch } from './memory-store.ts'
import { aNote, ballots, notes, secrets } from './notes.ts'

/** What every store can do, whatever it is built on. The memory store is the measure. */
export interface ContractStore {
  read<T>(work: (read: Read) => Promise<T>): Promise<T>
  write<T>(work: (batch: MemoryBatch) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Opens empty stores that know `testTables`. */
export function storeContract(name: string, open: () => Promise<ContractStore>): void {
  describe(`${name} as a store`, () => {
    let store: ContractStore
    beforeEach(async () => {
      store = await open()
    })
    afterEach(() => store.close())

    rowContract(() => autoCommit(store))

    test('a savepoint that throws leaves nothing, and the rest of the batch stays', async () => {
      await store.write(async ({ tx, savepoint }) => {
        await tx.put(notes, aNote({ id: 'before', key: 'k1' }))
        await expect(
          savepoint(async () => {
            await tx.put(notes, aNote({ id: 'before', title: 'changed', key: 'k2' }))
            await tx.put(notes, aNote({ id: 'inside' }))
            throw new Error('back')
          }),
        ).rejects.toThrow('back')
        expect(await tx.get(notes, 'inside')).toBeUndefined()
        await tx.put(notes, aNote({ id: 'after', key: 'k2' }))
      })
      await store.read(async (read) => {
        expect(await read.get(notes, 'before')).toMatchObject({ title: 'A note', key: 'k1' })
        expect(await read.get(notes, 'inside')).toBeUndefined()
        expect(await read.get(notes, 'after')).toMatchObject({ key: 'k2' })
      })
    })

    test('an inner savepoint is undone alone; an outer one takes the inner with it', async () => {
      await store.write(async ({ tx, savepoint }) => {
        await savepoint(async () => {
          await tx.put(notes, aNote({ id: 'outer' }))
          await savepoint(async () => {
            await tx.put(notes, aNote({ id: 'inner' }))
            throw new Error('back')
          }).catch(() => undefined)
        })
        await savepoint(async () => {
          await savepoint(() => tx.put(notes, aNote({ id: 'nested' })))
          throw new Error('back')
        }).catch(() => undefined)
      })
      const found = await store.read((read) => read.getMany(notes, ['outer', 'inner', 'nested']))
      expect(found.map((note) => note.id)).toEqual(['outer'])
    })

    test('within a batch rows are read as they stand, however often they were read and whatever was undone since', async () => {
      await store.write(async ({ tx }) => {
        for (const id of ['a', 'b']) await tx.put(notes, aNote({ id, title: 'first' }))
        await tx.put(secrets, { id: 'x', holder: 'ann' })
      })
      await store.write(async ({ tx, savepoint }) => {
        const seen = async () => ({
          rows: [await tx.get(notes, 'a'), await tx.get(notes, 'b')].map((note) => note?.title),
          many: (await tx.getMany(notes, ['a', 'b'])).map((note) => note.title),
          holder: (await tx.get(secrets, 'x'))?.holder,
        })
        const first = { rows: ['first', 'first'], many: ['first', 'first'], holder: 'ann' }
        expect(await seen()).toEqual(first)
        const undone = savepoint(async () => {
          await tx.put(notes, aNote({ id: 'a', title: 'lost' }))
          await tx.delete(notes, 'b')
          await tx.delete(secrets, 'x')
          expect(await seen()).toEqual({ rows: ['lost', undefined], many: ['lost'], holder: undefined })
          throw new Error('back')
        })
        await expect(undone).rejects.toThrow('back')
        expect(await seen()).toEqual(first)
        await savepoint(() => tx.put(notes, aNote({ id: 'a', title: 'kept' })))
        await savepoint(async () => {
          await savepoint(() => tx.put(notes, aNote({ id: 'a', title: 'lost with the outer one' })))
          await tx.delete(secrets, 'x')
          throw new Error('back')
        }).catch(() => undefined)
        expect(await seen()).toEqual({ rows: ['kept', 'first'], many: ['kept', 'first'], holder: 'ann' })
        await tx.delete(notes, 'b')
        await tx.put(notes, aNote({ id: 'b', title: 'again' }))
      })
      const found = await store.read((read) => read.getMany(notes, ['a', 'b']))
      expect(found.map((note) => note.title)).toEqual(['kept', 'again'])
    })

    test('a refused key leaves the batch usable', async () => {
      await store.write(async ({ tx }) => {
        await tx.put(notes, aNote({ id: 'a', key: 'k' }))
        await expect(tx.put(notes, aNote({ id: 'b', key: 'k' }))).rejects.toMatchObject({ code: 'taken', field: 'key' })
        await tx.put(notes, aNote({ id: 'b', key: 'k-2' }))
      })
      expect(await store.read((read) => read.get(notes, 'b'))).toMatchObject({ key: 'k-2' })
    })

    test('a write that throws leaves nothing', async () => {
      const attempt = store.write(async ({ tx }) => {
        await tx.put(notes, aNote())
        throw new Error('no')
      })
      await expect(attempt).rejects.toThrow('no')
      expect(await store.read((read) => read.get(notes, 'note-1'))).toBeUndefined()
    })

    test('a read sees one moment while writes commit around it', async () => {
      await store.write(({ tx }) => tx.put(notes, aNote({ title: 'first' })))
      await store.read(async (read) => {
        expect(await read.get(notes, 'note-1')).toMatchObject({ title: 'first' })
        await store.write(async ({ tx }) => {
          await tx.put(notes, aNote({ title: 'second' }))
          await tx.put(notes, aNote({ id: 'note-2' }))
        })
        expect(await read.get(notes, 'note-1')).toMatchObject({ title: 'first' })
        expect(await read.count(shelf('a'))).toBe(1)
      })
      expect(await store.read((read) => read.count(shelf('a')))).toBe(2)
    })

    test('batches asked for at once run one after another', async () => {
      const adding = Array.from({ length: 20 }, () =>
        store.write(async ({ tx }) => {
          const before = (await tx.get(ballots, 'b'))?.value ?? 0
          await tx.put(ballots, { id: 'b', target: 't', value: before + 1 })
        }),
      )
      await Promise.all(adding)
      expect(await store.read((read) => read.get(ballots, 'b'))).toMatchObject({ value: 20 })
    })
  })
}

/** Each step its own batch, so that what is tested has been committed and read back. */
function autoCommit(store: ContractStore): Transaction {
  return {
    get: (table, id) => store.read((read) => read.get(table, id)),
    getMany: (table, ids) => store.read((read) => read.getMany(table, ids)),
    list: (query) => store.read((read) => read.list(query)),
    count: (query) => store.read((read) => read.count(query)),
    put: (table, row) => store.write(({ tx }) => tx.put(table, row)),
    delete: (table, id) => store.write(({ tx }) => tx.delete(table, id)),
  }
}

const shelf = (name: string) => defineQuery({ table: notes, index: ['shelf', 'at'], equals: [name], order: 'ascending', limit: 100 })

/**
 * Rows, keys and lists: for anything that is a Transaction. `current` gives the one that this test
 * was opened with.
 */
export function rowContract(current: () => Transaction): void {
  test('a row reads back as it was put, replaced, and is gone once deleted', async () => {
    const tx = current()
    await tx.put(notes, aNote({ body: { deep: [1, 2.5, null, true] } }))
    expect(await tx.get(notes, 'note-1')).toEqual(aNote({ body: { deep: [1, 2.5, null, true] } }))
    await tx.put(notes, aNote({ title: 'Another' }))
    expect(await tx.get(notes, 'note-1')).toEqual(aNote({ title: 'Another' }))
    await tx.delete(notes, 'note-1')
    await tx.delete(notes, 'never-was')
    expect(await tx.get(notes, 'note-1')).toBeUndefined()
    expect(await tx.list(shelf('a'))).toEqual([])
    await tx.put(notes, aNote({ title: 'Back' }))
    expect(await tx.get(notes, 'note-1')).toEqual(aNote({ title: 'Back' }))
  })

  test('what was read cannot change what is stored', async () => {
    const tx = current()
    const body = { words: ['one'] }
    await tx.put(notes, aNote({ body }))
    body.words.push('two')
    expect(await tx.get(notes, 'note-1')).toEqual(aNote({ body: { words: ['one'] } }))
  })

  test('getMany answers in the order asked and leaves out the absent', async () => {
    const tx = current()
    for (const id of ['x', 'y', 'z']) await tx.put(notes, aNote({ id }))
    await tx.delete(notes, 'y')
    const found = await tx.getMany(notes, ['z', 'none', 'y', 'x', 'nul\u0000'])
    expect(found.map((note) => note.id)).toEqual(['z', 'x'])
    expect(await tx.getMany(notes, [])).toEqual([])
  })

  test('any text survives, hostile or huge', async () => {
    const tx = current()
    const body = {
      ...JSON.parse('{"__proto__": {"polluted": true}, "constructor": "c"}'),
      nul: 'a\u0000b',
      half: '\ud800',
      texts: ['👩‍👩‍👧', 'עברית', '\u202Eright', "'; drop table notes; --", '\\u0000', 'é'],
      huge: 'ä'.repeat(1_000_000),
    }
    await tx.put(notes, aNote({ title: "O'Brien 🦉", body }))
    const back = await tx.get(notes, 'note-1')
    expect(JSON.stringify(back)).toBe(JSON.stringify(aNote({ title: "O'Brien 🦉", body })))
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test('indexed text that engines would keep unlike is refused with its field', async () => {
    const tx = current()
    await expect(tx.put(notes, aNote({ title: 'a\u0000b' }))).rejects.toMatchObject({ code: 'invalid', field: 'title' })
    await expect(tx.put(notes, aNote({ title: '\ud800' }))).rejects.toMatchObject({ code: 'invalid', field: 'title' })
    await expect(tx.put(notes, aNote({ id: 'a\u0000' }))).rejects.toMatchObject({ code: 'invalid', field: 'id' })
    expect(await tx.get(notes, 'a\u0000')).toBeUndefined()
    expect(await tx.list(shelf('\u0000'))).toEqual([])
  })

  test('two live rows never share a unique key; a deleted or changed one gives it back', async () => {
    const tx = current()
    await tx.put(notes, aNote({ id: 'a', key: 'k', place: 1 }))
    await tx.put(notes, aNote({ id: 'a', key: 'k', place: 1, title: 'same holder' }))
    await expect(tx.put(notes, aNote({ id: 'b', key: 'k' }))).rejects.toMatchObject({ code: 'taken', field: 'key' })
    await expect(tx.put(notes, aNote({ id: 'b', place: 1 }))).rejects.toMatchObject({ code: 'taken', field: 'shelf' })
    await tx.put(notes, aNote({ id: 'c', place: 1, shelf: 'other' }))
    await tx.put(notes, aNote({ id: 'd', key: null }))
    await tx.put(notes, aNote({ id: 'e', key: null }))
    await tx.put(notes, aNote({ id: 'a', key: 'moved', place: 2 }))
    await tx.put(notes, aNote({ id: 'b', key: 'k', place: 1 }))
    await tx.delete(notes, 'b')
    await tx.put(notes, aNote({ id: 'f', key: 'k', place: 1 }))
    expect(await tx.get(notes, 'f')).toMatchObject({ key: 'k' })
  })

  describe('lists', () => {
    beforeEach(async () => {
      const tx = current()
      // Ids against the order of time, two at one time, a time with a fraction and one beyond 32
      // bits.
      const times = { n1: 50, n2: 40, n3: 30, n4: 30, n5: 20.5, n6: 1_700_000_000_123 }
      for (const [id, at] of Object.entries(times)) await tx.put(notes, aNote({ id, at, isPinned: id === 'n2' || id === 'n6' }))
      await tx.put(notes, aNote({ id: 'other', shelf: 'b', at: 35 }))
      await tx.put(notes, aNote({ id: 'gone', at: 36 }))
      await tx.delete(notes, 'gone')
    })

    const byTime = { table: notes, index: ['shelf', 'at'], equals: ['a'], order: 'ascending', limit: 100 } as const

    test.each([
      ['all, oldest first, ties by id', {}, 'n5 n3 n4 n2 n1 n6'],
      ['newest first, ties by id backwards', { order: 'descending' }, 'n6 n1 n2 n4 n3 n5'],
      ['from a value, which is included', { from: 30 }, 'n3 n4 n2 n1 n6'],
      ['until a value, which is not', { until: 40 }, 'n5 n3 n4'],
      ['between', { from: 30, until: 50 }, 'n3 n4 n2'],
      ['between, newest first', { from: 30, until: 50, order: 'descending' }, 'n2 n4 n3'],
      ['a part', { limit: 2, offset: 1 }, 'n3 n4'],
      ['past the end', { offset: 10 }, ''],
      ['none', { limit: 0 }, ''],
      ['an exact millisecond', { from: 1_700_000_000_123, until: 1_700_000_000_124 }, 'n6'],
      ['every value given', { equals: ['a', 30] }, 'n3 n4'],
      ['no value given', { equals: [], limit: 3, order: 'descending' }, 'other n6 n1'],
      ['a range on the first field', { equals: [], from: 'b' }, 'other'],
    ] as const)('%s', async (_what, part, expected) => {
      const found = await current().list(defineQuery({ ...byTime, ...part }))
      expect(found.map((note) => note.id).join(' ')).toBe(expected)
    })

    test('booleans are values like others', async () => {
      const pinned = (isPinned: boolean) =>
        defineQuery({ table: notes, index: ['shelf', 'isPinned', 'at'], equals: ['a', isPinned], order: 'ascending', limit: 9 })
      expect((await current().list(pinned(true))).map((note) => note.id)).toEqual(['n2', 'n6'])
      expect(await current().count(pinned(false))).toBe(4)
    })

    test('a count knows no limit', async () => {
      expect(await current().count(defineQuery({ ...byTime, limit: 1, offset: 3 }))).toBe(6)
      expect(await current().count(defineQuery({ ...byTime, from: 30, until: 50 }))).toBe(3)
    })
  })

  test('null stands before all values, and outside every range', async () => {
    const tx = current()
    await tx.put(notes, aNote({ id: 'none', rank: null }))
    await tx.put(notes, aNote({ id: 'low', rank: -1 }))
    await tx.put(notes, aNote({ id: 'high', rank: 7 }))
    const byRank = { table: notes, index: ['rank'], equals: [], limit: 9 } as const
    const ids = async (part: object) =>
      (await tx.list(defineQuery({ ...byRank, order: 'ascending', ...part }))).map((note) => note.id).join(' ')
    expect(await ids({})).toBe('none low high')
    expect(await ids({ order: 'descending' })).toBe('high low none')
    expect(await ids({ from: -5 })).toBe('low high')
    expect(await ids({ until: 5 })).toBe('low')
  })

  test('texts are ordered by code point, whatever the locale', async () => {
    const tx = current()
    const titles = ['b', 'B', 'a', 'Z', 'é', 'ab', '\u{1F989}', '\uFFFD', '']
    for (const [at, title] of titles.entries()) await tx.put(notes, aNote({ id: `t${at}`, title }))
    const found = await tx.list(defineQuery({ table: notes, index: ['title'], equals: [], order: 'ascending', limit: 20 }))
    expect(found.map((note) => note.title)).toEqual(['', 'B', 'Z', 'a', 'ab', 'b', 'é', '\uFFFD', '\u{1F989}'])
  })

  test('a table without a journal holds rows like any other', async () => {
    const tx = current()
    await tx.put(secrets, { id: 's', holder: 'ann' })
    const ofAnn = defineQuery({ table: secrets, index: ['holder'], equals: ['ann'], order: 'ascending', limit: 5 })
    expect(await tx.list(ofAnn)).toEqual([{ id: 's', holder: 'ann' }])
  })
}
