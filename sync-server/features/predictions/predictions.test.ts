import { beforeEach, describe, expect, test } from 'vitest'
import type { Browser, FeatureSite } from '#server/features/testing/feature-site.ts'
import { featureSite } from '#server/features/testing/feature-site.ts'
import { policies } from '#shared/policies.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { posts } from '#shared/posts/schema.ts'
import { predictionsOf } from '#shared/predictions/queries.ts'
import { outcomeId, predictionOutcomes } from '#shared/predictions/schema.ts'

let site: FeatureSite
let ada: Browser
let ben: Browser
let postId = ''

beforeEach(async () => {
  site = await featureSite()
  ada = site.browser()
  ben = site.browser()
  // The first is an administrator.
  await ben.signUp('Ben')
  await ada.signUp('Ada')
  const essay = {
    ...{ postId: '', title: 'Rain', lang: 'en', tags: '', kind: 'post', linkUrl: '', writtenOn: '', submitToFrontpage: 'on' },
    ...{ from: '/newPost', markdown: 'Well?\n\n:::prediction{uid=q by=2099-01-01T00:00Z} Will it rain?\n- In Paris.\n:::' },
  }
  const answer = await ben.form('posts.publish', essay)
  postId = /posts\/([0-9a-z]{26})/u.exec(answer.headers['location'] ?? '')?.[1] ?? ''
})

const given = () => site.store.read((read) => read.list(predictionsOf(postId, 'q')))
const seen = () => site.store.read((read) => permittedRead(read, visitor, policies).list(predictionsOf(postId, 'q')))
const predict = (browser: Browser, fields: Readonly<Record<string, string>>) =>
  browser.form('predictions.set', { postId, uid: 'q', from: links.prediction(postId, 'q'), ...fields })

describe('predicting by its form', () => {
  test('is one for each member, changed and taken back, and leads to all of them', async () => {
    const answer = await predict(ada, { percent: '70' })
    expect([answer.status, answer.headers['location']]).toEqual([303, links.prediction(postId, 'q')])
    await predict(ada, { percent: '70' })
    await predict(ben, { percent: '20' })
    await predict(ada, { percent: '65' })
    expect((await given()).map(({ percent }) => percent)).toEqual([20, 65])
    await predict(ada, { percent: '65', 'taken-back': 'yes' })
    expect((await given()).map(({ percent }) => percent)).toEqual([20])
  })

  test.each([
    ['no number', { percent: '' }],
    ['a word', { percent: 'likely' }],
    ['certainty', { percent: '100' }],
    ['what is not asked', { percent: '50', uid: 'x' }],
    ['a field that is none', { percent: '50', isAdmin: 'yes' }],
  ])('%s is refused, and nothing is kept', async (_what, fields) => {
    expect((await predict(ada, fields)).status).toBeGreaterThanOrEqual(400)
    expect(await given()).toEqual([])
  })
})

test('its author says how it turned out, and nobody changes theirs any more; a reader does not', async () => {
  await predict(ada, { percent: '70' })
  const resolve = (browser: Browser) => browser.form('predictions.resolve', { postId, uid: 'q', outcome: 'no', from: '/' })
  expect((await resolve(ada)).status).toBe(403)
  expect((await resolve(ben)).status).toBe(303)
  expect(await site.store.read((read) => read.get(predictionOutcomes, outcomeId(postId, 'q')))).toMatchObject({ outcome: 'no' })
  expect((await predict(ada, { percent: '1' })).status).toBeGreaterThanOrEqual(400)
  expect((await given()).map(({ percent }) => percent)).toEqual([70])
})

test('predictions are as public as their text', async () => {
  await predict(ada, { percent: '70' })
  expect(await seen()).toHaveLength(1)
  await site.store.write(async ({ tx }) => tx.put(posts, { ...(await getOrThrow(tx, posts, postId)), status: 'draft' }))
  expect(await seen()).toEqual([])
})
