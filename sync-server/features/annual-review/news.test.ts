import { afterEach, beforeEach, expect, test } from 'vitest'
import { noPlan } from '#shared/annual-review/plan-mutations.ts'
import { candidateId, reviewPlans } from '#shared/annual-review/schema.ts'
import { phaseStart, yearStart } from '#shared/annual-review/years.ts'
import { minuteMs } from '#shared/kernel/durations.ts'
import { posts } from '#shared/posts/schema.ts'
import { members } from '#shared/accounts/schema.ts'
import type { NotifyScene } from '#server/notify/testing/notify-scene.ts'
import { ids, notifyScene } from '#server/notify/testing/notify-scene.ts'
import { nominationNews } from './news.ts'

const year = 2025
const { ada, ben, cleo, dan, post } = ids
const nominated = [`postNominated nominated:${candidateId(post, year)}`]
let scene: NotifyScene
beforeEach(async () => {
  scene = await notifyScene()
  await scene.publish()
  await scene.store.write(async ({ tx }) => {
    const written = await tx.get(posts, post)
    if (written !== undefined) await tx.put(posts, { ...written, publishedAt: yearStart(year) })
    for (const row of await tx.getMany(members, [ben, cleo, dan])) await tx.put(members, { ...row, joinedAt: yearStart(year - 1) })
  })
  await scene.told(ada)
  scene.clock.now = phaseStart(year, 'nominations')
})
afterEach(() => scene.close())

const vote = (userId: string, score: number) => scene.mutation(userId, 'reviewVotes.set', { postId: post, year, score })

test('the authors of a post that two members nominate are notified once, by mail too, and not by whom', async () => {
  await vote(ben, 7)
  await vote(cleo, 4)
  expect(await scene.told(ada)).toEqual([])
  await vote(cleo, 5)
  expect(await scene.told(ada)).toEqual(nominated)
  expect(await scene.rows(ada)).toMatchObject([{ actorId: null, title: 'On tides' }])
  await vote(cleo, 0)
  await vote(dan, 6)
  expect(await scene.told(ada)).toEqual(nominated)
  scene.clock.now += 2 * minuteMs
  await scene.settled()
  expect(scene.sent.map(({ to, text }) => [to, /Ben|Cleo|Dan/u.test(text)])).toEqual([['ada@example.org', false]])
  for (const reader of [ben, cleo, dan]) expect(await scene.told(reader)).toEqual([])
})

test('a post that was taken out of the review is no news, nor is one in a review that is over', async () => {
  await vote(ben, 7)
  await vote(cleo, 7)
  const look = (now: number) => scene.store.read((read) => nominationNews.look(read, candidateId(post, year), now))
  expect(await look(scene.clock.now)).toMatchObject({ postId: post })
  expect(await look(phaseStart(year, 'complete'))).toBe('waits')
  await scene.store.write(({ tx }) => tx.put(reviewPlans, { ...noPlan(year), excludedPostIds: [post] }))
  expect(await look(scene.clock.now)).toBe('waits')
})
