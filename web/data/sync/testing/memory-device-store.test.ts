import { beforeEach, describe } from 'vitest'
import type { Row, Table } from '#shared/kernel/table.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import { testTables } from '#shared/testing/notes.ts'
import { rowContract } from '#shared/testing/store-contract.ts'
import type { DeviceStore } from '../../device/port.ts'
import { layer } from '../../device/layer.ts'
import { memoryDeviceDatabase } from './memory-device-store.ts'

describe('rows in the memory device store', () => {
  let store: DeviceStore
  beforeEach(() => {
    store = memoryDeviceDatabase(testTables).open()
  })

  /** Judged as the overlay judges (unique keys, storable text); each step its own transaction. */
  rowContract(() => {
    const read: Omit<Transaction, 'put' | 'delete'> = {
      get: (table, id) => store.read((tx) => tx.rows.get(table, id)),
      getMany: (table, ids) => store.read((tx) => tx.rows.getMany(table, ids)),
      list: (query) => store.read((tx) => tx.rows.list(query)),
      count: (query) => store.read((tx) => tx.rows.count(query)),
    }
    return {
      ...read,
      async put<R extends Row>(table: Table<R>, row: R) {
        await layer(read).tx.put(table, row)
        await store.write((tx) => tx.putRows(table.name, [row]))
      },
      delete: (table, id) => store.write((tx) => tx.deleteRows(table.name, [id])),
    }
  })
})
