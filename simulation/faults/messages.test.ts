/**
 * Messages of the real site over its real socket, lost, late and doubled (safety.md F6). Its seed
 * is printed; `SEED=7,8` asks for others.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postComment } from '#shared/comments/mutations.ts'
import { setBookmark } from '#shared/reading/mutations.ts'
import { paragraph } from '#shared/testing/factories.ts'
import { setVote } from '#shared/votes/mutations.ts'
import { randomFrom } from '../world/random.ts'
import { aDevice, newId } from './testing/device.ts'
import { calm, startFrameProxy } from './testing/frame-proxy.ts'
import type { RealSite } from './testing/world.ts'
import { openPosts, startRealSite, until } from './testing/world.ts'

const seeds = process.env['SEED']?.split(',') ?? ['1']
const stormy = { loss: 0.1, doubled: 0.1, delayMs: 1_000 }

let site: RealSite
beforeAll(async () => {
  site = await startRealSite()
})
afterAll(() => site.stop())

test.each(seeds)(
  'with seed %s: a tenth lost, a tenth doubled, up to a second late: each mutation once, and nothing is stuck',
  async (seed) => {
    const random = randomFrom(`messages ${seed}`)
    const proxy = await startFrameProxy(() => site.port, random.fork('proxy'))
    const postId = String(openPosts(site)[0])
    const thread = `thread:${postId}`
    // Teo moderates: no pause between his comments.
    const device = await aDevice({ origin: proxy.origin, ...(await site.member('teo')), shapes: [thread] })
    const hope = setInterval(() => device.nudge('online'), 400)
    try {
      await until(
        'all shapes',
        () => device.contents().shapes.length === 2 && device.contents().shapes.every(({ isComplete }) => isComplete),
      )
      proxy.weather = stormy
      const ids = Array.from({ length: 12 }, newId)
      for (const [at, id] of ids.entries()) {
        await device.commit(postComment, {
          id,
          postId,
          parentId: at % 3 === 2 ? (ids[at - 1] ?? null) : null,
          body: paragraph(`${seed}: said ${at}`),
        })
        await device.commit(setVote, { targetKind: 'post', targetId: postId, axis: 'approval', value: at % 2 === 0 ? 1 : -1 })
        await device.commit(setBookmark, { targetKind: 'post', targetId: postId, isSaved: at % 2 === 0 })
        await new Promise((resolve) => setTimeout(resolve, random.whole(0, 150)))
      }
      // Long enough a storm, whatever came through; what is stuck by then stays stuck in the calm.
      await until('weather enough', () => device.contents().queue.length <= 4 || proxy.done.passed + proxy.done.lost >= 60, 40_000)
      proxy.weather = calm
      await until('an empty queue', () => device.contents().queue.length === 0, 25_000)

      const { refused, rows } = device.contents()
      expect(refused).toEqual([])
      expect(device.reports).toEqual([])
      const stored = site.table('comments').filter((row) => ids.includes(String(row['id'])))
      expect(stored).toHaveLength(ids.length)
      expect(new Set(stored.map((row) => JSON.stringify(row['body']))).size).toBe(ids.length)
      const me = stored[0]?.['authorId']
      expect(
        site.table('votes').filter((row) => row['userId'] === me && row['targetId'] === postId && row['axis'] === 'approval'),
      ).toMatchObject([{ value: -1 }])
      const saved = site.table('bookmarks').filter((row) => row['userId'] === me && row['targetId'] === postId && row['isSaved'] === true)
      expect(saved).toEqual([])
      const answers = site.table('mutation_results').filter((row) => row['deviceId'] === device.contents().meta.get('device'))
      expect(new Set(answers.map((row) => row['outcome']))).toEqual(new Set(['applied']))
      // What is held is what is stored.
      const held = (kind: string) => rows(kind).filter((row) => 'postId' in row && row['postId'] === postId)
      await until('the thread is the same here and there', () => {
        const there = site.table('comments').filter((row) => row['postId'] === postId)
        return (
          JSON.stringify(
            held('comments')
              .map((row) => row.id)
              .toSorted(),
          ) === JSON.stringify(there.map((row) => row['id']))
        )
      })
      expect(proxy.done.lost).toBeGreaterThan(0)
      expect(proxy.done.doubled).toBeGreaterThan(0)
    } finally {
      clearInterval(hope)
      const waiting = device.contents().queue.map(({ n, state }) => `${n} ${state}`)
      console.warn(`seed ${seed}: ${JSON.stringify({ ...proxy.done, waiting, status: device.status(), reports: device.reports })}`)
      device.stop()
      await proxy.close()
    }
  },
)
