/**
 * The writer's thread on SQLite: mutations a second with group commit against one transaction each,
 * and what reads on the main thread cost meanwhile. Each mutation reads 2 rows and writes 2 (a
 * ballot and its sum), with their journal. Run: `node bench/store.ts [seconds]`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineQuery } from '#shared/kernel/query.ts'
import { aNote, notes, testTables } from '#shared/testing/notes.ts'
import { openStore } from '#server/store/open-store.ts'
import { startWriter } from '#server/sync/writer-client.ts'
import { serverRegistryUrl } from '#server/sync/testing/test-registry.ts'

const seconds = Number(process.argv[2] ?? 3)
const dataDir = await mkdtemp(join(tmpdir(), 'lyceum-bench-'))
const address = { databaseUrl: null, dataDir }
const store = await openStore(address, testTables)
const rowCount = 20_000
// About the size of a comment with its body.
const body = { text: 'Words of an essay, one after another. '.repeat(25) }
await store.write(async ({ tx }) => {
  for (let n = 0; n < rowCount; n += 1) await tx.put(notes, aNote({ id: `n${n}`, shelf: `s${n % 200}`, at: n, body }))
})

const list = (n: number) => defineQuery({ table: notes, index: ['shelf', 'at'], equals: [`s${n % 200}`], order: 'descending', limit: 50 })
const getRow = (n: number) => store.read((read) => read.get(notes, `n${(n * 7919) % rowCount}`))
const getList = (n: number) => store.read((read) => read.list(list(n)))

const getUs = 1e6 / (await readsASecond(getRow))
const getInSnapshotUs = await store.read(async (read) => {
  const from = performance.now()
  for (let n = 0; n < 20_000; n += 1) await read.get(notes, `n${(n * 7919) % rowCount}`)
  return (performance.now() - from) / 20
})
const listUs = 1e6 / (await readsASecond(getList))
const one = await mutationsASecond(1, false)
const grouped = await mutationsASecond(undefined, false)
const both = await mutationsASecond(undefined, true)
await store.close()
await rm(dataDir, { recursive: true, force: true })

console.log(`get, with a snapshot of its own   ${getUs.toFixed(1)} µs`)
console.log(`get, within a snapshot            ${getInSnapshotUs.toFixed(1)} µs`)
console.log(`list of 50 rows                   ${listUs.toFixed(0)} µs`)
console.log(`one transaction each              ${one.mutations.toFixed(0)} mutations/s`)
console.log(
  `group commit                      ${grouped.mutations.toFixed(0)} mutations/s, ${(grouped.mutations / one.mutations).toFixed(1)} x`,
)
console.log(
  `group commit, main thread reading ${both.mutations.toFixed(0)} mutations/s, ${(both.mutations / grouped.mutations).toFixed(2)} x`,
)
console.log(`reads meanwhile                   ${both.reads.toFixed(0)} gets/s, ${((both.reads * getUs) / 1e6).toFixed(2)} x`)
console.log(
  JSON.stringify({
    name: 'store',
    getUs: round(getUs),
    getInSnapshotUs: round(getInSnapshotUs),
    list50Us: round(listUs),
    groupOverSingle: round(grouped.mutations / one.mutations),
    mutationsWhileReadingRatio: round(both.mutations / grouped.mutations),
    readsWhileWritingRatio: round((both.reads * getUs) / 1e6),
    mutationsPerSecond: Math.round(grouped.mutations),
  }),
)

async function readsASecond(read: (n: number) => Promise<unknown>): Promise<number> {
  for (let n = 0; n < 200; n += 1) await read(n)
  const from = performance.now()
  let done = 0
  while (performance.now() - from < (seconds * 1_000) / 3) await read((done += 1))
  return (done * 1_000) / (performance.now() - from)
}

/**
 * 512 senders, each with one mutation under way; `reading`: the main thread reads as fast as it can
 * beside them.
 */
async function mutationsASecond(maxInGroup: number | undefined, reading: boolean): Promise<{ mutations: number; reads: number }> {
  const writer = await startWriter({ address, serverRegistry: serverRegistryUrl, ...(maxInGroup === undefined ? {} : { maxInGroup }) })
  const from = performance.now()
  const isOver = () => performance.now() - from > seconds * 1_000
  let mutations = 0
  let reads = 0
  const send = async (sender: number) => {
    for (let n = 0; !isOver(); n += 1) {
      const args = { target: `t${(sender * 31 + n) % 500}`, value: n % 3 }
      const outcome = await writer.apply({ name: 'ballots.set', args, userId: `u${sender}`, source: 'member' })
      if (outcome.kind === 'applied') mutations += 1
    }
  }
  const readOn = async () => {
    while (!isOver()) {
      for (let n = 0; n < 50; n += 1) await getRow((reads += 1))
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await Promise.all([...Array.from({ length: 512 }, (_, sender) => send(sender)), ...(reading ? [readOn()] : [])])
  const took = (performance.now() - from) / 1_000
  await writer.close()
  return { mutations: mutations / took, reads: reads / took }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
