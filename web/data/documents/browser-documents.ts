/**
 * `DocumentPorts` with a browser's own locks, sockets, timers and events. No Yjs: the background
 * needs them before there is any.
 */
import { currentDevice } from '../device/current.ts'
import type { DeviceDocuments } from '../device/device-api.ts'
import { deviceState } from '../device-state.ts'
import { outbox } from '../outbox.ts'
import { createStore } from '../store.ts'
import type { DocumentPorts, Sign, Signs } from './document-ports.ts'
import type { Tickets } from './requests.ts'
import { openTickets } from './requests.ts'
import { freshId } from '../fresh-id.ts'
import { reportUnlessClosed } from '../device/report-unless-closed.ts'

export interface BrowserDocuments {
  readonly ports: DocumentPorts
  readonly tickets: Tickets
}

/** One for each account that this page has seen: its tickets and its name among the tabs. */
const made = createStore<ReadonlyMap<string, BrowserDocuments>>(new Map())

export function browserDocuments(account: string, rows: DeviceDocuments): BrowserDocuments {
  const before = made.get().get(account)
  if (before !== undefined && before.ports.rows === rows) return before
  const fetch: DocumentPorts['fetch'] = (address, init) => globalThis.fetch(address, init)
  const ports: DocumentPorts = {
    account,
    rows,
    socketOrigin: location.origin.replace(/^http/, 'ws'),
    fetch,
    WebSocket,
    timers: { now: () => Date.now(), after },
    random: Math.random,
    tabId: freshId(),
    locks: 'locks' in navigator ? locks : null,
    canKeep: canKeep(),
    signs,
    async makeFork(room, text) {
      const device = currentDevice.get()
      if (device === null || device.account !== account) return null
      const { forkOn } = await import('./make-fork.ts')
      return forkOn(device)(room, text)
    },
    report: reportUnlessClosed,
  }
  const documents = { ports, tickets: openTickets(account, fetch, () => Date.now()) }
  made.set(new Map([...made.get(), [account, documents]]))
  return documents
}

const locks: NonNullable<DocumentPorts['locks']> = {
  request: (name, options, work) => navigator.locks.request(name, options, work),
}

function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

/** Reading the property alone throws where storage is forbidden. */
function canKeep(): boolean {
  try {
    return (globalThis.indexedDB ?? null) !== null
  } catch {
    return false
  }
}

const signs: Signs = {
  isVisible: () => document.visibilityState === 'visible',
  isReachable: () => deviceState.get().link === 'on',
  listen(listener) {
    const leaving = new AbortController()
    const { signal } = leaving
    const tell = (sign: Sign) => () => listener(sign)
    document.addEventListener('visibilitychange', () => listener(document.visibilityState === 'visible' ? 'awake' : 'leaving'), { signal })
    document.addEventListener('freeze', tell('leaving'), { signal })
    addEventListener('pagehide', tell('leaving'), { signal })
    addEventListener('pageshow', tell('awake'), { signal })
    addEventListener('focus', tell('awake'), { signal })
    addEventListener('online', tell('awake'), { signal })
    let link = deviceState.get().link
    const leaves = [
      outbox.subscribe(tell('moved')),
      deviceState.subscribe(() => {
        if (deviceState.get().link === link) return
        link = deviceState.get().link
        listener('moved')
      }),
    ]
    signal.addEventListener('abort', () => leaves.forEach((leave) => leave()))
    return () => leaving.abort()
  },
}
