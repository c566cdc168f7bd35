/**
 * A child process: a whole server over a store, with twenty tabs of stock providers that write into
 * five documents at once. Says each paragraph aloud that was acknowledged, until it is killed.
 */
import { writeSync } from 'node:fs'
import type { TestSite } from '#server/http/testing/test-site.ts'
import { ada, ben, publish, smallCommunity, testSite } from '#server/http/testing/test-site.ts'
import { postRoom } from '#shared/documents/rooms.ts'
import { aPost, idOf } from '#shared/testing/factories.ts'
import { posts } from '#shared/posts/schema.ts'
import { idleWorkers } from './document-site.ts'
import { WriterTab } from './writer-tab.ts'

const [dataDir = '', round = ''] = process.argv.slice(2)
const site = await testSite({ dataDir, rooms: { workers: idleWorkers, settled: async () => undefined } })
const ids = [5_001, 5_003, 5_005, 5_007, 5_009]
await prepare(site)

async function prepare({ store, change }: TestSite): Promise<void> {
  if ((await store.read((read) => read.get(posts, idOf(5_001)))) !== undefined) return
  await smallCommunity(site)
  for (const n of ids) {
    const facts = { authorId: ada, coauthorIds: [ben], slug: null, status: 'draft' as const, revisionId: null, publishedAt: null }
    await change((tx) => publish(tx, aPost({ id: idOf(n), latestRevisionId: idOf(n + 1), ...facts })))
  }
}

async function write(lane: number): Promise<never> {
  const room = postRoom(idOf(ids[lane % ids.length] ?? 0))
  const tab = await WriterTab.open(site, lane % 2 === 0 ? ada : ben, room)
  const before = tab.acked
  const frames = Math.max(before, 1)
  for (let n = 0; ; n += 1) {
    const word = `${round}-${lane}-${n}`
    tab.write(word)
    await tab.until(() => tab.acked >= frames + n + 1)
    // Straight to the pipe: what the parent has read was acknowledged.
    writeSync(1, `${room} ${word}\n`)
  }
}
await Promise.all(Array.from({ length: 20 }, (_, lane) => write(lane)))
