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
