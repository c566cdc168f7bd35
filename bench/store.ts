/**
 * The writer's thread on SQLite: deeds a second with group commit against one transaction each, and what reads on the main thread cost
 * meanwhile. Each deed reads 2 rows and writes 2 (a ballot and its sum), with their journal. Run: `node bench/store.ts [seconds]`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineQuery } from '#shared/kernel/query.ts'
import { aNote, notes, testTables } from '#shared/testing/notes.ts'
import { openStore } from '#server/store/open-store.ts'
import { startWriter } from '#server/sync/writer-client.ts'
import { wiringUrl } from '#server/sync/testing/test-wiring.ts'

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
const one = await deedsASecond(1, false)
const grouped = await deedsASecond(undefined, false)
const both = await deedsASecond(undefined, true)
await store.close()
await rm(dataDir, { recursive: true, force: true })

console.log(`get, with a snapshot of its own   ${getUs.toFixed(1)} µs`)
console.log(`get, within a snapshot            ${getInSnapshotUs.toFixed(1)} µs`)
console.log(`list of 50 rows                   ${listUs.toFixed(0)} µs`)
console.log(`one transaction each              ${one.deeds.toFixed(0)} deeds/s`)
console.log(`group commit                      ${grouped.deeds.toFixed(0)} deeds/s, ${(grouped.deeds / one.deeds).toFixed(1)} x`)
console.log(`group commit, main thread reading ${both.deeds.toFixed(0)} deeds/s, ${(both.deeds / grouped.deeds).toFixed(2)} x`)
console.log(`reads meanwhile                   ${both.reads.toFixed(0)} gets/s, ${((both.reads * getUs) / 1e6).toFixed(2)} x`)
console.log(
  JSON.stringify({
    name: 'store',
    getUs: round(getUs),
    getInSnapshotUs: round(getInSnapshotUs),
    list50Us: round(listUs),
    groupOverSingle: round(grouped.deeds / one.deeds),
    deedsWhileReadingRatio: round(both.deeds / grouped.deeds),
    readsWhileWritingRatio: round((both.reads * getUs) / 1e6),
    deedsPerSecond: Math.round(grouped.deeds),
  }),
)

async function readsASecond(read: (n: number) => Promise<unknown>): Promise<number> {
  for (let n = 0; n < 200; n += 1) await read(n)
  const from = performance.now()
  let done = 0
  while (performance.now() - from < (seconds * 1_000) / 3) await read((done += 1))
  return (done * 1_000) / (performance.now() - from)
}

/** 512 senders, each with one deed under way; `reading`: the main thread reads as fast as it can beside them. */
async function deedsASecond(mostInGroup: number | undefined, reading: boolean): Promise<{ deeds: number; reads: number }> {
  const writer = await startWriter({ address, wiring: wiringUrl, ...(mostInGroup === undefined ? {} : { mostInGroup }) })
  const from = performance.now()
  const isOver = () => performance.now() - from > seconds * 1_000
  let deeds = 0
  let reads = 0
  const send = async (sender: number) => {
    for (let n = 0; !isOver(); n += 1) {
      const args = { target: `t${(sender * 31 + n) % 500}`, value: n % 3 }
      const outcome = await writer.apply({ name: 'ballots.set', args, userId: `u${sender}`, source: 'member' })
      if (outcome.kind === 'applied') deeds += 1
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
  return { deeds: deeds / took, reads: reads / took }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
