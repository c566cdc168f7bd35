/** Reports of errors, as the server has kept them. */
import type { Page } from 'playwright-core'
import type { Site } from './browser.ts'
import { rowsOf, until } from './device.ts'

/** Until the reports' own part runs: the inline script's buffer hands over from then on. */
export async function reporting(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.hasOwn((window as unknown as { readonly __errors: object }).__errors, 'push'))
}

export async function eventOf(
  site: Site,
  isIt: (event: Readonly<Record<string, unknown>>) => boolean,
): Promise<Readonly<Record<string, unknown>>> {
  await until(async () => rowsOf(site, 'error_events').some(isIt), 'a report is kept')
  const found = rowsOf(site, 'error_events').find(isIt)
  if (found === undefined) throw new Error('it was there a moment ago')
  return found
}
