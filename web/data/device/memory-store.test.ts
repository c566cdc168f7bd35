import { beforeEach, expect, test } from 'vitest'
import { testTables } from '#shared/testing/notes.ts'
import type { Read, Transaction } from '#shared/kernel/transaction.ts'
import { rowContract } from '#shared/testing/store-contract.ts'
import { layer } from './layer.ts'
import { memoryStore } from './memory-store.ts'

/** Judged as the overlay judges; each step its own transaction. */
function stepwise(): Transaction {
  const store = memoryStore(testTables)
  const read: Read = {
    get: (table, id) => store.read((tx) => tx.rows.get(table, id)),
    getMany: (table, ids) => store.read((tx) => tx.rows.getMany(table, ids)),
    list: (query) => store.read((tx) => tx.rows.list(query)),
    count: (query) => store.read((tx) => tx.rows.count(query)),
  }
  return {
    ...read,
    async put(table, row) {
      await layer(read).tx.put(table, row)
      await store.write((tx) => tx.putRows(table.name, [row]))
    },
    delete: (table, id) => store.write((tx) => tx.deleteRows(table.name, [id])),
  }
}

let current = stepwise()
beforeEach(() => {
  current = stepwise()
})
rowContract(() => current)

test('a write that throws leaves nothing, and the next one goes on', async () => {
  const store = memoryStore(testTables)
  const attempt = store.write(async (tx) => {
    await tx.meta.put([{ name: 'a', value: 1 }])
    throw new Error('no')
  })
  await expect(attempt).rejects.toThrow('no')
  await store.write((tx) => tx.meta.put([{ name: 'b', value: 2 }]))
  expect(await store.read((tx) => tx.meta.all())).toEqual([{ name: 'b', value: 2 }])
})
