import { expect, test } from 'vitest'
import { phaseStart, yearStart } from '#shared/annual-review/years.ts'
import { votersOf } from '#shared/annual-review/queries.ts'
import { auditEntries } from '#shared/moderation/measure-queries.ts'
import { candidateId, reviewCandidates, reviewVoteId, reviewVoters, reviewVotes, voterId } from '#shared/annual-review/schema.ts'
import { members } from '#shared/accounts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { aPost, idOf } from '#shared/testing/factories.ts'
import { featureSite } from '../testing/feature-site.ts'
import { votersOfReviews } from './migrations.ts'
import { ada, aScene, ben, eve, post, thread } from '#server/testing/sync-scene.ts'

const year = 2025
const [nominating, voting] = [phaseStart(year, 'nominations'), phaseStart(year, 'voting')]

async function scene() {
  const clock = { now: nominating }
  const found = await aScene({ writerClock: () => clock.now })
  await found.core.store.write(async ({ tx }) => {
    for (const id of [ada, ben, eve]) {
      const row = await tx.get(members, id)
      if (row !== undefined) await tx.put(members, { ...row, joinedAt: yearStart(year) - 1 })
    }
    const row = await tx.get(posts, post)
    if (row !== undefined) await tx.put(posts, { ...row, publishedAt: yearStart(year) })
  })
  const vote = (userId: string, score: number) => ({ name: 'reviewVotes.set', args: { postId: post, year, score }, userId })
  const candidate = () => found.core.store.read((read) => read.get(reviewCandidates, candidateId(post, year)))
  return { ...found, clock, vote, candidate }
}

test('a post’s candidacy counts each voter once, whatever they change', async () => {
  const { core, vote, candidate } = await scene()
  for (const [userId, score] of [
    [ben, 6],
    [ben, 7],
    [ben, 7],
    [eve, 3],
    [eve, 5],
  ] as const)
    await core.must(vote(userId, score))
  expect(await candidate()).toMatchObject({ voteCount: 2, positiveCount: 2 })
  await core.must(vote(ben, 4))
  expect(await candidate()).toMatchObject({ voteCount: 2, positiveCount: 1 })
  await core.must(vote(eve, 0))
  expect(await candidate()).toMatchObject({ voteCount: 1, positiveCount: 0 })
  // When was voted is kept for the staff; the same again is no vote.
  const [voter] = await core.store.read((read) => read.list(votersOf(year, 9)))
  expect(voter).toMatchObject({ userId: ben, dates: [nominating, nominating, nominating] })
})

test('a device gets its own votes and the counts of others, and never a vote of another', async () => {
  const { core, vote, device } = await scene()
  const bens = device(ben, 1)
  const adas = device(ada, 2)
  await bens.hello(thread, `me:${ben}`)
  await adas.hello(thread, `me:${ada}`)
  await bens.push({ n: 1, name: 'reviewVotes.set', args: { postId: post, year, score: 7 } })
  await core.must(vote(eve, 1))
  await bens.settled()
  await adas.settled()
  expect(bens.row(thread, 'review_candidates', candidateId(post, year))).toMatchObject({ voteCount: 2, positiveCount: 1 })
  expect(bens.row(`me:${ben}`, 'review_votes', reviewVoteId(ben, post, year))).toMatchObject({ score: 7 })
  expect(adas.row(thread, 'review_candidates', candidateId(post, year))).toMatchObject({ voteCount: 2, positiveCount: 1 })
  for (const [told, other] of [
    [bens, eve],
    [adas, ben],
    [adas, eve],
  ] as const)
    expect(JSON.stringify(told.heard)).not.toContain(reviewVoteId(other, post, year))
})

test('of two devices of a member that vote without knowing of each other the later vote holds, and is counted once', async () => {
  const { core, candidate, device } = await scene()
  const [phone, desktop] = [device(ben, 1), device(ben, 2)]
  for (const one of [phone, desktop]) await one.hello(thread, `me:${ben}`)
  const push = (score: number) => ({ n: 1, name: 'reviewVotes.set', args: { postId: post, year, score } })
  await phone.push(push(7))
  // The same again, for its answer was lost.
  await phone.push(push(7))
  await desktop.push(push(2))
  for (const one of [phone, desktop]) await one.settled()
  expect(await candidate()).toMatchObject({ voteCount: 1, positiveCount: 0 })
  expect(await core.store.read((read) => read.get(reviewVotes, reviewVoteId(ben, post, year)))).toMatchObject({ score: 2 })
  for (const one of [phone, desktop])
    expect(one.row(`me:${ben}`, 'review_votes', reviewVoteId(ben, post, year))).toMatchObject({ score: 2 })
})

test('a vote kept on a device comes too late once voting has ended, and changes nothing', async () => {
  const { core, vote, clock, candidate, device } = await scene()
  for (const userId of [ben, eve]) await core.must(vote(userId, 6))
  clock.now = voting
  await core.must(vote(eve, 7))
  clock.now = phaseStart(year, 'results')
  const bens = device(ben, 1)
  await bens.hello(thread, `me:${ben}`)
  await bens.push({ n: 1, name: 'reviewVotes.set', args: { postId: post, year, score: 1 } })
  await bens.settled()
  expect(bens.of('result')).toMatchObject([{ outcome: 'rejected' }])
  expect(await core.store.read((read) => read.get(reviewVotes, reviewVoteId(ben, post, year)))).toMatchObject({ score: 6 })
  expect(await candidate()).toMatchObject({ positiveCount: 2 })
})

test('a plain form votes, says where it was refused, and leads back to its page', async () => {
  const site = await featureSite()
  site.clock.now = nominating
  const reader = site.browser()
  await reader.signUp('Ben')
  const postId = idOf(7)
  await site.store.write(({ tx }) => tx.put(posts, aPost({ id: postId, publishedAt: yearStart(year + 1) })))
  const send = (fields: object) => reader.form('reviewVotes.set', { postId, year: String(year), score: '6', from: '/allPosts', ...fields })
  expect((await send({})).status).toBe(403)
  await site.store.write(async ({ tx }) => {
    const row = await tx.get(posts, postId)
    if (row !== undefined) await tx.put(posts, { ...row, publishedAt: yearStart(year) })
    const query = defineQuery({ table: members, index: ['joinedAt'], equals: [], order: 'ascending', limit: 9 })
    for (const one of await tx.list(query)) await tx.put(members, { ...one, joinedAt: yearStart(year) - 1 })
  })
  expect(await send({})).toMatchObject({ status: 303, headers: { location: expect.stringContaining('/allPosts') } })
  expect((await send({ score: '8' })).status).toBe(400)
  expect((await send({ score: '' })).status).toBe(400)
  expect(await site.store.read((read) => read.get(reviewCandidates, candidateId(postId, year)))).toMatchObject({ positiveCount: 1 })
})

test('an administrator opens a review again by a plain form, which the audit log says and votes go by', async () => {
  const site = await featureSite()
  site.clock.now = phaseStart(year, 'complete')
  const [boss, reader] = [site.browser(), site.browser()]
  await boss.signUp('Ada')
  await reader.signUp('Ben')
  const postId = idOf(7)
  await site.store.write(async ({ tx }) => {
    await tx.put(posts, aPost({ id: postId, publishedAt: yearStart(year) }))
    const query = defineQuery({ table: members, index: ['joinedAt'], equals: [], order: 'ascending', limit: 9 })
    for (const one of await tx.list(query)) await tx.put(members, { ...one, isAdmin: one.slug === 'ada', joinedAt: yearStart(year) - 1 })
  })
  const open = { year: String(year), phase: 'nominations', from: '/reviewAdmin/2025' }
  const vote = () => reader.form('reviewVotes.set', { postId, year: String(year), score: '6', from: '/' })
  expect((await vote()).status).toBe(403)
  expect((await reader.form('reviewPlans.setPhase', open)).status).toBe(403)
  expect(await boss.form('reviewPlans.setPhase', open)).toMatchObject({
    status: 303,
    headers: { location: expect.stringContaining('/reviewAdmin/2025') },
  })
  expect((await boss.form('reviewPlans.setPhase', { ...open, phase: 'never' })).status).toBe(400)
  expect((await vote()).status).toBe(303)
  const exclude = { year: String(year), post: `http://127.0.0.1/posts/${postId}/x`, isOn: 'true', from: '/reviewAdmin/2025' }
  expect((await boss.form('reviewPlans.setExclusion', exclude)).status).toBe(303)
  expect((await vote()).status).toBe(403)
  const { audit, voter } = await site.store.read(async (read) => ({
    audit: await read.list(auditEntries(9)),
    voter: await read.list(votersOf(year, 9)),
  }))
  // The clock of this site stands still.
  expect(audit.map(({ act, targetId }) => [act, targetId]).toSorted()).toEqual([
    ['reviewPlans.setExclusion', '2025'],
    ['reviewPlans.setPhase', '2025'],
  ])
  expect(voter).toMatchObject([{ voteCount: 1 }])
})

test('who voted before it was kept is known once the store is opened, and counts on from there', async () => {
  const { core, vote } = await scene()
  for (const userId of [ben, eve]) await core.must(vote(userId, 6))
  await core.must(vote(eve, 0))
  const wrong = { id: voterId(eve, year), userId: eve, year, voteCount: -1, at: 0 }
  await core.store.write(async ({ tx }) => {
    await tx.delete(reviewVoters, voterId(ben, year))
    await tx.put(reviewVoters, wrong)
  })
  await core.store.write((batch) => votersOfReviews.run(batch))
  const voters = () => core.store.read((read) => read.list(votersOf(year, 9, 'at')))
  expect(await voters()).toMatchObject([{ userId: ben, voteCount: 1 }])
  await core.must(vote(ben, 0))
  expect(await voters()).toEqual([])
})
