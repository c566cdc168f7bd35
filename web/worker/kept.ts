/**
 * What the worker reads of the device's databases, with plain IndexedDB: which account is here, and the document kept for an address.
 * Read only; it makes no database and waits for none: whatever is missing, busy or in another form is "nothing kept".
 */
export interface KeptDocument {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
  readonly build: string
  /** ms since 1970. */
  readonly at: number
}

/** `undefined` when nothing is kept, or nothing can be read. A browser that has just begun may need a second or two for it. */
export async function keptDocument(address: string): Promise<KeptDocument | undefined> {
  return find(address).catch(() => undefined)
}

async function find(address: string): Promise<KeptDocument | undefined> {
  const current = await readFrom('lyceum', 'current', 'account')
  if (!hasText(current, 'database')) return undefined
  const record = await readFrom(current.database, 'screens', address)
  if (!hasText(record, 'html') || !hasText(record, 'build') || !('headers' in record) || !('at' in record)) return undefined
  const { html, build, headers, at } = record
  if (typeof headers !== 'object' || headers === null || typeof at !== 'number') return undefined
  const pairs = Object.entries(headers).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return { html, build, headers: Object.fromEntries(pairs), at }
}

function hasText<Name extends string>(value: unknown, name: Name): value is Record<Name, string> {
  return typeof value === 'object' && value !== null && name in value && typeof (value as Record<Name, unknown>)[name] === 'string'
}

/** One record; `undefined` when the database or the store is not there. */
export function readFrom(database: string, store: string, key: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(database)
    // There is none: it must not be made here, for the page makes it in its own form.
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onerror = () => resolve(undefined)
    opening.onblocked = () => resolve(undefined)
    opening.onsuccess = () => {
      const db = opening.result
      // A page that renews the database must not wait for this one.
      db.onversionchange = () => db.close()
      if (!db.objectStoreNames.contains(store)) {
        db.close()
        return resolve(undefined)
      }
      const asking = db.transaction(store, 'readonly').objectStore(store).get(key)
      asking.onsuccess = () => {
        db.close()
        resolve(asking.result)
      }
      asking.onerror = () => {
        db.close()
        reject(asking.error ?? new Error(`${store} could not be read`))
      }
    }
  })
}
