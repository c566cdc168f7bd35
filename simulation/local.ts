import type { DeviceRead, DeviceStore, DeviceTx } from '#web/data/device/port.ts'
import type { LocalRead, LocalStore, LocalTx } from '#web/data/device/local-store.ts'
import type { MemoryDeviceHandle } from '#web/data/sync/testing/memory-device-store.ts'
import type { Browser } from './browser.ts'
import type { Life } from './world/life.ts'

/** The handle as one tab uses it: what the tab awaits never comes once it is gone. */
export function ownedBy(handle: MemoryDeviceHandle, life: Life, profile: Browser): DeviceStore {
  const owned =
    <Tx, T>(work: (tx: Tx) => Promise<T>) =>
    (tx: Tx): Promise<T> => {
      profile.actor = life
      return work(tx)
    }
  return {
    async read(work) {
      await life.step()
      const value = await handle.read(owned(work))
      await life.step()
      return value
    },
    async write(work) {
      await life.step()
      const value = await handle.write(owned(work))
      await life.step()
      return value
    },
    close: () => handle.close(),
  }
}

/** The store as the device asks for it; nobody here drafts, and no finished page is kept. */
export function localStoreOf(store: DeviceStore): LocalStore {
  return {
    read: (work) => store.read((tx) => work(localRead(tx))),
    write: (work) => store.write((tx) => work(localTx(tx))),
    close: () => store.close(),
    destroy: async () => store.close(),
  }
}

const nothing = {
  get: async () => undefined,
  all: async () => [],
  put: async () => undefined,
  delete: async () => undefined,
}
const parts = { drafts: nothing, answers: nothing, screens: nothing, pages: nothing }

function localRead(tx: DeviceRead): LocalRead {
  return { ...tx, ...parts, rows: indexed(tx) }
}

function localTx(tx: DeviceTx): LocalTx {
  return { ...tx, ...parts, rows: indexed(tx) }
}

function indexed({ rows }: DeviceRead): LocalRead['rows'] {
  return { ...rows, ids: async (query) => (await rows.list(query)).map((row) => row.id) }
}
