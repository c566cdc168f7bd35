// The public archive: how fast the exporter fills it from a store that is there, and what that
// costs the server's process and the archive's own, against the same documents written by hand, 200
// at a time, into the same kind of server; and how fast a stock PouchDB copies it through the
// gateway, against a copy straight from that server.
import { setTimeout as pause } from 'node:timers/promises'
import { join } from 'node:path'
import type { CouchPlace } from '#server/archive/couch.ts'
import type { Mirror } from '#server/archive/testing/mirror.ts'
import { archiveChild } from '#server/archive/archive-child.ts'
import { couchAt } from '#server/archive/couch.ts'
import { newMirror, replicate } from '#server/archive/testing/mirror.ts'
import { startProduct } from '../scripts/product.ts'
import { report, round } from './lib/figures.ts'
import { processorMs, processorOfFamily } from './lib/memory.ts'
import { makeDataDir, withFolder } from './lib/store.ts'

const comments = [1_000, 1_000, 1_000]
const atOnce = 200
/** So long nothing may come for it to be whole: longer than any batch takes. */
const quietMs = 4_000

const addressOf = ({ server, database, name, password }: CouchPlace): string =>
  `${server.replace('://', `://${name}:${encodeURIComponent(password)}@`)}/${database}`

interface Filled {
  readonly seconds: number
  readonly docs: number
}

await withFolder(async (folder) => {
  const dataDir = join(folder, 'data')
  await makeDataDir(dataDir, { posts: 300, threads: comments, now: Date.now() })
  const product = await startProduct({ dataDir, settings: { SEED: 'off', ARCHIVE: 'on' } })
  const bare = archiveChild({ dataDir: join(folder, 'bare'), log: (error) => console.error(error) })
  try {
    const restingMs = processorOfFamily(product.pid)
    const restingOwnMs = processorMs(product.pid)
    const exported = await untilWhole(`${product.origin}/archive/public`)
    const ownMs = processorMs(product.pid) - restingOwnMs
    const archiveMs = processorOfFamily(product.pid) - restingMs - ownMs
    const copy = newMirror()
    const copied = await timed(() => replicate(copy, `${product.origin}/archive/public`))

    await bare.up()
    const place = bare.place()
    const pid = bare.pid()
    if (place === null || pid === undefined) throw new Error('the archive’s server is not there')
    const bareFrom = processorMs(pid)
    const written = await writeByHand(place, copy)
    const bareMs = processorMs(pid) - bareFrom
    const copiedBare = await timed(() => replicate(newMirror(), addressOf(place)))
    report({
      docs: written.docs,
      exportedPerSecond: round(exported.docs / exported.seconds),
      writtenByHandPerSecond: round(written.docs / written.seconds),
      exportRatio: round(exported.seconds / exported.docs / (written.seconds / written.docs)),
      exportServerMsPerDoc: round(ownMs / exported.docs),
      exportArchiveMsPerDoc: round(archiveMs / exported.docs),
      writtenByHandMsPerDoc: round(bareMs / written.docs),
      copiedPerSecond: round(written.docs / copied),
      copyRatio: round(copied / copiedBare),
    })
  } finally {
    await bare.close()
    await product.kill()
  }
})

/** From the first document to the last. */
async function untilWhole(address: string): Promise<Filled> {
  let [docs, firstAt, lastAt, first] = [0, 0, 0, 0]
  while (docs === 0 || performance.now() - lastAt < quietMs) {
    const response = await fetch(address)
    const said: unknown = response.ok ? await response.json() : {}
    const count = typeof said === 'object' && said !== null && 'doc_count' in said ? Number(said.doc_count) : 0
    if (count > docs) {
      lastAt = performance.now()
      if (firstAt === 0) [firstAt, first] = [lastAt, count]
      docs = count
    }
    await pause(100)
  }
  return { seconds: (lastAt - firstAt) / 1_000, docs: docs - first }
}

async function writeByHand(place: CouchPlace, from: Mirror): Promise<Filled> {
  const { rows } = await from.allDocs({ include_docs: true })
  const docs = rows.map(({ doc }) => doc)
  const couch = couchAt(() => place)
  const seconds = await timed(async () => {
    for (let at = 0; at < docs.length; at += atOnce) {
      const body = { docs: docs.slice(at, at + atOnce), new_edits: false }
      const { status } = await couch.ask('POST', '_bulk_docs', { body, patienceMs: 120_000 })
      if (status >= 300) throw new Error(`_bulk_docs answered ${status}`)
    }
  })
  return { seconds, docs: docs.length }
}

/** In seconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1_000
}
