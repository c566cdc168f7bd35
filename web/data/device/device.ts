import type { OpenDevice } from './open-device.ts'
import { createStore } from '../store.ts'
import { browserPorts } from './browser-ports.ts'
import { deviceOpener } from './open-device.ts'

/** One for the page: made when it is first asked for. */
const opener = createStore<OpenDevice | null>(null)

/**
 * The late chunk's way in: opens the database of whoever is here, or gives the one that is open;
 * asked again with somebody else, it opens theirs.
 * @param me what the server said; `null` when it could not be asked: then whoever was here last.
 */
export const openDevice: OpenDevice = (me) => {
  const open = opener.get() ?? deviceOpener(browserPorts())
  opener.set(open)
  return open(me)
}
