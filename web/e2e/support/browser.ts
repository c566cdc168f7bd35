// What every journey stands on: a server of its own on a copy of the seeded store, a browser on a new profile, and a watch
// over the page that fails the test for what nobody asserted: errors on the console, refused policies, failed requests.
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, inject, test as plainTest } from 'vitest'
import type { RunnerTestCase as Task } from 'vitest'
import { launchProfile } from '../../../scripts/chromium.ts'
import { startProduct } from '../../../scripts/product.ts'
import type { Product } from '../../../scripts/product.ts'
import { shoot } from './thread.ts'
import { watch } from './watch.ts'
import type { Watch } from './watch.ts'

export interface ReaderOptions {
  readonly viewport?: { readonly width: number; readonly height: number }
  /** `false`: the pages must do without. */
  readonly javaScriptEnabled?: boolean
  readonly colorScheme?: 'light' | 'dark'
  readonly reducedMotion?: 'reduce' | 'no-preference'
  readonly locale?: string
  /** Device pixels a CSS pixel. */
  readonly deviceScaleFactor?: number
}

/** Somebody with a browser of their own; what it stores is on disk and outlives `restart`. */
export interface Reader {
  readonly page: Page
  readonly context: BrowserContext
  /** Say what is about to go wrong on purpose: problems that match are not held against the test. */
  expectProblems(...patterns: readonly RegExp[]): void
  /** Closes the browser and starts it again on the same profile, as after a reboot; answers the reader with a new page. */
  restart(): Promise<Reader>
  /** The browser is killed, as by a power cut, and started again on what it had written. */
  crash(): Promise<Reader>
  /** Closes the browser for good; what it has left is in `profileDir`. */
  close(): Promise<void>
  readonly profileDir: string
}

export interface Site {
  readonly origin: string
  /** Where its store is. */
  readonly dataDir: string
  /** A new reader with an empty profile, on no page yet. */
  newReader(options?: ReaderOptions): Promise<Reader>
  /** No network at all: the server is killed, as by a power cut, and every browser is told that it is offline. */
  goOffline(): Promise<void>
  /** The server again, on what it had written, at the same address; the browsers are online. */
  goOnline(): Promise<void>
}

/** A desk and a phone. */
export const desk = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

interface OpenReader {
  readonly watch: Watch
  context: BrowserContext
}

/** What answers at `origin`: one process or several. */
export interface Servers {
  readonly origin: string
  readonly dataDir: string
  kill(): Promise<void>
  /** On what they had written, at the same address. */
  startAgain(): Promise<void>
}

/** vitest's `test` with a `site` of its own, thrown away afterwards; `inject('seededDataDir')` is what it starts from. */
export const test = plainTest.extend<{ site: Site }>({
  site: async ({ task }, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-journey-data-'))
    cpSync(inject('seededDataDir'), dataDir, { recursive: true })
    let product: Product = await startProduct({ dataDir, settings: { SEED: 'off' }, isReady: true })
    const { origin, port } = product
    try {
      await useSite(task, use, {
        origin,
        dataDir,
        kill: () => product.kill(),
        startAgain: async () => void (product = await startProduct({ dataDir, port, settings: { SEED: 'off' }, isReady: true })),
      })
    } finally {
      await product.kill()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
})

/** A site of these servers for one test: its readers, and what must not have happened to any of them. */
export async function useSite(task: Task, use: (site: Site) => Promise<void>, servers: Servers): Promise<void> {
  const { origin, dataDir } = servers
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-journey-'))
  const readers: OpenReader[] = []
  let isOffline = false
  let profiles = 0

  const open = async (profileDir: string, options: ReaderOptions, watching: Watch): Promise<Reader> => {
    const context = await launchProfile(profileDir, { viewport: desk, baseURL: origin, serviceWorkers: 'allow', ...options })
    context.setDefaultTimeout(30_000 * slowness)
    if (slowness > 1) {
      for (const page of context.pages()) await slowDown(page)
      context.on('page', (page) => void slowDown(page))
    }
    await context.setOffline(isOffline)
    watching.follow(context)
    const reader: OpenReader = { watch: watching, context }
    readers.push(reader)
    const close = async () => {
      await context.close()
      readers.splice(readers.indexOf(reader), 1)
    }
    return {
      context,
      profileDir,
      page: context.pages()[0] ?? (await context.newPage()),
      expectProblems: (...patterns) => watching.expectProblems(...patterns),
      close,
      restart: async () => {
        await close()
        return open(profileDir, options, watching)
      },
      crash: async () => {
        const gone = new Promise((resolve) => context.once('close', resolve))
        process.kill(browserOf(profileDir), 'SIGKILL')
        await gone
        readers.splice(readers.indexOf(reader), 1)
        return open(profileDir, options, watching)
      },
    }
  }
  const setOffline = async (value: boolean) => {
    isOffline = value
    for (const { context, watch: watching } of readers) {
      // What fails on the way is meant to fail, in both directions.
      if (value) watching.setOffline(true)
      await context.setOffline(value)
      if (!value) watching.setOffline(false)
    }
  }

  try {
    await use({
      origin,
      dataDir,
      newReader: (options = {}) => open(join(folder, `profile-${profiles++}`), options, watch(origin)),
      goOffline: async () => {
        await setOffline(true)
        await servers.kill()
      },
      goOnline: async () => {
        await servers.startAgain()
        await setOffline(false)
      },
    })
    expect(readers.flatMap((reader) => reader.watch.problems())).toEqual([])
  } finally {
    if (task.result?.state === 'fail')
      for (const [at, page] of readers.flatMap(({ context }) => context.pages()).entries())
        await shoot(page, `failed-${at}-${task.name}`).catch(() => {})
    await Promise.allSettled(readers.map(({ context }) => context.close()))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `SLOW_BROWSER=6`: pages compute so many times slower, as on a cheap phone. Finds what only happens where the device's part comes late. */
const slowness = Math.max(1, Number(process.env['SLOW_BROWSER'] ?? 1))

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
}

/** The process that was started on this profile; its helpers go with it. Linux alone knows it by this. */
function browserOf(profileDir: string): number {
  const found = readdirSync('/proc').find((name) => {
    if (!/^\d+$/u.test(name)) return false
    const words = wordsOf(name)
    return words.includes(`--user-data-dir=${profileDir}`) && !words.some((word) => word.startsWith('--type='))
  })
  if (found === undefined) throw new Error(`no browser on ${profileDir}`)
  return Number(found)
}

function wordsOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return [] // ended meanwhile
  }
}
