import { IDBDatabase, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { AppError } from '#shared/kernel/errors.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import { comments } from '#shared/comments/schema.ts'
import { aComment, idOf } from '#shared/testing/factories.ts'
import { testTables } from '#shared/testing/notes.ts'
import { rowContract } from '#shared/testing/store-contract.ts'
import type { LocalStore } from './local-store.ts'
import { newDocument } from './documents.ts'
import { layer } from './layer.ts'
import { emptyBrowser, openStore, versionsWith } from './testing/stores.ts'

let store: LocalStore
afterEach(() => store.close())

describe('rows in IndexedDB', () => {
  beforeEach(async () => {
    store = await openStore(emptyBrowser(), { tables: testTables, versions: versionsWith(testTables) })
  })

  /** Judged as the overlay judges (unique keys, storable text); each step its own transaction. */
  function stepwise(): Transaction {
    const put = async <R extends Row>(table: Table<R>, row: R) => {
      const judge = layer({
        get: (t, id) => store.read((tx) => tx.rows.get(t, id)),
        getMany: tx0.getMany,
        list: tx0.list,
        count: tx0.count,
      })
      await judge.tx.put(table, row)
      await store.write((tx) => tx.putRows(table.name, [row]))
    }
    const tx0: Transaction = {
      get: (table, id) => store.read((tx) => tx.rows.get(table, id)),
      getMany: (table, ids) => store.read((tx) => tx.rows.getMany(table, ids)),
      list: (query) => store.read((tx) => tx.rows.list(query)),
      count: (query) => store.read((tx) => tx.rows.count(query)),
      put,
      delete: (table, id) => store.write((tx) => tx.deleteRows(table.name, [id])),
    }
    return tx0
  }

  rowContract(stepwise)
})

describe('transactions', () => {
  beforeEach(async () => {
    store = await openStore(emptyBrowser())
  })

  test('a write that throws leaves nothing, and the refusal comes through as it was', async () => {
    const attempt = store.write(async (tx) => {
      await tx.putRows('comments', [aComment()])
      await tx.meta.put([{ name: 'a', value: 1 }])
      throw new AppError('taken')
    })
    await expect(attempt).rejects.toMatchObject({ code: 'taken' })
    expect(await store.read((tx) => tx.rows.get(comments, idOf(10)))).toBeUndefined()
    expect(await store.read((tx) => tx.meta.all())).toEqual([])
  })

  test('work may await much between two requests', async () => {
    const inner = async (wait: number): Promise<void> => (wait === 0 ? undefined : inner(wait - 1))
    await store.write(async (tx) => {
      await tx.meta.put([{ name: 'a', value: 1 }])
      await inner(50)
      await Promise.all(['a', 'b'].map(async (name) => (await tx.meta.get(name)) ?? tx.queue.get(1)))
      await tx.meta.put([{ name: 'b', value: 2 }])
    })
    expect((await store.read((tx) => tx.meta.all())).map(({ name }) => name)).toEqual(['a', 'b'])
  })

  test('many rows come in the order asked for, whatever lies between them, and what is not there is left out', async () => {
    await store.write((tx) =>
      tx.putRows(
        'comments',
        Array.from({ length: 200 }, (_none, n) => aComment({ id: idOf(n) })),
      ),
    )
    const ask = (numbers: readonly number[]) => store.read((tx) => tx.rows.getMany(comments, numbers.map(idOf)))
    const near = Array.from({ length: 60 }, (_none, n) => 60 - n)
    const far = near.map((n) => n * 3)
    const some = [...near.slice(0, 30), 900, ...near.slice(30)]
    expect((await ask(near)).map(({ id }) => id)).toEqual(near.map(idOf))
    expect((await ask(far)).map(({ id }) => id)).toEqual(far.map(idOf))
    expect((await ask(some)).map(({ id }) => id)).toEqual(near.map(idOf))
  })

  test('rows of a kind this device does not know are left out', async () => {
    await store.write((tx) => tx.putRows('tomorrow', [{ id: 'x' }]))
    await store.write((tx) => tx.deleteRows('tomorrow', ['x']))
  })

  test('the queue is found by state in order, and by key', async () => {
    const mutation = (n: number, state: 'unsent' | 'later', key: string | null) =>
      ({ n, name: 'a', v: 1, args: null, at: 0, key, isOffered: false, state, waitUntil: null, seq: null, shapes: [] }) as const
    await store.write((tx) => tx.queue.put([mutation(10, 'unsent', 'k'), mutation(2, 'unsent', null), mutation(3, 'later', 'k')]))
    const found = await store.read(async (tx) => [await tx.queue.ofState('unsent', 9), await tx.queue.ofKey('k'), await tx.queue.all()])
    expect(found.map((mutations) => mutations.map(({ n }) => n))).toEqual([
      [2, 10],
      [3, 10],
      [2, 3, 10],
    ])
  })

  test('membership is found by shape and by row', async () => {
    const of = (shape: string, id: string) => ({ shape, kind: 'comments', id, version: 1, filling: 1 })
    await store.write((tx) => tx.membership.put([of('thread:a', 'x'), of('thread:a', 'y'), of('thread:ab', 'x')]))
    const found = await store.read(async (tx) => [await tx.membership.ofShape('thread:a'), await tx.membership.ofRow('comments', 'x')])
    expect(found.map((rows) => rows.map(({ shape, id }) => `${shape} ${id}`))).toEqual([
      ['thread:a x', 'thread:a y'],
      ['thread:a x', 'thread:ab x'],
    ])
  })
})

describe('versions', () => {
  test('an upgrade from version 1 brings what is queued, refused and drafted along', async () => {
    const browser = emptyBrowser()
    const { localVersions } = await import('./local-versions.ts')
    const first = await openStore(browser, { versions: localVersions.slice(0, 1) })
    const mutation = { n: 1, name: 'comments.post', v: 1, args: { a: 1 }, at: 5, key: null, isOffered: true, state: 'unsent' as const }
    await first.write(async (tx) => {
      await tx.queue.put([{ ...mutation, waitUntil: null, seq: null, shapes: [] }])
      await tx.refused.put([
        { ...mutation, n: 2, refusedAt: 6, error: { code: 'depends', reason: null, field: null, retryAfterMs: null }, current: null },
      ])
      // As version 1 kept drafts: it knew no bin.
      await tx.drafts.put([{ place: 'comment:x:', values: { text: 'half a thought' }, at: 7 } as never])
    })
    first.close()
    store = await openStore(browser)
    const kept = await store.read(async (tx) => ({
      queue: await tx.queue.all(),
      refused: await tx.refused.all(),
      drafts: await tx.drafts.all(),
    }))
    expect(kept.queue).toMatchObject([mutation])
    expect(kept.refused).toMatchObject([{ n: 2, args: { a: 1 } }])
    expect(kept.drafts).toEqual([{ place: 'comment:x:', values: { text: 'half a thought' }, at: 7, binnedAt: null }])
  })

  test('from every version a device has the stores and indexes of the newest', async () => {
    const { localVersions, storesAfter } = await import('./local-versions.ts')
    const wanted = Object.entries(storesAfter(localVersions)).map(([name, words]) => [name, words.split(', ').slice(1).toSorted()])
    for (const { version } of localVersions) {
      const browser = emptyBrowser()
      const old = await openStore(browser, { versions: localVersions.slice(0, version) })
      old.close()
      store = await openStore(browser)
      store.close()
      expect(await storesIn(browser), `from ${version}`).toEqual(Object.fromEntries(wanted))
    }
  })

  test('an upgrade from before there were documents brings everything along, and there is room for them', async () => {
    const browser = emptyBrowser()
    const { localVersions } = await import('./local-versions.ts')
    const before = localVersions.slice(
      0,
      localVersions.findIndex(({ stores }) => 'docs' in stores),
    )
    const first = await openStore(browser, { versions: before })
    const draft = { place: 'comment:x:', values: { text: 'half a thought' }, at: 7, binnedAt: null }
    await first.write((tx) => tx.drafts.put([draft]))
    first.close()
    store = await openStore(browser)
    const row = newDocument('post:x', 5)
    await store.write((tx) => tx.docs.put([row]))
    expect(await store.read(async (tx) => [await tx.drafts.all(), await tx.docs.all()])).toEqual([[draft], [row]])
  })

  test('an old tab lets go at once when a newer version wants the database, and says so', async () => {
    const browser = emptyBrowser()
    const { localVersions } = await import('./local-versions.ts')
    const told: string[] = []
    const old = await openStore(browser, { versions: localVersions.slice(0, 1), onTrouble: (kind) => told.push(kind) })
    store = await openStore(browser)
    expect(told).toEqual(['closed'])
    await expect(old.read((tx) => tx.meta.all())).rejects.toMatchObject({ kind: 'closed' })
  })

  test('what was under way as it was let go is not lost, but closed: no fault is reported', async () => {
    const old = await openStore(emptyBrowser())
    const underWay = old.write((tx) => tx.meta.put([{ name: 'a', value: 1 }]))
    old.close()
    await expect(underWay).rejects.toMatchObject({ kind: 'closed' })
  })

  test('what the browser aborts as it takes the database away is done once more on the next one', async () => {
    const browser = emptyBrowser()
    const told: string[] = []
    const begin = IDBDatabase.prototype.transaction
    let isTakenAway = false
    IDBDatabase.prototype.transaction = function (this: globalThis.IDBDatabase, ...given) {
      const transaction = begin.apply(this, given)
      if (isTakenAway) setImmediate(() => transaction.abort())
      isTakenAway = false
      return transaction
    }
    onTestFinished(() => void (IDBDatabase.prototype.transaction = begin))
    store = await openStore(browser, { onTrouble: (kind) => told.push(kind) })
    isTakenAway = true
    await store.write((tx) => tx.meta.put([{ name: 'a', value: 1 }]))
    expect(told).toEqual(['lost'])
    expect(await store.read((tx) => tx.meta.all())).toMatchObject([{ name: 'a', value: 1 }])
  })

  test('so are several rows that fail one by one', async () => {
    const browser = emptyBrowser()
    const told: string[] = []
    const { put } = IDBObjectStore.prototype
    let isTakenAway = false
    IDBObjectStore.prototype.put = function (this: globalThis.IDBObjectStore, ...given) {
      const request = put.apply(this, given)
      if (isTakenAway) setImmediate(() => this.transaction.abort())
      isTakenAway = false
      return request
    }
    onTestFinished(() => void (IDBObjectStore.prototype.put = put))
    store = await openStore(browser, { onTrouble: (kind) => told.push(kind) })
    isTakenAway = true
    await store.write((tx) => tx.meta.put(['a', 'b'].map((name) => ({ name, value: 1 }))))
    expect(told).toEqual(['lost'])
    expect(await store.read((tx) => tx.meta.all())).toHaveLength(2)
  })

  test('an older app does not open a newer database, and says why', async () => {
    const browser = emptyBrowser()
    const { localVersions } = await import('./local-versions.ts')
    store = await openStore(browser)
    await expect(openStore(browser, { versions: localVersions.slice(0, 1) })).rejects.toMatchObject({ kind: 'closed' })
  })
})

/** As the browser has them: names of stores, each with its indexes as Dexie writes them. */
function storesIn(browser: IDBFactory): Promise<Readonly<Record<string, readonly string[]>>> {
  return new Promise((resolve, reject) => {
    const asked = browser.open('lyceum:test')
    asked.onerror = () => reject(asked.error)
    asked.onsuccess = () => {
      const names = [...asked.result.objectStoreNames]
      const tx = asked.result.transaction(names)
      resolve(
        Object.fromEntries(
          names.map((name) => {
            const store = tx.objectStore(name)
            const words = [...store.indexNames].map((index) => {
              const path = store.index(index).keyPath
              return Array.isArray(path) ? `[${path.join('+')}]` : String(path)
            })
            return [name, words.toSorted()]
          }),
        ),
      )
      asked.result.close()
    }
  })
}
