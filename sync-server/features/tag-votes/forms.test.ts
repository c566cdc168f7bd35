import { beforeEach, expect, test } from 'vitest'
import type { Browser, FeatureSite } from '#server/features/testing/feature-site.ts'
import { featureSite } from '#server/features/testing/feature-site.ts'
import { relsOf } from '#shared/wiki/tag-vote-queries.ts'

let site: FeatureSite
let ada: Browser
let ben: Browser
beforeEach(async () => {
  site = await featureSite()
  ada = site.browser()
  ben = site.browser()
  await ada.signUp('Ada')
  await ben.signUp('Ben')
})

const idIn = (location: string | undefined): string => /[0-9a-z]{26}/u.exec(location ?? '')?.[0] ?? ''
async function published(tags: string): Promise<string> {
  const essay = { postId: '', title: 'On tides', markdown: 'Water comes back.', lang: 'en', tags, kind: 'post', linkUrl: '', writtenOn: '' }
  return idIn((await ada.form('posts.publish', { ...essay, submitToFrontpage: 'on', from: '/newPost' })).headers['location'])
}
const relsIn = (postId: string) => site.store.read((read) => read.list(relsOf(postId)))

test('a button of the form sets a vote, and one takes it back', async () => {
  const postId = await published('Water')
  const [rel] = await relsIn(postId)
  const from = `/postTags?postId=${postId}`
  const press = (value: number) => ben.form('wiki.voteOnTag', { postId, tagVote: `${rel?.tagId}:${value}`, from })
  const answer = await press(1)
  expect([answer.status, answer.headers['location']]).toEqual([303, from])
  expect(await relsIn(postId)).toMatchObject([{ baseScore: 2 }])
  await press(-1)
  expect(await relsIn(postId)).toMatchObject([{ baseScore: 0, relevance: 0 }])
  await press(0)
  expect(await relsIn(postId)).toMatchObject([{ baseScore: 1, voteCount: 1 }])
})

test.each(['', 'x', `${'0'.repeat(26)}`, `${'0'.repeat(26)}:3`, `${'0'.repeat(26)}:1:1`])(
  'a value that no button has is refused and changes nothing: %s',
  async (tagVote) => {
    const postId = await published('Water')
    const answer = await ben.form('wiki.voteOnTag', { postId, tagVote, from: `/postTags?postId=${postId}` })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await relsIn(postId)).toMatchObject([{ baseScore: 1 }])
  },
)

test('a visitor’s vote is not counted', async () => {
  const postId = await published('Water')
  const [rel] = await relsIn(postId)
  await site.browser().form('wiki.voteOnTag', { postId, tagVote: `${rel?.tagId}:1`, from: `/postTags?postId=${postId}` })
  expect(await relsIn(postId)).toMatchObject([{ baseScore: 1 }])
})
