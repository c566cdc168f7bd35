/**
 * How much a device holds, and what goes when it is too much (sync.md 1.3): what was fetched ahead
 * first, then visited things, then the reader's own, pinned ones last; of one class what was used
 * longest ago. Whole shapes and whole pages, in one transaction. Queue, refused and drafts never
 * go.
 */
import type { DeviceSettings, DeviceSizes, StoredItem } from './device-api.ts'
import type { LocalStore, LocalTx } from './local-store.ts'
import type { LocalShape, KeepClass } from './port.ts'
import { isUnsent } from './is-unsent.ts'
import { ChangeLog } from '../sync/changed.ts'
import { releaseIn } from '../sync/shapes.ts'
import { forgetAddress } from './cached-pages.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const megabyte = 1_000_000
/** Unused for so long, it leaves by itself. */
const retentionMs: Readonly<Partial<Record<KeepClass, number>>> = { visited: 30 * dayMs, prefetched: 7 * dayMs }
/** Full is 90 % of the budget; then room is made down to 75 %. */
const fullAt = 0.9
const roomAt = 0.75

export interface StorageFacts {
  /** In bytes; `null` where the browser does not say. */
  estimate(): Promise<{ readonly usage: number | null; readonly quota: number | null }>
  readonly isPhone: boolean
}

export const firstSettings: DeviceSettings = { budget: null, pictures: true, prefetch: null, prefetchedAt: 0, prefetchBegunAt: 0 }

export async function budgetOf(facts: StorageFacts, settings: DeviceSettings): Promise<number> {
  const { quota } = await facts.estimate()
  const most = settings.budget ?? (facts.isPhone ? 100 : 200) * megabyte
  return quota === null ? most : Math.min(most, quota / 2)
}

/** Everything that may go, last used first. */
export async function storedItems(tx: LocalTx | Parameters<Parameters<LocalStore['read']>[0]>[0]): Promise<readonly StoredItem[]> {
  const shapes = await tx.shapes.all()
  const pages = new Map<string, StoredItem>()
  for (const page of await tx.pages.all()) {
    const before = pages.get(page.address)
    pages.set(page.address, {
      id: page.address,
      kind: 'page',
      title: page.title ?? before?.title ?? null,
      keep: classOf(page.address, shapes) ?? (page.keep === 'prefetched' && before?.keep !== 'visited' ? 'prefetched' : 'visited'),
      lastUsed: Math.max(page.lastUsed, before?.lastUsed ?? 0),
      bytes: page.bytes + (before?.bytes ?? 0),
      isComplete: true,
    })
  }
  const threads = shapes.map(({ id, keep, lastUsed, bytes, isComplete }): StoredItem => ({
    id,
    kind: 'shape',
    title: null,
    keep,
    lastUsed,
    bytes,
    isComplete,
  }))
  return [...threads, ...pages.values()].sort((a, b) => b.lastUsed - a.lastUsed)
}

/** A page stays as long as the thread it shows. */
function classOf(address: string, shapes: readonly LocalShape[]): KeepClass | undefined {
  return shapes.find(({ id }) => address.includes(id.slice(id.indexOf(':') + 1)))?.keep
}

/** @returns whether anything went. */
export async function keepWithin(store: LocalStore, budget: number, now: number): Promise<boolean> {
  return store.write(async (tx) => {
    const things = await storedItems(tx)
    const stale = things.filter(({ keep, lastUsed }) => now - lastUsed > (retentionMs[keep] ?? Infinity))
    const total = sum(things)
    const goes = total - sum(stale) > fullAt * budget ? leavingFirst(things, stale, total - roomAt * budget) : stale
    await giveUp(tx, goes)
    return goes.length > 0
  })
}

/** No room at all: half of what is held goes. @returns whether anything went. */
export async function makeRoom(store: LocalStore): Promise<boolean> {
  return store.write(async (tx) => {
    const things = await storedItems(tx)
    const goes = leavingFirst(things, [], sum(things) / 2)
    await giveUp(tx, goes)
    return goes.length > 0
  })
}

/** Enough of them, in the order they leave, to be rid of so many bytes. */
function leavingFirst(things: readonly StoredItem[], already: readonly StoredItem[], bytes: number): readonly StoredItem[] {
  const order: Readonly<Record<KeepClass, number>> = { prefetched: 0, visited: 1, own: 2, pinned: 3 }
  const may = things.filter((thing) => !thing.id.startsWith('me:') && !already.includes(thing))
  const sorted = may.sort((a, b) => order[a.keep] - order[b.keep] || a.lastUsed - b.lastUsed)
  const goes = [...already]
  for (const thing of sorted) {
    if (sum(goes) >= bytes) break
    goes.push(thing)
  }
  return goes
}

const sum = (things: readonly StoredItem[]): number => things.reduce((total, { bytes }) => total + bytes, 0)

export async function giveUp(tx: LocalTx, things: readonly Pick<StoredItem, 'id' | 'kind'>[]): Promise<void> {
  const changes = new ChangeLog()
  for (const { id, kind } of things) {
    if (kind === 'shape') await releaseIn(tx, changes, id)
    else await forgetAddress(tx, id)
  }
}

export async function sizesOf(
  store: LocalStore,
  facts: StorageFacts,
  more: { readonly budget: number; readonly pictures: number; readonly isPersisted: boolean | null },
): Promise<DeviceSizes> {
  const {
    things,
    docs,
    work: waiting,
  } = await store.read(async (tx) => ({
    things: await storedItems(tx),
    docs: await tx.docs.all(),
    work: JSON.stringify([await tx.queue.all(), await tx.refused.all(), await tx.drafts.all()]).length - '[[],[],[]]'.length,
  }))
  const bytesOf = (areUnsent: boolean) => docs.reduce((all, row) => all + (isUnsent(row) === areUnsent ? row.bytes : 0), 0)
  const work = waiting + bytesOf(true)
  const of = (fits: (thing: StoredItem) => boolean) => sum(things.filter(fits))
  const byClass = {
    pinned: of(({ keep }) => keep === 'pinned'),
    own: of(({ keep }) => keep === 'own') + bytesOf(false),
    visited: of(({ keep }) => keep === 'visited'),
    prefetched: of(({ keep }) => keep === 'prefetched'),
    work,
  }
  const isThread = ({ id, kind }: StoredItem) => kind === 'shape' && id.startsWith('thread:')
  const byKind = {
    threads: of(isThread),
    own: of((thing) => thing.kind === 'shape' && !isThread(thing)) + bytesOf(false),
    pages: of(({ kind }) => kind === 'page'),
    pictures: more.pictures,
    work,
  }
  const { usage, quota } = await facts.estimate()
  const total = Object.values(byKind).reduce((all, bytes) => all + bytes, 0)
  return { byClass, byKind, total, budget: more.budget, usage, quota, isPersisted: more.isPersisted }
}
