/**
 * The network is back: a page that the device gave for want of the server's is asked for again, in
 * place. Pages from rows that are held whole follow their news by themselves.
 */
import type { PageAnswer } from '../data/answer.ts'
import type { DeviceState } from '../data/device-state.ts'
import type { Store } from '../data/store.ts'

interface Deps {
  readonly connection: { readonly get: () => boolean; readonly subscribe: (listener: () => void) => () => void }
  /** What is on the screen. */
  readonly shown: () => PageAnswer
  /** Whether it was made from rows that are held whole. */
  readonly isWhole: () => boolean
  readonly refresh: () => void
}

/** @returns stops it. */
export function refreshWhenBack({ connection, shown, isWhole, refresh }: Deps): () => void {
  let isOnline = connection.get()
  return connection.subscribe(() => {
    const wasOnline = isOnline
    isOnline = connection.get()
    if (wasOnline || !isOnline) return
    const answer = shown()
    if (answer.kept !== undefined || (answer.isFromDevice === true && !isWhole())) refresh()
  })
}

/**
 * The device's own link may be the first to reach a server that was gone while the browser had its
 * network: no page asks by itself.
 */
export function followLink(state: Pick<Store<DeviceState>, 'get' | 'subscribe'>, inTouch: () => void): void {
  let { link } = state.get()
  state.subscribe(() => {
    const before = link
    link = state.get().link
    if (before !== 'on' && link === 'on') inTouch()
  })
}
