import { afterAll, beforeAll } from 'vitest'
import type { Site } from './site.ts'
import { startSite } from './site.ts'

/**
 * A site for the tests of one file: started before the first, stopped after the last. Until then
 * asking it for anything throws.
 */
export function siteForTests(settings: Readonly<Record<string, string>> = {}): Site {
  let started: Site | undefined
  const running = (): Site => {
    if (started === undefined) throw new Error('The site starts with the tests: ask it within a test or a hook.')
    return started
  }
  beforeAll(async () => {
    started = await startSite(settings)
    // The first file of a run fills the store that all of them begin with.
  }, 180_000)
  afterAll(() => started?.stop())
  return {
    get origin() {
      return running().origin
    },
    get password() {
      return running().password
    },
    visitor: () => running().visitor(),
    member: (userName) => running().member(userName),
    output: () => running().output(),
    errors: () => running().errors(),
    table: (name) => running().table(name),
    digest: (tables) => running().digest(tables),
    stop: () => running().stop(),
  }
}
