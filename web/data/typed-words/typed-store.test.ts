import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, test } from 'vitest'
import type { TabMessage, Tabs } from '../device/tabs.ts'
import { openStore } from '../device/testing/stores.ts'
import type { TypedRow } from './typed-row.ts'
import type { TypedStore } from './typed-store.ts'
import { openTypedStore } from './typed-store.ts'

const name = 'lyceum:test'
const place = 'comment:p:'

/** The tabs of a browser: nobody hears their own messages. */
function aBrowser() {
  const factory = new IDBFactory()
  const all = new Set<(message: TabMessage) => void>()
  const openTabs = (): Tabs => {
    const mine: ((message: TabMessage) => void)[] = []
    return {
      post: (message) => all.forEach((each) => mine.includes(each) || each(message)),
      listen: (listener) => {
        mine.push(listener)
        all.add(listener)
      },
      close: () => mine.forEach((each) => all.delete(each)),
    }
  }
  /** @param dying wraps the factory of a tab that will die. */
  const open = (dying: (real: IDBFactory) => unknown = (real) => real): TypedStore =>
    // The fake has the same methods; its types are its own.
    openTypedStore({ factory: dying(factory) as globalThis.IDBFactory, name, tabs: openTabs() })
  return { factory, open, openTabs }
}

const of = (text: string, more: { by?: string; base?: TypedRow | undefined } = {}) => ({ values: { text }, at: 1, ...more })
const textAt = async (store: TypedStore) => (await store.get(place))?.values['text']

describe('typed words', () => {
  test('are there for the next page', async () => {
    const { open } = aBrowser()
    const store = open()
    expect(await store.save(place, of('Half a th'))).toMatchObject({ values: { text: 'Half a th' }, version: 1 })
    store.close()
    expect(await textAt(open())).toBe('Half a th')
  })

  test('are the rows that the device reads, before it has ever been opened and after', async () => {
    const { factory, open } = aBrowser()
    const store = open()
    await store.save(place, of('early'))
    const device = await openStore(factory)
    expect(await device.read((tx) => tx.drafts.all())).toMatchObject([{ place, values: { text: 'early' }, binnedAt: null }])
    // The device has renewed the database meanwhile.
    await store.save(place, of('late', { by: 'b' }))
    expect(await device.read((tx) => tx.drafts.get(place))).toMatchObject({ values: { text: 'early\n\nlate' } })
    await device.write((tx) => tx.drafts.delete([place]))
    expect(await store.get(place)).toBeUndefined()
    device.close()
  })

  test('ask for strict durability', async () => {
    const asked: unknown[] = []
    const { open } = aBrowser()
    const store = open((real) => watching(real, { transaction: (_mode, options) => asked.push(options) }))
    await store.save(place, of('x'))
    expect(asked).toEqual([{ durability: 'strict' }])
  })

  test('that were sent are gone, whatever of them is still being saved', async () => {
    const store = aBrowser().open()
    const saving = store.save(place, of('sent'))
    await store.forget(place)
    await saving
    expect(await store.get(place)).toBeUndefined()
  })

  test('leave an older draft of their place in Trash', async () => {
    const { factory, open } = aBrowser()
    const device = await openStore(factory)
    await device.write((tx) => tx.drafts.put([{ place, values: { text: 'older' }, at: 1, binnedAt: 5 }]))
    const store = open()
    expect(await store.save(place, of('newer'))).toMatchObject({ values: { text: 'newer' }, olderBinnedAt: 5 })
    expect(await store.save(place, of('newer still', { base: await store.get(place) }))).toMatchObject({ olderBinnedAt: 5 })
    await store.forget(place)
    const left = await device.read((tx) => tx.drafts.all())
    expect(left).toMatchObject([{ values: { text: 'older' }, binnedAt: 5 }])
    device.close()
  })

  test('that went under an id leave under it, and nothing else does', async () => {
    const store = aBrowser().open()
    await store.save(place, { ...of('sent'), sending: { id: 'f1', values: { text: 'sent' } } })
    await store.dropSent(place, 'f2')
    expect(await textAt(store)).toBe('sent')
    await store.dropSent(place, 'f1')
    expect(await store.get(place)).toBeUndefined()
  })

  test('are told to the other tabs', async () => {
    const { open } = aBrowser()
    const heard: string[] = []
    const other = open()
    other.subscribe((places) => heard.push(...places))
    await open().save(place, of('x'))
    expect(heard).toEqual([place])
  })

  test('are not written any more when their person has signed out in another tab', async () => {
    const { factory, open, openTabs } = aBrowser()
    const store = open()
    await store.save(place, of('x'))
    openTabs().post({ kind: 'wiped' })
    await expect(store.save(place, of('y'))).rejects.toThrow('signed out')
    expect(factory).toBeDefined()
  })

  test('that are only asked for make no database, and are kept afterwards', async () => {
    const { factory, open } = aBrowser()
    const store = open()
    expect(await store.get(place)).toBeUndefined()
    expect(await factory.databases()).toEqual([])
    const [, kept] = await Promise.all([store.get(place), store.save(place, of('typed meanwhile'))])
    expect(kept).toMatchObject({ values: { text: 'typed meanwhile' } })
    expect(await textAt(store)).toBe('typed meanwhile')
  })

  test('that are still being saved as their person signs out make no database again', async () => {
    const { factory, open } = aBrowser()
    const store = open()
    await store.save(place, of('one'))
    const underWay = [store.save(place, of('two')), store.get(place), store.save(place, of('three'))]
    store.close()
    const gone = new Promise((resolve) => (factory.deleteDatabase(name).onsuccess = resolve))
    await expect(store.save(place, of('four'))).rejects.toThrow('signed out')
    await expect(store.get(place)).rejects.toThrow('signed out')
    await Promise.allSettled(underWay)
    await gone
    expect(await factory.databases()).toEqual([])
  })

  test('go into the new database when theirs was thrown away', async () => {
    const { factory, open } = aBrowser()
    const store = open()
    await store.save(place, of('x'))
    await new Promise((resolve) => factory.deleteDatabase(name).addEventListener('success', resolve))
    await store.save(place, of('y'))
    expect(await textAt(store)).toBe('y')
  })

  test('that cannot be kept are the caller’s to know', async () => {
    const { open } = aBrowser()
    const full = (real: IDBFactory) =>
      watching(real, {
        put: () => {
          throw new DOMException('full', 'QuotaExceededError')
        },
      })
    await expect(open(full).save(place, of('x'))).rejects.toThrow()
  })
})

/** What a tab does while it saves, each of which it may not live to see the end of. */
const moments = ['open', 'transaction', 'get', 'put', 'committed', 'never'] as const

describe('two tabs at one place', () => {
  for (const first of moments)
    for (const second of moments)
      test(`one dies at ${first}, the other at ${second}: each word that was said to be kept is there, once`, async () => {
        const { open } = aBrowser()
        const before = open()
        const base = (await before.save(place, of('Start', { by: 'page before' }))) ?? undefined
        before.close()
        const kept = ['Start']
        const write = async (tab: string, moment: (typeof moments)[number]) => {
          let text = 'Start'
          let known = base
          let words = 0
          // The third save is the one it dies in.
          const store = open((real) => dyingAt(real, moment, () => words === 3))
          for (const word of [`${tab}1`, `${tab}2`, `${tab}3`]) {
            words += 1
            text = `${text} ${word}`
            const row = await ended(store.save(place, of(text, { by: tab, base: known })))
            if (row === 'dead') return
            kept.push(word)
            text = row?.values['text'] ?? ''
            known = row ?? undefined
          }
        }
        await Promise.all([write('a', first), write('b', second)])
        const words = ((await textAt(open())) ?? '').split(/\s+/u)
        for (const word of kept) expect(words.filter((each) => each === word)).toEqual([word])
      })
})

/** A dead tab's promises never settle. */
async function ended(saving: Promise<TypedRow | null>): Promise<TypedRow | null | 'dead'> {
  const late = new Promise<'dead'>((resolve) => setTimeout(() => resolve('dead'), 30))
  return Promise.race([saving.catch(() => 'dead' as const), late])
}

interface Watch {
  readonly open?: () => void
  readonly transaction?: (mode: unknown, options: unknown) => void
  readonly get?: (tx: IDBTransaction) => void
  readonly put?: (tx: IDBTransaction) => void
  /** Given each transaction. */
  readonly began?: (tx: IDBTransaction) => void
}

/** The same factory, whose calls are seen before they are made. */
function watching(real: IDBFactory, watch: Watch): unknown {
  return {
    open(asked: string) {
      watch.open?.()
      const request = real.open(asked)
      request.addEventListener('success', () => {
        const db = request.result
        const transaction = db.transaction.bind(db) as (...args: unknown[]) => IDBTransaction
        Object.assign(db, {
          transaction: (stores: unknown, mode: unknown, options: unknown) => {
            watch.transaction?.(mode, options)
            const tx = transaction(stores, mode, options)
            watch.began?.(tx)
            const objectStore = tx.objectStore.bind(tx)
            return Object.assign(tx, {
              objectStore: (of_: string) => {
                const store = objectStore(of_)
                const [get, put] = [store.get.bind(store), store.put.bind(store)]
                return Object.assign(store, {
                  get: (key: string) => {
                    watch.get?.(tx)
                    return get(key)
                  },
                  put: (value: unknown) => {
                    watch.put?.(tx)
                    return put(value)
                  },
                })
              },
            })
          },
        })
      })
      return request
    },
  }
}

/**
 * A tab that dies at a moment of the saves for which `isLast` says so: what it had begun is undone,
 * what was committed stays, and it hears of nothing.
 */
function dyingAt(real: IDBFactory, moment: (typeof moments)[number], isLast: () => boolean): unknown {
  const die = (at: (typeof moments)[number]) => {
    if (at === moment && isLast()) throw new Error(`died at ${at}`)
  }
  const dieIn = (at: 'get' | 'put') => (tx: IDBTransaction) => {
    if (at !== moment || !isLast()) return
    tx.abort()
    die(at)
  }
  return watching(real, {
    open: () => die('open'),
    transaction: () => die('transaction'),
    get: dieIn('get'),
    put: dieIn('put'),
    began: (tx) => {
      if (moment !== 'committed' || !isLast()) return
      // Its end is nobody's to hear.
      Object.defineProperty(tx, 'oncomplete', { value: null })
    },
  })
}
