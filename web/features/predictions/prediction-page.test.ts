import { expect, test } from 'vitest'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import type { Doc } from '#shared/text/schema.ts'
import { aMember, aPost, idOf, member, T0 } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const text: Doc = {
  type: 'doc',
  content: [{ type: 'prediction', attrs: { uid: 'q', title: 'Rain tomorrow?', notes: 'In Paris.', resolvesBy: T0 } }],
}
const post = aPost()
const prediction = (n: number, percent: number) => ({
  ...{ id: `${post.id}:q:${idOf(n)}`, userId: idOf(n), postId: post.id, questionUid: 'q', percent, at: T0 },
})
const rows = {
  posts: [post],
  revisions: [
    {
      ...{ id: post.revisionId ?? '', subjectKind: 'post', subjectId: post.id, postId: post.id, n: 1, version: '1.0.0', isDraft: false },
      ...{ title: post.title, body: text, wordCount: 4, authorId: post.authorId, at: T0 },
    },
  ],
  members: [aMember(), aMember({ id: idOf(200), displayName: 'Bob', slug: 'bob', userName: 'bob' })],
  predictions: [prediction(200, 12), prediction(100, 75)],
}
const hides = { reader_settings: [{ id: idOf(300), values: { predictions: 'answered' }, changedAt: T0 }] }
const at = (viewer: Viewer, more: Readonly<Record<string, readonly { readonly id: string }[]>> = {}) =>
  web.render({ url: `/prediction?post=${post.id}&question=q`, as: 'html' }, testPageData({ ...rows, ...more }, { viewer }))

test('a visitor sees what is asked, a field to answer with, and who said what in a table', async () => {
  const { status, body } = await at(visitor)
  expect(status).toBe(200)
  for (const part of ['Rain tomorrow?', 'In Paris.', 'action="/api/form/predictions.set"', 'name="percent"', 'Bob 12%', 'Ada 75%'])
    expect(body).toContain(part)
  expect(body.match(/<th scope="row"/gu)).toHaveLength(10)
  expect(body).toContain('2 predictions, median 44%.')
  expect(body).not.toContain('predictions.resolve')
  expect(body).not.toMatch(/\sstyle=/u)
})

test('who has answered may take that back; its author may say how it turned out', async () => {
  expect((await at(member(idOf(200)))).body).toContain('name="taken-back"')
  const { body } = await at(member(idOf(100)))
  expect(body).toContain('action="/api/form/predictions.resolve"')
})

test('who wishes so sees nothing of the others before answering, and everything once it is resolved', async () => {
  const { body } = await at(member(idOf(300)), hides)
  expect(body).not.toContain('Bob 12%')
  expect(body).toContain('Predict to see other people’s predictions.')
  const answered = { ...hides, predictions: [...rows.predictions, prediction(300, 50)] }
  expect((await at(member(idOf(300)), answered)).body).toContain('Bob 12%')
  const resolved = {
    ...hides,
    prediction_outcomes: [{ id: `${post.id}:q`, postId: post.id, questionUid: 'q', outcome: 'no', at: T0, byId: idOf(100) }],
  }
  const over = (await at(member(idOf(300)), resolved)).body
  expect(over).toContain('Resolved: no.')
  expect(over).toContain('Bob 12%')
  expect(over).not.toContain('name="percent"')
})

test('what the text does not ask is not there', async () => {
  const { status } = await web.render({ url: `/prediction?post=${post.id}&question=x`, as: 'html' }, testPageData(rows))
  expect(status).toBe(404)
})
