import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, LaunchOptions } from 'playwright-core'
import { findChromium, wantedChromium } from './chromium-path.ts'

/** How every browser of ours is started: by the journeys, the measurements and the DOM tests. */
export const launchOptions: LaunchOptions = {
  executablePath: findChromium() ?? wantedChromium.path,
  // Root may not use Chromium's sandbox; what it opens here are our own pages.
  chromiumSandbox: process.getuid?.() !== 0,
  args: [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    // Without these it asks its maker's hosts for this and that, many times a minute.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-default-apps',
  ],
}

/**
 * A browser whose pages share nothing but the process: for journeys and measurements that need no
 * profile on disk. @param words more of its command line
 */
export const launchChromium = (...words: readonly string[]): Promise<Browser> =>
  chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), ...words] })

/**
 * A browser on a profile folder that outlives it, as a reader's does: closed and launched again, it
 * has what it had stored.
 */
export const launchProfile = (profileDir: string, context: object = {}): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profileDir, { ...launchOptions, ...context })
