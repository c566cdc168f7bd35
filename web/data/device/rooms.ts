/**
 * The store a device works on: on disk, telling what each write changed, giving up what it may when
 * there is no room; in memory when the browser leaves no other way. A write that found no room is
 * tried once more after room was made; what then fails is the caller's to know.
 */
import type { Table } from '#shared/kernel/table.ts'
import type { DevicePorts } from './device-ports.ts'
import type { LocalChange } from './local-change.ts'
import type { LocalStore } from './local-store.ts'
import type { TroubleKind } from './port.ts'
import { makeRoom } from './budget.ts'
import { openDexieStore } from './dexie-store.ts'
import { localMeta } from './device-ports.ts'
import { recordingStore } from './local-change.ts'
import { DeviceTrouble } from './port.ts'

export interface Room {
  readonly store: LocalStore
  /** `null`: on disk. Else why it is in memory. */
  readonly inMemory: TroubleKind | 'none' | null
  /** It was made just now: nothing had been kept under its name, or it has been thrown away. */
  readonly isNew: boolean
}

interface RoomDeps {
  readonly ports: DevicePorts
  readonly database: string
  readonly tables: readonly Table[]
  readonly onChange: (change: LocalChange) => void
  readonly onTrouble: (kind: TroubleKind) => void
  readonly onBlocked: () => void
}

export async function openRoom(deps: RoomDeps): Promise<Room> {
  if (deps.ports.indexedDB === null) return memoryRoom(deps, 'none')
  try {
    return await diskRoom(deps)
  } catch (error) {
    if (!(error instanceof DeviceTrouble)) throw error
    deps.ports.report(error)
    return memoryRoom(deps, error.kind)
  }
}

async function diskRoom({ ports, database, tables, onChange, onTrouble, onBlocked }: RoomDeps): Promise<Room> {
  const { dexie, tickMs } = ports
  const onDisk = await openDexieStore({
    name: database,
    tables,
    onTrouble,
    onBlocked,
    ...(dexie === undefined ? {} : { dexie }),
    ...(tickMs === undefined ? {} : { tickMs }),
  })
  try {
    const store = roomy(recordingStore(onDisk, onChange))
    return { store, inMemory: null, isNew: await markBorn(store, ports.now()) }
  } catch (error) {
    onDisk.close()
    throw error
  }
}

/** @returns whether it had not been born before. */
export async function markBorn(store: LocalStore, now: number): Promise<boolean> {
  if ((await store.read((tx) => tx.meta.get(localMeta.born))) !== undefined) return false
  await store.write((tx) => tx.meta.put([{ name: localMeta.born, value: now }]))
  return true
}

export async function memoryRoom({ tables, onChange }: Pick<RoomDeps, 'tables' | 'onChange'>, why: TroubleKind | 'none'): Promise<Room> {
  const { memoryStore } = await import('./memory-store.ts')
  return { store: recordingStore(memoryStore(tables), onChange), inMemory: why, isNew: true }
}

function roomy(store: LocalStore): LocalStore {
  return {
    ...store,
    async write(work) {
      try {
        return await store.write(work)
      } catch (error) {
        if (!(error instanceof DeviceTrouble) || error.kind !== 'full' || !(await makeRoom(store).catch(() => false))) throw error
        return store.write(work)
      }
    },
  }
}
