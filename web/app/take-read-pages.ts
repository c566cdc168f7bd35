/**
 * What the worker has kept of pages that this reader opened (web/worker/public-pages.ts) becomes
 * the account's own: it opens by a link too, is counted, leaves when there is no room, and goes
 * when its post may not be read any more (R9). So nothing that was read is missing because it was
 * left before the app was there. Part of the late chunk.
 */
import { forgetPage, publicPages } from '../worker/public-pages.ts'
import type { Device } from '../data/device/device-api.ts'
import { sourceIn } from './keep-page.ts'

/** Each is parsed: of many that were read before signing in the rest is taken at the next start. */
const mostAtOnce = 20

interface TakeDeps {
  readonly factory: () => IDBFactory
  /** A newer app's pages are not for this one to judge. */
  readonly build: string
  readonly now: () => number
  /** Before each: nobody's reading is to be disturbed. */
  readonly idle: () => Promise<void>
  /** It is kept as soon as it has rested. */
  readonly isShown: (address: string) => boolean
}

/** A visitor's pages stay with the worker. */
export async function takeReadPages(device: Pick<Device, 'account' | 'screens' | 'held'>, deps: TakeDeps): Promise<void> {
  if (device.account === null) return
  const factory = deps.factory()
  const found = (await publicPages(factory, deps.now())).filter(({ address, build }) => build === deps.build && !deps.isShown(address))
  if (found.length === 0) return
  const held = new Map((await device.held()).map(({ id, lastUsed }) => [id, lastUsed]))
  for (const { address, html, headers, build, at } of found.slice(0, mostAtOnce)) {
    await deps.idle()
    // What the app has kept since is newer, and so are the rows of a discussion that it follows.
    const isNewer = (held.get(address) ?? -Infinity) < at
    const source = isNewer ? sourceIn({ address, html, headers, build }) : null
    if (source !== null) await device.screens.keep(source.screen, source.answer, at)
    await forgetPage(factory, address)
  }
}
