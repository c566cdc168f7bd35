import { expect, test } from 'vitest'
import { aCore } from '#server/testing/core.ts'
import { noteReceptions } from './jobs.ts'
import { karmaStats, members } from '#shared/accounts/schema.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { reviewOf } from '#shared/moderation/measure-queries.ts'
import { memberReceptions, userRateLimits } from '#shared/moderation/measure-schema.ts'
import { idOf, paragraph, publishArgs, T0 } from '#shared/testing/factories.ts'
const running = new AbortController().signal

/** Nell has written six comments under Ben's post, two of which two members have voted down. */
async function scene() {
  const clock = { now: T0 }
  const core = await aCore(() => clock.now)
  const [nell, ben, teo] = [await core.join(100), await core.join(200), await core.join(300)]
  await core.store.write(async ({ tx }) => {
    for (const id of [nell, ben, teo]) {
      const member = await tx.get(members, id)
      if (member !== undefined) await tx.put(members, { ...member, approvedBy: teo, groups: id === teo ? ['moderators'] : [] })
      await tx.put(karmaStats, { id, karma: 100, postCount: 0, commentCount: 0 })
    }
  })
  await core.must({ name: 'posts.publish', args: publishArgs({ id: idOf(1), revisionId: idOf(2) }), userId: ben })
  const say = (n: number, now = T0 + n * 10_000) => {
    const args = { id: idOf(n), postId: idOf(1), parentId: null, body: paragraph(`Hm ${n}.`) }
    return core.must({ name: 'comments.post', args, userId: nell, now })
  }
  for (let n = 10; n < 16; n += 1) await say(n)
  const voteDown = async (n: number, now: number) => {
    for (const userId of [ben, teo]) {
      const args = { targetKind: 'comment', targetId: idOf(n), axis: 'approval', value: -1 }
      await core.must({ name: 'votes.set', args, userId, now })
    }
  }
  for (const n of [11, 12]) await voteDown(n, T0 + dayMs)
  const run = (now: number) => {
    clock.now = now
    return noteReceptions({ store: core.store, apply: core.writer.apply.bind(core.writer) }, now, running)
  }
  return { core, nell, teo, run, say, voteDown, review: () => core.store.read((read) => reviewOf(read, nell)) }
}

test('votes on somebody’s work bring them before the moderators by a job, which notes how it was received', async () => {
  const { core, nell, run, review } = await scene()
  expect(await review()).toMatchObject({ needsReview: false })
  await run(T0 + 2 * dayMs)
  expect(await review()).toMatchObject({ needsReview: true, reasons: ['recentlyDownvotedContentAlert'], group: 'unknown' })
  const reception = await core.store.read((read) => read.get(memberReceptions, nell))
  expect(reception).toMatchObject({ downVoters: 2 })
  expect(reception?.last20Karma).toBeLessThan(0)
})

test('an alert that was dismissed comes back only with newer work', async () => {
  const { core, nell, teo, run, say, voteDown, review } = await scene()
  await run(T0 + 2 * dayMs)
  await core.must({ name: 'moderation.dequeue', args: { userId: nell }, userId: teo, now: T0 + 2 * dayMs + 1 })
  await run(T0 + 2 * dayMs + 2)
  expect(await review()).toMatchObject({ needsReview: false })
  await say(20, T0 + 3 * dayMs)
  await voteDown(20, T0 + 3 * dayMs + 1)
  // The newest is left out, so that this one counts.
  await say(21, T0 + 3 * dayMs + 20_000)
  await run(T0 + 4 * dayMs)
  expect(await review()).toMatchObject({ needsReview: true })
})

test('a member whom a moderator limits now is not brought before them again', async () => {
  const { core, nell, teo, run, review } = await scene()
  await core.store.write(({ tx }) =>
    tx.put(userRateLimits, {
      ...{ id: idOf(70), userId: nell, type: 'allComments', intervalLength: 1, intervalUnit: 'hours', actionsPerInterval: 1 },
      ...{ byId: teo, at: T0, reason: '', endsAt: T0 + 9 * dayMs },
    }),
  )
  await run(T0 + 2 * dayMs)
  expect(await review()).toMatchObject({ needsReview: false })
})
