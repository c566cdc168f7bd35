import { expect, test } from 'vitest'
import { apiSite, makeKey } from './testing/api-site.ts'

test('where a post hides the scores of its comments they are null, also to who votes', async () => {
  const site = await apiSite()
  const [ada, ben] = [site.browser(), site.browser()]
  await ada.signUp('Ada')
  await ben.signUp('Ben')
  const essay = { postId: '', title: 'On tides', markdown: 'Water.', lang: 'en', tags: '', kind: 'post', linkUrl: '', writtenOn: '' }
  const location = (await ada.form('posts.publish', { ...essay, submitToFrontpage: 'on', from: '/newPost' })).headers['location']
  const postId = /posts\/([0-9a-z]{26})/u.exec(location ?? '')?.[1] ?? ''
  const [key, by] = [await makeKey(ben, site.clock.now), await makeKey(ada, site.clock.now)]
  const said = await site.ask('POST', `/api/v1/posts/${postId}/comments`, { key, body: { markdown: 'I wonder.' } })
  const id = String(said.json['id'])
  const answers = async () => {
    const one = await site.ask('GET', `/api/v1/comments/${id}`)
    const tree = await site.ask('GET', `/api/v1/posts/${postId}/comments`)
    const all = await site.ask('GET', '/api/v1/comments')
    const vote = await site.ask('PUT', `/api/v1/votes/${id}`, { key: by, body: { targetKind: 'comment', value: 1 } })
    return [one.json, tree.json.items[0], all.json.items[0], vote.json].map((found) => [found?.['karma'], found?.['agreement']])
  }
  const number = [expect.any(Number), expect.any(Number)]
  expect(await answers()).toEqual([number, number, number, number])
  expect((await ada.form('posts.setScoresHidden', { postId, isOn: 'true', from: '/' })).status).toBe(303)
  expect(await answers()).toEqual(Array.from({ length: 4 }, () => [null, null]))
  const post = await site.ask('GET', `/api/v1/posts/${postId}`)
  expect(post.json).toMatchObject({ karma: expect.any(Number) })
})
