/**
 * The cheap kind of site, for everything a page does: a context of the worker's one browser for
 * each reader, without a service worker and without a profile on disk. What needs the worker, a
 * restart or a crash takes `test-device.ts`.
 */
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'
import { inject, test as plainTest } from 'vitest'
import type { Browsers, Site } from './browser.ts'
import { desktop, useSite } from './browser.ts'
import { withServer } from './own-server.ts'
import { slot } from './slot.ts'
import { cpuSecondsOf } from './price.ts'

export const test = plainTest.extend<{ site: Site }>({
  site: ({ task }, use) =>
    withServer(inject('seededDataDir'), async (servers) => useSite(task, use, servers, await contextsOfOneBrowser())),
})

let connected: Promise<Browser> | null = null

/** A context of the worker's browser for each reader. */
export async function contextsOfOneBrowser(): Promise<Browsers> {
  const mine = inject('browsers')[slot - 1]
  if (mine === undefined) throw new Error(`there is no browser for worker ${slot}`)
  const browser = await (connected ??= chromium.connect(mine.endpoint))
  const before = cpuSecondsOf(mine.pid)
  return {
    async open({ as, ...options }, { origin }) {
      if (as !== undefined) throw new Error('a page has no device: sign in by `signIn`, or take test-device.ts')
      const context = await browser.newContext({ viewport: desktop, baseURL: origin, serviceWorkers: 'block', ...options })
      const noProfile = () => {
        throw new Error('a page has no profile to come back to: take test-device.ts')
      }
      return { context, profileDir: '', reopen: noProfile, kill: noProfile, close: () => context.close() }
    },
    cpuSeconds: () => cpuSecondsOf(mine.pid) - before,
  }
}
