import { expect, test } from 'vitest'
import { featureSite } from '#server/features/testing/feature-site.ts'
import { auditEntries } from '#shared/moderation/measure-queries.ts'
import { posts } from '#shared/posts/schema.ts'

test('the form of the staff changes what was changed in it, and the log says so; its author is refused', async () => {
  const site = await featureSite()
  const [ada, ben] = [site.browser(), site.browser()]
  await ada.signUp('Ada')
  await ben.signUp('Ben')
  const about = { postId: '', lang: 'en', tags: '', kind: 'post', linkUrl: '', writtenOn: '', submitToFrontpage: 'on', from: '/newPost' }
  const published = await ben.form('posts.publish', { ...about, title: 'On tides', markdown: 'Water comes back.' })
  const id = /posts\/([0-9a-z]{26})/u.exec(published.headers['location'] ?? '')?.[1] ?? ''
  const typed = {
    ...{ id, from: `/editPost?postId=${id}`, 'was-isUnlisted': '', isUnlisted: 'on', 'was-noIndex': '' },
    ...{ 'was-commentOrder': '', commentOrder: 'postCommentsOld', 'was-commentersBefore': '', commentersBefore: '2026-01-31' },
    ...{ 'was-readMinutes': '', readMinutes: '7' },
  }
  expect((await ben.form('posts.setStaffDetails', typed)).status).toBe(403)
  const answer = await ada.form('posts.setStaffDetails', typed)
  expect([answer.status, answer.headers['location']]).toEqual([303, `/editPost?postId=${id}#moderate`])
  const post = await site.store.read((read) => read.get(posts, id))
  expect(post).toMatchObject({
    isUnlisted: true,
    noIndex: false,
    commentOrder: 'postCommentsOld',
    commentersBefore: '2026-01-31',
    readMinutes: 7,
  })
  const noted = await site.store.read((read) => read.list(auditEntries(20)))
  expect(noted.filter(({ act }) => act === 'posts.setStaffDetail')).toHaveLength(4)
  expect((await ben.form('posts.setStaffDetails', { ...typed, readMinutes: 'seven' })).status).toBe(403)
  expect((await ada.form('posts.setStaffDetails', { ...typed, 'was-readMinutes': '7', readMinutes: 'seven' })).status).toBe(400)
})
