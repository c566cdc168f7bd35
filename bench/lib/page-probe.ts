/**
 * What a page of ours does when, seen from outside: nothing of it is in the product. Wraps what the
 * start is known to call (`getElementById` for the hand-over, `indexedDB.open`, transactions)
 * before anything of the page runs, and watches for the moment at which a text is painted.
 */
import type { Page } from 'playwright-core'

/** ms since the navigation began; 0 for what has not happened. */
export interface Parts {
  /** The first of the answer's bytes, from the service worker. */
  readonly answered: number
  /** The app's own code runs. */
  readonly appBegan: number
  readonly databaseAsked: number
  readonly databaseOpen: number
  /** The last of the database's answers before the text. */
  readonly rowsRead: number
  /** The essay stands in the document. */
  readonly textPlaced: number
}

export async function probe(page: Page): Promise<void> {
  await page.addInitScript(install)
}

export async function partsOf(page: Page): Promise<Parts> {
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    return { answered: Number(Reflect.get(navigation ?? {}, 'responseStart')), ...Reflect.get(window, 'parts') }
  })
}

/**
 * From a press on something to the frame in which `selector` holds `text`, in ms. Waits for the
 * press before it answers.
 */
export async function whenPainted(page: Page, selector: string, text: string): Promise<() => Promise<number>> {
  await page.evaluate(
    ([wanted = '', words = '']) => {
      const { promise, resolve } = Promise.withResolvers<number>()
      Reflect.set(window, 'pressToPaint', promise)
      document.addEventListener(
        'click',
        (press) => {
          const isThere = () => [...document.querySelectorAll(wanted)].some((element) => element.textContent.includes(words))
          const look = () => {
            if (!isThere()) return
            watcher.disconnect()
            // After the frame's own work: what comes behind the paint is a task of its own.
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel()
              port1.onmessage = () => resolve(performance.now() - press.timeStamp)
              port2.postMessage(null)
            })
          }
          const watcher = new MutationObserver(look)
          watcher.observe(document, { subtree: true, childList: true, characterData: true })
        },
        { capture: true, once: true },
      )
    },
    [selector, text],
  )
  return () => page.evaluate(() => Reflect.get(window, 'pressToPaint'))
}

/**
 * Whether the device has kept this address for the service worker. Looked up with plain IndexedDB,
 * as the worker does.
 */
export async function isKept(page: Page, address: string): Promise<boolean> {
  return page.evaluate(async (wanted) => {
    const read = async (name: string, store: string, key: string): Promise<Readonly<Record<string, unknown>> | undefined> => {
      // Opened here, it would be made.
      if (!(await indexedDB.databases()).some((found) => found.name === name)) return undefined
      const { promise, resolve } = Promise.withResolvers<Readonly<Record<string, unknown>> | undefined>()
      const opening = indexedDB.open(name)
      opening.onerror = () => resolve(undefined)
      opening.onsuccess = () => {
        const db = opening.result
        const asking = db.objectStoreNames.contains(store) ? db.transaction(store).objectStore(store).get(key) : null
        db.close()
        if (asking === null) return resolve(undefined)
        asking.onsuccess = () => resolve(asking.result)
        asking.onerror = () => resolve(undefined)
      }
      return promise
    }
    const current = await read('lyceum', 'current', 'account')
    const database = String(current?.['database'])
    const post = /^\/posts\/([0-9a-z]{26})/u.exec(wanted)?.[1]
    const isWhole = post === undefined || (await read(database, 'shapes', `thread:${post}`))?.['isComplete'] === true
    return isWhole && (await read(database, 'screens', wanted)) !== undefined
  }, address)
}

/** Runs in the page, before anything of the page. */
function install(): void {
  const parts = { appBegan: 0, databaseAsked: 0, databaseOpen: 0, rowsRead: 0, textPlaced: 0 }
  Reflect.set(window, 'parts', parts)
  const byId = document.getElementById.bind(document)
  document.getElementById = (id) => {
    if (id === 'hand-over' && parts.appBegan === 0) parts.appBegan = performance.now()
    return byId(id)
  }
  const open = indexedDB.open.bind(indexedDB)
  indexedDB.open = (name, version) => {
    const opening = version === undefined ? open(name) : open(name, version)
    // The account's own, not the one that says whose device this is.
    if (!name.startsWith('lyceum:')) return opening
    if (parts.databaseAsked === 0) parts.databaseAsked = performance.now()
    opening.addEventListener('success', () => (parts.databaseOpen ||= performance.now()))
    return opening
  }
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (...given) {
    const made = transaction.apply(this, given)
    made.addEventListener('complete', () => {
      if (parts.textPlaced === 0) parts.rowsRead = performance.now()
    })
    return made
  }
  const watcher = new MutationObserver(() => {
    if (byId('text')?.hasChildNodes() !== true) return
    parts.textPlaced = performance.now()
    watcher.disconnect()
  })
  watcher.observe(document, { subtree: true, childList: true })
}
