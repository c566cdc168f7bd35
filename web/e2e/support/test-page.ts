/**
 * The cheap kind of site, for everything a page does: a context of the worker's one browser for
 * each reader, without a service worker and without a profile on disk. What needs the worker, a
 * restart or a crash takes `test-device.ts`.
 */
import type { Browser } from 'playwright-core'
import { inject, test as plainTest } from 'vitest'
import { launchChromium } from '../../../scripts/chromium.ts'
import type { Browsers, Site } from './browser.ts'
import { desktop, useSite } from './browser.ts'
import { browserWith } from './browser-process.ts'
import { slotPort, withServer } from './own-server.ts'
import { cpuSecondsOf } from './price.ts'

export const test = testAt(() => undefined)

/** By a name: browsers have no passkeys for an address of digits. */
export const testAtName = testAt(() => `http://localhost:${slotPort()}`)

function testAt(siteUrl: () => string | undefined) {
  return plainTest.extend<{ site: Site }>({
    site: ({ task }, use) =>
      withServer(inject('seededDataDir'), async (servers) => useSite(task, use, servers, await contextsOfOneBrowser()), siteUrl()),
  })
}

/**
 * No other process has a browser with this on its command line: so it is found there, for what it
 * costs.
 */
const mark = `--lyceum-worker=${process.pid}`

/**
 * It ends with the worker. Another process that starts it passes on each message between the two.
 */
let launched: Promise<Browser> | null = null

/** A context of the worker's browser for each reader. */
export async function contextsOfOneBrowser(): Promise<Browsers> {
  const browser = await (launched ??= launchChromium(mark))
  const pid = browserWith(mark) ?? 0
  const before = cpuSecondsOf(pid)
  return {
    async open({ as, ...options }, { origin }) {
      if (as !== undefined) throw new Error('a page has no device: sign in by `signIn`, or take test-device.ts')
      const context = await browser.newContext({ viewport: desktop, baseURL: origin, serviceWorkers: 'block', ...options })
      const noProfile = () => {
        throw new Error('a page has no profile to come back to: take test-device.ts')
      }
      return { context, profileDir: '', reopen: noProfile, kill: noProfile, close: () => context.close() }
    },
    cpuSeconds: () => cpuSecondsOf(pid) - before,
  }
}
