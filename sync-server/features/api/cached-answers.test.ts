import { beforeEach, expect, test, vi } from 'vitest'
import type { ApiSite } from './testing/api-site.ts'
import type { Browser } from '#server/features/testing/feature-site.ts'
import { apiSite, makeKey } from './testing/api-site.ts'

const essay = { postId: '', lang: 'en', tags: 'Water', kind: 'post', linkUrl: '', writtenOn: '', submitToFrontpage: 'on', from: '/newPost' }
const idIn = (location: string | undefined): string => /(?:posts\/|postId=)([0-9a-z]{26})/u.exec(location ?? '')?.[1] ?? ''
let site: ApiSite
let ada: Browser
let ben: Browser
let postId: string
beforeEach(async () => {
  site = await apiSite()
  ada = site.browser()
  ben = site.browser()
  await ada.signUp('Ada')
  await ben.signUp('Ben')
  postId = idIn((await ada.form('posts.publish', { ...essay, title: 'On tides', markdown: 'Water.' })).headers['location'])
})

test('an answer without a key is made once for all who ask the same, and anew with the first change', async () => {
  const comments = `/api/v1/posts/${postId}/comments`
  const paths = ['/api/v1/posts?limit=20', '/api/v1/posts/on-tides', '/api/v1/frontpage', '/api/v1/members/ada', comments]
  const before = await Promise.all(paths.map((path) => site.ask('GET', path)))
  const reads = vi.spyOn(site.store, 'read')
  for (let n = 0; n < 8; n += 1) {
    const after = await Promise.all(paths.map((path) => site.ask('GET', path)))
    expect(after.map(({ json }) => json)).toEqual(before.map(({ json }) => json))
    // The same asked for in other words.
    await site.ask('GET', '/api/v1/posts')
  }
  // Made each time they would be forty-eight; what else goes on meanwhile reads a little.
  expect(reads.mock.calls.length).toBeLessThan(20)
  reads.mockRestore()
  await ben.form('comments.post', { postId, parentId: '', markdown: 'I wonder.', from: '/' })
  expect((await site.ask('GET', comments)).json.items).toHaveLength(1)
  await ada.form('posts.unpublish', { postId, from: '/' })
  expect((await site.ask('GET', '/api/v1/posts/on-tides')).status).toBe(404)
  expect((await site.ask('GET', '/api/v1/posts')).json.items).toEqual([])
})

test('what is answered with a key is never what somebody else gets', async () => {
  const draft = idIn((await ben.form('posts.saveDraft', { ...essay, title: 'Canary', markdown: 'x' })).headers['location'])
  const key = await makeKey(ben, site.clock.now)
  const path = `/api/v1/posts/${draft}`
  expect((await site.ask('GET', path)).status).toBe(404)
  expect((await site.ask('GET', path, { key })).status).toBe(200)
  expect((await site.ask('GET', path)).status).toBe(404)
})

test('what was done with a key shows at once to whoever asks without one', async () => {
  const key = await makeKey(ben, site.clock.now)
  const comments = `/api/v1/posts/${postId}/comments`
  expect((await site.ask('GET', comments)).json.items).toEqual([])
  await site.ask('POST', comments, { key, body: { markdown: 'I wonder.' } })
  expect((await site.ask('GET', comments)).json.items).toHaveLength(1)
})
