import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import * as Y from 'yjs'
import type { Doc as Text } from '#shared/text/schema.ts'
import { deviceTables } from '#shared/device-registry.ts'
import { bodyFragment } from '#shared/documents/rooms.ts'
import { T0 } from '#shared/testing/factories.ts'
import type { StoredDocument } from '../../device/device-api.ts'
import { openDexieStore } from '../../device/dexie-store.ts'
import { openDocuments } from '../../device/documents.ts'
import type { LocalStore } from '../../device/local-store.ts'
import { ManualTimers } from '../../sync/testing/a-line.ts'
import type { DocumentPorts, Sign } from '../document-ports.ts'
import type { OpenDocument } from '../documents-api.ts'
import { openDocument } from '../open-document.ts'
import { openTickets } from '../requests.ts'

/** y-indexeddb knows only the browser's own; each call is an empty browser. */
export function emptyProfile(): IDBFactory {
  const factory = new IDBFactory()
  switchTo(factory)
  return factory
}

/** From now on this is the browser. The fake has the same methods; its types are its own. */
export function switchTo(factory: IDBFactory): void {
  Object.assign(globalThis, { indexedDB: factory, IDBKeyRange })
}

export interface Writer {
  readonly ports: DocumentPorts
  readonly store: LocalStore
  readonly timers: ManualTimers
  readonly forks: { readonly room: string; readonly text: Text }[]
  readonly reports: unknown[]
  readonly state: { isVisible: boolean; isReachable: boolean; mayFork: boolean }
  sign(sign: Sign): void
  open(room: string, isNew?: boolean): Promise<OpenDocument>
  /** The tab is gone: nothing of it goes on, nothing is said. */
  end(): Promise<void>
}

let tabs = 0

/** A tab of a profile; another one on the same `factory` shares its disk. */
export async function aWriter(rooms: Pick<DocumentPorts, 'fetch' | 'WebSocket'>, account: string, factory: IDBFactory): Promise<Writer> {
  const timers = new ManualTimers()
  const store = await openDexieStore({ name: `lyceum:${account}`, tables: deviceTables, dexie: { indexedDB: factory, IDBKeyRange } })
  const forks: { readonly room: string; readonly text: Text }[] = []
  const reports: unknown[] = []
  const state = { isVisible: true, isReachable: true, mayFork: true }
  const listeners = new Set<(sign: Sign) => void>()
  const opened: OpenDocument[] = []
  tabs += 1
  const ports: DocumentPorts = {
    account,
    rows: openDocuments(
      store,
      () => store,
      () => T0,
    ),
    socketOrigin: 'ws://test',
    fetch: rooms.fetch,
    WebSocket: rooms.WebSocket,
    timers: { now: () => T0, after: (ms, work) => timers.after(ms, work) },
    random: () => 0.5,
    tabId: `tab-${tabs}`,
    locks: null,
    canKeep: true,
    signs: {
      isVisible: () => state.isVisible,
      isReachable: () => state.isReachable,
      listen(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    async makeFork(room, text) {
      if (!state.mayFork) return null
      forks.push({ room, text })
      return `post:fork-${forks.length}`
    },
    report: (error) => void reports.push(error),
  }
  const tickets = openTickets(account, ports.fetch, () => T0)
  return {
    ports,
    store,
    timers,
    forks,
    reports,
    state,
    sign: (sign) => [...listeners].forEach((listener) => listener(sign)),
    async open(room, isNew = false) {
      const document = await openDocument({ room, isNew }, ports, tickets)
      opened.push(document)
      await document.whenLoaded
      return document
    },
    async end() {
      for (const document of opened) await document.close()
      store.close()
    },
  }
}

/** One paragraph more. */
export function type(doc: Y.Doc, text: string): void {
  const paragraph = new Y.XmlElement('paragraph')
  paragraph.insert(0, [new Y.XmlText(text)])
  const body = doc.getXmlFragment(bodyFragment)
  body.insert(body.length, [paragraph])
}

export const written = (doc: Y.Doc): string =>
  doc
    .getXmlFragment(bodyFragment)
    .toArray()
    .map((block) => (block instanceof Y.XmlElement ? String(block.get(0)) : ''))
    .join('|')

/** Whose marks say that something is unsent. */
export const writersOf = (row: StoredDocument | undefined): readonly string[] =>
  (row?.dirtyBy ?? []).map((mark) => mark.replace(/\/.*$/u, ''))
