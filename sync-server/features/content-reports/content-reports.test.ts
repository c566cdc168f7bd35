import { beforeEach, describe, expect, test } from 'vitest'
import type { Browser, FeatureSite } from '#server/features/testing/feature-site.ts'
import { featureSite } from '#server/features/testing/feature-site.ts'
import { memberByUserName } from '#shared/accounts/queries.ts'
import { commentsOfPost } from '#shared/comments/queries.ts'
import { reportsBy } from '#shared/content-reports/queries.ts'
import { reportLimits } from '#shared/content-reports/schema.ts'
import { messagesOf } from '#shared/messages/queries.ts'
import { memberReviews } from '#shared/moderation/measure-schema.ts'
import { dayMs } from '#shared/kernel/durations.ts'

let site: FeatureSite
/** The first is an administrator. */
let ada: Browser
let ben: Browser
let postId = ''

beforeEach(async () => {
  site = await featureSite()
  ada = site.browser()
  ben = site.browser()
  await ada.signUp('Ada')
  await ben.signUp('Ben')
  postId = await published(ada, 'On tides')
})

async function published(by: Browser, title: string): Promise<string> {
  const about = { postId: '', lang: 'en', tags: '', kind: 'post', linkUrl: '', writtenOn: '', submitToFrontpage: 'on', from: '/newPost' }
  const answer = await by.form('posts.publish', { ...about, title, markdown: `About ${title}.` })
  return /posts\/([0-9a-z]{26})/u.exec(answer.headers['location'] ?? '')?.[1] ?? ''
}

const idOfMember = async (name: string) => (await site.store.read((read) => memberByUserName(read, name)))?.id ?? ''
const report = (by: Browser, targetId: string, given = {}) =>
  by.form('contentReports.send', { id: '', targetKind: 'post', targetId, reason: 'spam', message: '', from: '/report', ...given })
const reportsOf = async (name: string) => {
  const id = await idOfMember(name)
  return site.store.read((read) => read.list(reportsBy(id)))
}

test('a report says whose the thing is and where it stands, and is one however often its form is sent', async () => {
  const answers = [await report(ben, postId), await report(ben, postId)]
  expect(answers.map(({ status, headers }) => [status, headers['location']])).toEqual([
    [303, '/reports'],
    [303, '/reports'],
  ])
  expect(await reportsOf('Ben')).toMatchObject([{ targetId: postId, postId, memberId: await idOfMember('Ada'), state: 'open' }])
})

test('what is not there cannot be reported, and a visitor is asked to sign in', async () => {
  const nowhere = '7zzzzzzzzzzzzzzzzzzzzzzzzz'
  expect((await report(ben, nowhere)).status).toBe(404)
  expect((await report(ben, 'nonsense')).status).toBe(400)
  expect((await report(site.browser(), postId)).status).toBe(401)
  expect(await reportsOf('Ben')).toEqual([])
})

test('the eleventh report of a day waits for the next day', async () => {
  const ids: string[] = []
  for (let n = 0; n <= reportLimits.most; n += 1) {
    site.clock.now += dayMs
    ids.push(await published(ada, `Essay ${n}`))
  }
  const statuses: number[] = []
  for (const id of ids) statuses.push((await report(ben, id)).status)
  expect(statuses).toEqual([...Array.from({ length: reportLimits.most }, () => 303), 429])
  site.clock.now += reportLimits.withinMs
  expect((await report(ben, ids.at(-1) ?? '')).status).toBe(303)
})

describe('all reports on one thing are closed together', () => {
  beforeEach(async () => {
    const cleo = site.browser()
    await cleo.signUp('Cleo')
    await report(ben, postId)
    await report(cleo, postId, { reason: 'norms' })
  })
  const states = async () => [...(await reportsOf('Ben')), ...(await reportsOf('Cleo'))].map(({ state }) => state)

  test('by a moderator', async () => {
    expect((await ben.form('contentReports.close', { targetId: postId, state: 'dismissed', from: '/reports' })).status).toBe(403)
    expect(await states()).toEqual(['open', 'open'])
    expect((await ada.form('contentReports.close', { targetId: postId, state: 'dismissed', from: '/reports' })).status).toBe(303)
    expect(await states()).toEqual(['dismissed', 'dismissed'])
  })

  test('when the post goes back to drafts', async () => {
    expect((await ada.form('posts.unpublish', { postId, from: '/' })).status).toBe(303)
    expect(await states()).toEqual(['acted', 'acted'])
  })
})

test('a comment that is removed has no open reports', async () => {
  await ada.form('comments.post', { postId, parentId: '', markdown: 'Buy my boat.', from: '/' })
  const [comment] = await site.store.read((read) => read.list(commentsOfPost(postId)))
  const id = comment?.id ?? ''
  await report(ben, id, { targetKind: 'comment' })
  expect(await reportsOf('Ben')).toMatchObject([{ targetKind: 'comment', postId, state: 'open' }])
  expect((await ada.form('comments.remove', { commentId: id, reason: '', from: '/' })).status).toBe(303)
  expect(await reportsOf('Ben')).toMatchObject([{ state: 'acted', closedById: null }])
})

test('a private message is reported by who got it, and brings its sender before the moderators', async () => {
  const cleo = site.browser()
  await cleo.signUp('Cleo')
  const begun = await cleo.form('conversations.begin', { to: 'ben', title: '', markdown: 'Pay me.', from: '/inbox' })
  const conversationId = /conversation=([0-9a-z]{26})/u.exec(begun.headers['location'] ?? '')?.[1] ?? ''
  const [message] = await site.store.read((read) => read.list(messagesOf(conversationId, { limit: 1 })))
  const id = message?.id ?? ''
  const send = (by: Browser) => report(by, id, { targetKind: 'message' })
  expect([(await send(ada)).status, (await send(cleo)).status, (await send(ben)).status]).toEqual([404, 403, 303])
  expect(await reportsOf('Ben')).toMatchObject([{ targetKind: 'message', memberId: await idOfMember('Cleo'), postId: null }])
  const sender = await idOfMember('Cleo')
  expect((await site.store.read((read) => read.get(memberReviews, sender)))?.reasons).toContain('reported')
})
