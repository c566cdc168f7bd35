/**
 * A browser process and a profile on disk for each reader: for the service worker, for being
 * offline, closed, killed and started again. With `newReader({ as: 'lina' })` the profile is a copy
 * of one whose worker and device were complete before.
 */
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { test as plainTest } from 'vitest'
import { launchProfile } from '../../../scripts/chromium.ts'
import type { Browsers, Opened, ReaderOptions, Site } from './browser.ts'
import { desktop, useSite } from './browser.ts'
import { browserOf } from './browser-process.ts'
import { withServer } from './own-server.ts'
import { cpuSecondsOf } from './price.ts'
import { signInAs } from './places.ts'
import { snapshots } from './snapshots.ts'

export const test = plainTest.extend<{ site: Site }>({
  site: async ({ task }, use) => {
    const { storeDir, profileDirOf } = await snapshots()
    await withServer(storeDir, (servers) => useSite(task, use, servers, ownBrowsers(profileDirOf)))
  },
})

/** @param snapshotOf the profile that is copied for a reader; `null`: none is. */
export function ownBrowsers(snapshotOf: (name: string) => string | null = () => null): Browsers {
  let spent = 0
  let count = 0
  const running = new Set<string>()
  const launches: number[] = []
  const copied = new Set<string>()
  const priceOf = (profileDir: string) => {
    const pid = browserOf(profileDir)
    return pid === null ? 0 : cpuSecondsOf(pid)
  }

  async function launch(profileDir: string, options: Omit<ReaderOptions, 'as'>, origin: string): Promise<Opened> {
    const context = await launchProfile(profileDir, { viewport: desktop, baseURL: origin, serviceWorkers: 'allow', ...options })
    running.add(profileDir)
    launches.push(priceOf(profileDir))
    const end = () => {
      if (running.delete(profileDir)) spent += priceOf(profileDir)
    }
    return {
      context,
      profileDir,
      reopen: () => launch(profileDir, options, origin),
      kill() {
        const pid = browserOf(profileDir)
        if (pid === null) throw new Error(`no browser on ${profileDir}`)
        end()
        process.kill(pid, 'SIGKILL')
      },
      async close() {
        end()
        await context.close()
      },
    }
  }

  return {
    async open({ as, ...options }, { origin, folder }) {
      const profileDir = join(folder, `profile-${(count += 1)}`)
      const snapshot = as === undefined || copied.has(as) ? null : snapshotOf(as)
      if (snapshot !== null && existsSync(snapshot)) {
        // Two copies would be one device twice: the second one of a member is new.
        copied.add(as ?? '')
        cpSync(snapshot, profileDir, { recursive: true })
        return launch(profileDir, options, origin)
      }
      const opened = await launch(profileDir, options, origin)
      if (as !== undefined && as !== 'visitor') await signInAs(opened.context, as)
      return opened
    },
    cpuSeconds: () => spent + [...running].reduce((sum, profileDir) => sum + priceOf(profileDir), 0),
    launchSeconds: () => launches,
  }
}
