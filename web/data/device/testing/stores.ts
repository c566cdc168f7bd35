import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { Table } from '#shared/kernel/table.ts'
import { deviceTables } from '#shared/device-registry.ts'
import type { DexieStoreOptions } from '../dexie-store.ts'
import type { LocalStore } from '../local-store.ts'
import type { LocalVersion } from '../local-versions.ts'
import { openDexieStore } from '../dexie-store.ts'
import { declaredStores, localVersions, storesAfter } from '../local-versions.ts'

/** A browser's IndexedDB of its own. */
export const emptyBrowser = (): IDBFactory => new IDBFactory()

/** Stores of tables that no device has, beside the real ones. */
export function versionsWith(tables: readonly Table[]): readonly LocalVersion[] {
  return [{ version: 1, stores: { ...storesAfter(localVersions), ...declaredStores(tables) } }]
}

export function openStore(browser: IDBFactory, options: Partial<DexieStoreOptions> = {}): Promise<LocalStore> {
  return openDexieStore({ name: 'lyceum:test', tables: deviceTables, ...options, dexie: { indexedDB: browser, IDBKeyRange } })
}
