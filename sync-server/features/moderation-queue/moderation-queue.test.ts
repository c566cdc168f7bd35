import { beforeEach, describe, expect, test } from 'vitest'
import type { Browser, FeatureSite } from '#server/features/testing/feature-site.ts'
import { featureSite } from '#server/features/testing/feature-site.ts'
import { memberByUserName } from '#shared/accounts/queries.ts'
import { reportsBy } from '#shared/content-reports/queries.ts'
import { queueLimits } from '#shared/moderation-queue/schema.ts'
import { reviewOf } from '#shared/moderation/measure-queries.ts'

let site: FeatureSite
/** Ada is an administrator, Mo a moderator, Ben and Cleo are members. */
let ada: Browser
let mo: Browser
let ben: Browser
let cleo: Browser
let benId = ''
let postId = ''

beforeEach(async () => {
  site = await featureSite()
  ;[ada, mo, ben, cleo] = [site.browser(), site.browser(), site.browser(), site.browser()]
  await ada.signUp('Ada')
  await mo.signUp('Mo')
  await ben.signUp('Ben')
  await cleo.signUp('Cleo')
  benId = await idOfMember('Ben')
  await site.writer.apply({
    ...{ name: 'accounts.setRoles', args: { userId: await idOfMember('Mo'), isAdmin: false, groups: ['moderators'] } },
    ...{ userId: await idOfMember('Ada'), source: 'server' },
  })
  const about = { postId: '', lang: 'en', tags: '', kind: 'post', linkUrl: '', writtenOn: '', submitToFrontpage: 'on', from: '/newPost' }
  const { headers } = await ben.form('posts.publish', { ...about, title: 'On tides', markdown: 'Water comes back.' })
  postId = /posts\/([0-9a-z]{26})/u.exec(headers['location'] ?? '')?.[1] ?? ''
})

const idOfMember = async (name: string) => (await site.store.read((read) => memberByUserName(read, name)))?.id ?? ''
const review = () => site.store.read((read) => reviewOf(read, benId))
const report = (by: Browser) =>
  by.form('contentReports.send', { id: '', targetKind: 'post', targetId: postId, reason: 'spam', message: '', from: '/report' })
const stateOf = async (name: string) => {
  const id = await idOfMember(name)
  return (await site.store.read((read) => read.list(reportsBy(id))))[0]?.state
}
const decide = async (by: Browser, decision: string, more = {}) =>
  (await by.form('reviewQueue.decide', { decision, userId: benId, seen: String(site.clock.now), item: '', reason: '', from: '/', ...more }))
    .status
const claim = async (by: Browser, mutation = 'take') => (await by.form(`reviewClaims.${mutation}`, { userId: benId, from: '/' })).status

describe('a report', () => {
  beforeEach(() => report(cleo))

  test('brings its member into the queue, and the answer to it takes them out', async () => {
    expect((await review()).reasons).toContain('reported')
    await mo.form('contentReports.close', { targetId: postId, state: 'dismissed', from: '/' })
    expect(await stateOf('Cleo')).toBe('dismissed')
    expect((await review()).reasons).not.toContain('reported')
  })

  test.each([
    ['approve', 'dismissed'],
    ['snooze', 'dismissed'],
    ['dequeue', 'dismissed'],
    ['ban', 'acted'],
  ])('has its answer with the decision “%s”', async (decision, state) => {
    expect(await decide(mo, decision, { reason: 'Breaks the norms.' })).toBe(303)
    expect(await stateOf('Cleo')).toBe(state)
    expect((await review()).needsReview).toBe(false)
  })

  test('on what is rejected has its answer too', async () => {
    expect(await decide(mo, 'reject', { item: postId, reason: 'Too early.' })).toBe(303)
    expect(await stateOf('Cleo')).toBe('acted')
  })
})

describe('two moderators at once', () => {
  beforeEach(() => report(cleo))

  test('never both decide: who has the member open is first, until they let go', async () => {
    expect(await claim(mo)).toBe(303)
    expect(await claim(ada)).toBe(403)
    expect(await decide(ada, 'approve')).toBe(403)
    expect((await review()).reviewedAt).toBeNull()
    await claim(mo, 'release')
    expect(await decide(ada, 'approve')).toBe(303)
  })

  test('a claim ends by itself', async () => {
    await claim(mo)
    site.clock.now += queueLimits.claimMs
    expect(await decide(ada, 'dequeue')).toBe(303)
  })

  test('who decides on what they saw before the other’s decision gets a conflict', async () => {
    const seen = String(site.clock.now)
    site.clock.now += 1_000
    expect(await decide(mo, 'approve')).toBe(303)
    expect(await decide(ada, 'approveContent', { seen })).toBe(409)
  })
})

test.each(['approve', 'ban', 'dequeue', 'posting', 'reject'])('a member and a visitor do not decide “%s”', async (decision) => {
  const more = { reason: 'No.', item: postId }
  expect([await decide(cleo, decision, more), await decide(site.browser(), decision, more)]).toEqual([403, 401])
  expect(await review()).toMatchObject({ notes: '', decidedAt: null })
})

test('a ban that was a mistake is lifted by the queue’s own form, and stands in the notes', async () => {
  expect(await decide(mo, 'ban', { reason: 'A mistake.' })).toBe(303)
  expect((await ben.me()).viewer.kind).toBe('visitor')
  site.clock.now += 1_000
  expect(await decide(cleo, 'unban')).toBe(403)
  expect(await decide(mo, 'unban')).toBe(303)
  await ben.signIn('Ben')
  expect((await ben.me()).name).toBe('Ben')
  expect((await review()).notes).toMatch(/Mo: Ban lifted[^\n]*\n[^\n]*\n[^\n]*Mo: Banned/u)
})

test('a decision, and a note, stand in the notes for other moderators', async () => {
  await mo.form('reviewQueue.note', { userId: benId, note: 'Writes well.', from: '/' })
  site.clock.now += 1_000
  await decide(mo, 'snoozeFor', { reason: '20' })
  expect((await review()).notes).toMatch(/Mo: Snoozed[^\n]*20[^\n]*\n[^\n]*Mo: [^\n]*Writes well\./u)
  expect((await cleo.form('reviewQueue.note', { userId: benId, note: 'Me too.', from: '/' })).status).toBe(403)
})
