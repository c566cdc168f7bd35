/** There is none, and none was to be made. */
export class MissingDatabase extends Error {}

/**
 * Opens one of this site's databases. `make` adds its stores where there is none yet; where it
 * answers `false` none is made: a question, or a save that comes late, must not make again what
 * signing out has deleted. @throws MissingDatabase, or what the browser says
 */
export function openDatabase(
  factory: IDBFactory,
  name: string,
  make: (db: IDBDatabase) => boolean,
  version?: number,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = factory.open(name, version)
    let isMissing = false
    opening.addEventListener('upgradeneeded', () => {
      isMissing = !make(opening.result)
      if (isMissing) opening.transaction?.abort()
    })
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(isMissing ? new MissingDatabase(name) : (opening.error ?? new Error(name))))
  })
}
