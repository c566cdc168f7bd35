/** The disk has no room left, and then it has again: on a small disk of the kernel's own. */
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postComment } from '#shared/comments/mutations.ts'
import { paragraph } from '#shared/testing/factories.ts'
import { aDevice, newId } from './testing/device.ts'
import type { RealSite } from './testing/world.ts'
import { openPosts, startRealSite, until } from './testing/world.ts'

const room = 12 * 1024 * 1024
let site: RealSite
beforeAll(async () => {
  site = await startRealSite({ room })
})
afterAll(() => site.stop())

test('a full disk refuses what is written and says so, gives what is read, and takes everything once it has room again', async () => {
  const teo = await site.member('teo')
  const [postId = '', otherId = ''] = openPosts(site)
  const device = await aDevice({ origin: site.origin, ...teo, shapes: [`thread:${postId}`] })
  const long = 'There was no room left for this. '.repeat(300)
  let written = 0
  const write = async () => {
    written += 1
    await device.commit(postComment, { id: newId(), postId, parentId: null, body: paragraph(`${written} of many. ${long}`) })
  }
  await write()
  await until('the first comment', () => device.contents().queue.length === 0)

  fill(join(site.dataDir, 'ballast'))
  const from = `/posts/${otherId}`
  const byForm = (n: number) =>
    teo.client.postForm('comments.post', { postId: otherId, parentId: '', markdown: `By the plain form, ${n}. ${long}`, from })
  // What the log has room for is still taken.
  let forms = 1
  let refused = await byForm(forms)
  for (; refused.status === 303 && forms < 3_000; forms += 1) refused = await byForm(forms + 1)
  expect(refused.status).toBe(507)
  expect(refused.headers['retry-after']).toBe('3')
  expect(refused.text).toContain('There was no room left for this.')
  for (const path of ['/', '/allPosts?timeframe=allTime', '/search', '/healthz', '/api/me'])
    expect([path, (await teo.client.get(path)).status]).toEqual([path, 200])
  // A log that has been copied into the store is begun anew and has room once more, so it takes a
  // while until mutations wait.
  const waiting = () => device.contents().queue.length
  for (let round = 0; round < 40 && waiting() < 5; round += 1) {
    fill(join(site.dataDir, 'ballast'))
    while (waiting() < 5) await write()
    await new Promise((resolve) => setTimeout(resolve, 2_000))
  }
  expect(waiting()).toBeGreaterThanOrEqual(5)

  rmSync(join(site.dataDir, 'ballast'))
  await until('all that waited', () => device.contents().queue.length === 0, 60_000)
  expect((await byForm(forms)).status).toBe(303)
  device.stop()

  expect(device.contents().refused).toEqual([])
  const bodies = site.table('comments').map((row) => JSON.stringify(row['body']))
  const counts = Array.from({ length: written }, (_, at) => bodies.filter((body) => body.includes(`"${at + 1} of many.`)).length)
  expect(counts.filter((count) => count !== 1)).toEqual([])
  const formCounts = Array.from(
    { length: forms },
    (_, at) => bodies.filter((body) => body.includes(`By the plain form, ${at + 1}.`)).length,
  )
  expect(formCounts.filter((count) => count !== 1)).toEqual([])
  expect(site.soundness()).toEqual(['ok'])
})

/** Until nothing more goes in. */
function fill(path: string): void {
  for (const size of [1 << 20, 1 << 16, 1 << 12, 1]) {
    const part = Buffer.alloc(size, 1)
    try {
      for (;;) appendFileSync(path, part)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
}
