/**
 * What the shipped client takes from its page without asking a port: timers, the date, random
 * numbers, IndexedDB, BroadcastChannel. A thread of the simulation imports this before anything
 * else, and from then on each of them is that of the tab whose code is running: the tab goes along
 * with every promise. Outside of tabs they are Node's own. Relies on being loaded before Yjs, lib0
 * and y-websocket, which keep some of them.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { webcrypto } from 'node:crypto'

/** A page, as code that runs in it sees it. */
export interface Page {
  readonly name: string
  readonly indexedDB: unknown
  /** ms since 1970. */
  now(): number
  /** @returns how to prevent it */
  after(ms: number, work: () => void): () => void
  /** 0 to 1. */
  random(): number
  openChannel(name: string, hear: (data: unknown) => void): { post(data: unknown): void; close(): void }
}

const pages = new AsyncLocalStorage<Page>()
let outside: () => number = Math.random

/** Runs `work`, and all that comes of it, in the page. */
export const inPage = <T>(page: Page, work: () => T): T => pages.run(page, work)

/** Random bytes outside of pages are drawn from there, so that a seed fixes a run. */
export function drawFrom(random: () => number): void {
  outside = random
}

const page = (): Page | undefined => pages.getStore()

class PageTimer {
  cancel: () => void = () => undefined
}

const real = { setTimeout, clearTimeout, setInterval, clearInterval, now: Date.now, elapsed: performance.now.bind(performance) }

function later(work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): unknown {
  const here = page()
  if (here === undefined) return real.setTimeout(work, ms, ...args)
  const timer = new PageTimer()
  timer.cancel = here.after(ms, () => work(...args))
  return timer
}

function each(work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): unknown {
  const here = page()
  if (here === undefined) return real.setInterval(work, ms, ...args)
  const timer = new PageTimer()
  const tick = (): void => {
    timer.cancel = here.after(ms, tick)
    work(...args)
  }
  timer.cancel = here.after(ms, tick)
  return timer
}

function forget(timer: unknown): void {
  if (timer instanceof PageTimer) timer.cancel()
  // Node's own.
  else real.clearTimeout(timer as NodeJS.Timeout)
}

/**
 * lib0 keeps its channels by name for a whole process: a tab's have the tab's name before their own
 * (`nameChannelsByPage`).
 */
class PageChannel {
  onmessage: ((event: { readonly data: unknown }) => void) | null = null
  readonly #channel: ReturnType<Page['openChannel']> | undefined

  constructor(name: string) {
    this.#channel = page()?.openChannel(name.slice(name.indexOf('\n') + 1), (data) => this.onmessage?.({ data }))
  }

  postMessage(data: unknown): void {
    this.#channel?.post(data)
  }

  close(): void {
    this.#channel?.close()
  }
}

/**
 * @param Provider y-websocket's: one process is many browsers here, and what it says to its own tab
 *   it would say to all.
 */
export function nameChannelsByPage(Provider: { readonly prototype: object }): void {
  const names = new WeakMap<object, string>()
  Object.defineProperty(Provider.prototype, 'bcChannel', {
    get(this: object) {
      return names.get(this)
    },
    set(this: object, name: string) {
      names.set(this, `${page()?.name ?? ''}\n${name}`)
    },
  })
}

/** Of numbers alone, as the one that is used. */
const keyRange = {
  lowerBound: (lower: number, isOpen = false) => ({ holds: (key: number) => (isOpen ? key > lower : key >= lower) }),
  upperBound: (upper: number, isOpen = false) => ({ holds: (key: number) => (isOpen ? key < upper : key <= upper) }),
}

Object.assign(globalThis, {
  setTimeout: later,
  setInterval: each,
  clearTimeout: forget,
  clearInterval: forget,
  BroadcastChannel: PageChannel,
  IDBKeyRange: keyRange,
})
Date.now = () => page()?.now() ?? real.now()
performance.now = () => page()?.now() ?? real.elapsed()
Object.defineProperty(globalThis, 'indexedDB', { get: () => page()?.indexedDB, configurable: true })
webcrypto.getRandomValues = <T extends NodeJS.ArrayBufferView | null>(array: T): T => {
  if (array === null) return array
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
  const random = page()?.random ?? outside
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(random() * 256)
  return array
}
// Each provider listens for the end of the process, those of tabs that are gone too.
process.setMaxListeners(0)
