// What every journey stands on: a server of its own on a copy of the seeded store, browsers, and a
// watch over their pages that fails the test for what nobody asserted: errors on the console,
// refused policies, failed requests. Tests import their kind of site: test-page.ts or
// test-device.ts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { RunnerTestCase as Task } from 'vitest'
import type { signedInMembers } from './sign-in.ts'
import { shoot } from './thread.ts'
import { watch } from './watch.ts'
import type { Watch } from './watch.ts'

export interface ReaderOptions {
  /**
   * A device on which this member has signed in, or on which a visitor has been: `test-device.ts`
   * alone has them. Absent: a new browser.
   */
  readonly as?: (typeof signedInMembers)[number] | 'visitor'
  readonly viewport?: { readonly width: number; readonly height: number }
  /** `false`: the pages must do without. */
  readonly javaScriptEnabled?: boolean
  readonly colorScheme?: 'light' | 'dark'
  readonly reducedMotion?: 'reduce' | 'no-preference'
  readonly locale?: string
  /**
   * `block`: somebody who only reads along saves the worker's installation. Their pages are never
   * settled as `worker`.
   */
  readonly serviceWorkers?: 'block'
  /** Device pixels a CSS pixel. */
  readonly deviceScaleFactor?: number
}

/** Somebody with a browser of their own. */
export interface Reader {
  readonly page: Page
  readonly context: BrowserContext
  /**
   * Say what is about to go wrong on purpose: problems that match are not held against the test.
   */
  expectProblems(...patterns: readonly RegExp[]): void
  /**
   * Closes the browser and starts it again on the same profile, as after a reboot; answers the
   * reader with a new page.
   */
  restart(): Promise<Reader>
  /** The browser is killed, as by a power cut, and started again on what it had written. */
  crash(): Promise<Reader>
  /** Closes the browser for good; what it has left is in `profileDir`. */
  close(): Promise<void>
  /** Only a `device` has one. */
  readonly profileDir: string
}

export interface Site {
  readonly origin: string
  /** Where its store is. */
  readonly dataDir: string
  /** A new reader, on no page yet. */
  newReader(options?: ReaderOptions): Promise<Reader>
  /**
   * No network at all: the server is killed, as by a power cut, and every browser is told that it
   * is offline.
   */
  goOffline(): Promise<void>
  /** The server again, on what it had written, at the same address; the browsers are online. */
  goOnline(): Promise<void>
}

/** An editor and a phone. */
export const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

/** What answers at `origin`: one process or several. */
export interface Servers {
  readonly origin: string
  readonly dataDir: string
  kill(): Promise<void>
  /** On what they had written, at the same address. */
  startAgain(): Promise<void>
  /** CPU seconds so far. */
  cpuSeconds(): number
}

/** Where readers come from: contexts of one browser, or browsers of their own. */
export interface Browsers {
  open(options: ReaderOptions, at: { readonly origin: string; readonly folder: string }): Promise<Opened>
  /** CPU seconds since the test began. */
  cpuSeconds(): number
  /** CPU seconds of each start of a browser, before it has loaded anything. */
  launchSeconds?(): readonly number[]
}

export interface Opened {
  readonly context: BrowserContext
  readonly profileDir: string
  /** On the same profile, after it was closed. */
  reopen(): Promise<Opened>
  kill(): void
  close(): Promise<void>
}

declare module 'vitest' {
  interface TaskMeta {
    /** Of a test that failed, a line each. */
    whenItFailed?: string[]
    /** CPU seconds of its servers and browsers, and of its servers alone. */
    price?: number
    serverPrice?: number
    /** CPU seconds of each start of a browser, which none of our code is in. */
    launches?: readonly number[]
  }
}

interface OpenReader {
  readonly watch: Watch
  readonly opened: Opened
}

/**
 * A site of these servers for one test: its readers, what must not have happened to any of them,
 * and what it has cost.
 */
export async function useSite(task: Task, use: (site: Site) => Promise<void>, servers: Servers, browsers: Browsers): Promise<void> {
  const { origin, dataDir } = servers
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-journey-'))
  const readers: OpenReader[] = []
  let isOffline = false

  const follow = async (opened: Opened, watching: Watch): Promise<Reader> => {
    const { context, profileDir } = opened
    context.setDefaultTimeout(actionTimeoutMs)
    if (slowness > 1) {
      for (const page of context.pages()) await slowDown(page)
      context.on('page', (page) => void slowDown(page))
    }
    await context.setOffline(isOffline)
    watching.follow(context)
    const reader: OpenReader = { watch: watching, opened }
    readers.push(reader)
    const forget = () => readers.splice(readers.indexOf(reader), 1)
    const close = async () => {
      await opened.close()
      forget()
    }
    return {
      context,
      profileDir,
      page: context.pages()[0] ?? (await context.newPage()),
      expectProblems: (...patterns) => watching.expectProblems(...patterns),
      close,
      restart: async () => {
        await close()
        return follow(await opened.reopen(), watching)
      },
      crash: async () => {
        const gone = new Promise((resolve) => context.once('close', resolve))
        opened.kill()
        await gone
        forget()
        return follow(await opened.reopen(), watching)
      },
    }
  }
  const setOffline = async (value: boolean) => {
    isOffline = value
    for (const { opened, watch: watching } of readers) {
      // What fails on the way is meant to fail, in both directions.
      if (value) watching.setOffline(true)
      await opened.context.setOffline(value)
      if (!value) watching.setOffline(false)
    }
  }

  try {
    await use({
      origin,
      dataDir,
      newReader: async (options = {}) => follow(await browsers.open(options, { origin, folder }), watch(origin)),
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
    if (task.result?.state === 'fail') task.meta.whenItFailed = await lastSeen(readers, task.name)
    const serverPrice = servers.cpuSeconds()
    task.meta.serverPrice = tenths(serverPrice)
    task.meta.price = tenths(serverPrice + browsers.cpuSeconds())
    task.meta.launches = browsers.launchSeconds?.() ?? []
    await Promise.allSettled(readers.map(({ opened }) => opened.close()))
    rmSync(folder, { recursive: true, force: true })
  }
}

const tenths = (seconds: number): number => Math.round(seconds * 10) / 10

/**
 * `SLOW_BROWSER=6`: pages compute so many times slower, as on a cheap phone. Finds what only
 * happens where the device's part comes late.
 */
const slowness = Math.max(1, Number(process.env['SLOW_BROWSER'] ?? 1))

/** No test is judged by the clock of a busy machine. */
export const actionTimeoutMs = 120_000

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
}

/**
 * What each reader had on the screen, and what went wrong before. Pictures of it are beside the
 * report.
 */
async function lastSeen(readers: readonly OpenReader[], name: string): Promise<string[]> {
  const seen: string[] = []
  for (const [who, { opened, watch: watching }] of readers.entries()) {
    for (const [at, page] of opened.context.pages().entries()) {
      await shoot(page, `failed-${who}-${at}-${name}`).catch(() => {})
      seen.push(`${page.url()}: ${await headlinesOf(page)}`)
    }
    seen.push(...watching.latest())
  }
  return seen
}

/** What a log can say of a screen: its headline, and what is asked or said on it. */
async function headlinesOf(page: Page): Promise<string> {
  const texts = await page
    .locator('h1, dialog[open], [role="dialog"], [role="alert"], [role="status"]')
    .allInnerTexts()
    .catch(() => [])
  return texts.map((text) => text.replaceAll(/\s+/gu, ' ').slice(0, 200)).join(' | ')
}
