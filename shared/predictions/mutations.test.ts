import { describe, expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { posts, revisions } from '../posts/schema.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { aPost, idOf, member, moderator, T0 } from '../testing/factories.ts'
import type { Doc } from '../text/nodes.ts'
import { resolvePrediction, setPrediction } from './mutations.ts'
import { barsOf, medianOf, questionsIn } from './rules.ts'
import { outcomeId, predictionId, predictionOutcomes, predictions } from './schema.ts'

const reader = member(idOf(300))
const author = member(idOf(100))
const text: Doc = {
  type: 'doc',
  content: [
    { type: 'prediction', attrs: { uid: 'rain', title: 'Rain?', notes: 'Here.', resolvesBy: T0 } },
    { type: 'blockquote', content: [{ type: 'prediction', attrs: { uid: 'snow', title: 'Snow?' } }] },
  ],
}
const args = { postId: idOf(1), questionUid: 'rain', percent: 70 }
const turned = { postId: idOf(1), questionUid: 'rain', outcome: 'yes' } as const
const id = predictionId(idOf(1), 'rain', idOf(300))

async function community(post: Parameters<typeof aPost>[0] = {}) {
  const mutations = mutationsOver([posts, revisions, predictions, predictionOutcomes])
  const published = aPost(post)
  await mutations.put(posts, published)
  const { id: postId, revisionId, authorId, title } = published
  if (revisionId === null) return mutations
  const about = { subjectKind: 'post', subjectId: postId, postId, n: 1, version: '1.0.0', isDraft: false, wordCount: 1 } as const
  await mutations.put(revisions, { ...about, id: revisionId, title, body: text, authorId, at: T0 })
  return mutations
}

describe('a prediction', () => {
  test('is one row however often it is sent, changed and taken back', async () => {
    const mutations = await community()
    await mutations.run(setPrediction, args, { viewer: reader, now: T0 })
    await mutations.run(setPrediction, args, { viewer: reader, now: T0 + 5 })
    expect(await mutations.get(predictions, id)).toMatchObject({ percent: 70, at: T0 })
    await mutations.run(setPrediction, { ...args, percent: 20 }, { viewer: reader, now: T0 + 9 })
    expect(await mutations.get(predictions, id)).toMatchObject({ percent: 20, at: T0 + 9 })
    for (const now of [T0 + 10, T0 + 11]) await mutations.run(setPrediction, { ...args, percent: null }, { viewer: reader, now })
    expect(await mutations.get(predictions, id)).toBeUndefined()
  })

  test('changes no more once it is said how it turned out; sent again it is no fault', async () => {
    const mutations = await community()
    await mutations.run(setPrediction, args, { viewer: reader })
    await mutations.run(resolvePrediction, turned, { viewer: author })
    await mutations.run(setPrediction, args, { viewer: reader })
    for (const percent of [20, null]) {
      const late = mutations.run(setPrediction, { ...args, percent }, { viewer: reader })
      expect(await refusalOf(late)).toMatchObject({ reason: 'prediction-is-resolved' })
    }
    expect(await mutations.get(predictions, id)).toMatchObject({ percent: 70 })
  })

  test.each([
    ['of a visitor', visitor, {}, args, { reason: 'sign-in-first' }],
    ['of somebody who may not vote', { ...reader, votingDisabled: true }, {}, args, { reason: 'voting-disabled' }],
    ['on a draft of somebody else', reader, { status: 'draft', publishedAt: null, revisionId: null }, args, { code: 'not-found' }],
    ['of what the text does not ask', reader, {}, { ...args, questionUid: 'none' }, { code: 'not-found' }],
    ['of certainty', reader, {}, { ...args, percent: 100 }, { field: 'percent' }],
    ['of nothing', reader, {}, { ...args, percent: 0 }, { field: 'percent' }],
    ['of half a percent', reader, {}, { ...args, percent: 1.5 }, { field: 'percent' }],
  ] as const)('%s is refused and nothing is stored', async (_what, viewer, post, given, error) => {
    const mutations = await community(post)
    const before = await mutations.everything()
    const mutation = (async () => mutations.run(setPrediction, given, { viewer }))()
    expect(await refusalOf(mutation)).toMatchObject(error)
    expect(await mutations.everything()).toBe(before)
  })
})

describe('how it turned out', () => {
  test.each([
    ['its author', author],
    ['a moderator', moderator],
  ])('is said by %s, corrected, and never open again', async (_who, viewer) => {
    const mutations = await community()
    await mutations.run(resolvePrediction, turned, { viewer, now: T0 })
    await mutations.run(resolvePrediction, turned, { viewer, now: T0 + 5 })
    expect(await mutations.get(predictionOutcomes, outcomeId(idOf(1), 'rain'))).toMatchObject({ outcome: 'yes', at: T0 })
    await mutations.run(resolvePrediction, { ...turned, outcome: 'withdrawn' }, { viewer, now: T0 + 9 })
    expect(await mutations.get(predictionOutcomes, outcomeId(idOf(1), 'rain'))).toMatchObject({ outcome: 'withdrawn' })
  })

  test.each([
    ['a visitor', visitor, turned, { reason: 'sign-in-first' }],
    ['a reader', reader, turned, { reason: 'not-yours' }],
    ['its author, of another question', author, { ...turned, questionUid: 'none' }, { code: 'not-found' }],
  ] as const)('is not %s’s to say', async (_who, viewer, given, error) => {
    const mutations = await community()
    const before = await mutations.everything()
    expect(await refusalOf(mutations.run(resolvePrediction, given, { viewer }))).toMatchObject(error)
    expect(await mutations.everything()).toBe(before)
  })
})

test('the questions of a text come in order of reading', () => {
  expect(questionsIn(text)).toEqual([
    { uid: 'rain', title: 'Rain?', notes: 'Here.', resolvesBy: T0 },
    { uid: 'snow', title: 'Snow?', notes: '', resolvesBy: null },
  ])
})

test('bars hold every percent once', () => {
  const all = Array.from({ length: 99 }, (_, at) => ({ percent: 99 - at }))
  const bars = barsOf(all)
  expect(bars.map(({ from, until, given }) => [from, until, given.length])).toEqual([
    [1, 9, 9],
    ...Array.from({ length: 9 }, (_, at) => [10 * (at + 1), 10 * (at + 1) + 9, 10]),
  ])
  expect(bars[0]?.given.map(({ percent }) => percent)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test.each([
  [[], null],
  [[30], 30],
  [[90, 10, 20], 20],
  [[10, 21], 16],
])('the middle of %j is %s', (percents, expected) => {
  expect(medianOf(percents.map((percent) => ({ percent })))).toBe(expected)
})
