import { keepDocuments } from '../documents/background.ts'
import { browserDocuments } from '../documents/browser-documents.ts'
import { ownPictureBytes, unsentPictures } from '../own-pictures/picture-sums.ts'
import { picturesBytes } from '../pictures.ts'
import { startBrowserSync } from '../sync/browser-sync.ts'
import type { DevicePorts } from './device-ports.ts'
import { markerIn } from './marker.ts'
import { reportProblem } from '../reports/report-problem.ts'
import { browserTabs } from './tabs.ts'
import { freshId } from '../fresh-id.ts'
import { guardedLocal } from '../guarded-storage.ts'
import { visitorReadingIn } from '../visitor-reading.ts'
import { reportUnlessClosed } from './report-unless-closed.ts'

/** A phone has less room to spare, and its owner less wish to spend it. */
const phoneWidth = '(max-width: 767px) and (pointer: coarse)'

export function browserPorts(): DevicePorts {
  return {
    indexedDB: ownIndexedDB(),
    tabs: browserTabs,
    marker: markerIn(() => localStorage),
    visitorReading: visitorReadingIn(guardedLocal),
    storage: {
      isPhone: matchMedia(phoneWidth).matches,
      async estimate() {
        const { usage = null, quota = null } = (await navigator.storage?.estimate?.().catch(() => ({}) as StorageEstimate)) ?? {}
        return { usage, quota }
      },
      persist: async () => (await navigator.storage?.persist?.()) ?? null,
    },
    pictureBytes: async () => (await picturesBytes()) + (await ownPictureBytes()),
    unsentPictures,
    now: () => Date.now(),
    elapsed: () => performance.now(),
    newId: freshId,
    yieldToEventLoop,
    report: reportUnlessClosed,
    // A whole new document: nothing in this page's memory survives it.
    leave: () => location.replace('/'),
    startDocuments: ({ account, rows, store }) => {
      const { ports, tickets } = browserDocuments(account, rows)
      return keepDocuments(ports, tickets, store)
    },
    startSync: ({ account, core, onStatus }) =>
      startBrowserSync({
        account,
        core,
        onStatus,
        onChanged: () => undefined, // the store tells what its writes changed
        report(kind, detail) {
          console.warn(`sync: ${kind} ${detail}`)
          if (kind !== 'restored' && kind !== 'new-id') reportProblem(`sync-${kind}`, detail)
        },
      }),
  }
}

/** Reading the property alone throws where storage is forbidden. */
function ownIndexedDB(): IDBFactory | null {
  try {
    return globalThis.indexedDB ?? null
  } catch {
    return null
  }
}

/**
 * Ends the task. A message comes sooner than a timer, which browsers slow down to a second in pages
 * out of sight.
 */
function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}
