import { expect, test } from 'vitest'
import type { CommentSimilarity, SimilarAsked, SimilarityState } from '#shared/search/similar-comments.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { SearchUnavailable } from '#shared/search/port.ts'
import { aComment, admin, aMember, aPost, idOf, member, moderator, paragraph } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const comment = idOf(2)
const rows = {
  members: [aMember({ id: idOf(100), displayName: 'Nell' })],
  posts: [aPost({ id: idOf(1), authorId: idOf(100), title: 'Tides' })],
  comments: [aComment({ id: comment, postId: idOf(1), authorId: idOf(100), body: paragraph('Ships wait in winter.') })],
}
const ready: SimilarityState = { kind: 'ready', builtAt: testPageData(rows).now - 60_000, count: 1, isCut: false }
const found = async () => [{ id: comment, score: 0.5, likeness: 0.7 }]
async function at(search = '', state: SimilarityState = ready, find: CommentSimilarity['find'] = found, viewer: Viewer = admin) {
  const data = { ...testPageData(rows, { viewer }), similarComments: { state: () => state, find } }
  const { status, body } = await web.render({ url: `/admin/commentEmbeddings${search}`, as: 'html' }, data)
  return { status, body: body.replaceAll('<!-- -->', '') }
}

test.each([
  ['a visitor', visitor, 401],
  ['a member', member(idOf(300)), 403],
  ['a moderator', moderator, 403],
  ['an administrator', admin, 200],
] as const)('similar comments are open to %s as far as their rule says', async (_who, viewer, status) => {
  const answer = await at('?text=ships', ready, found, viewer)
  expect(answer.status).toBe(status)
  expect(answer.body.includes('Ships wait in winter.')).toBe(status === 200)
})

test('an empty index offers the job that builds it, and nothing to search', async () => {
  const { body } = await at('?text=ships', { kind: 'empty' })
  expect(body).toContain('The index is empty')
  expect(body).toMatch(/action="\/api\/form\/commentSimilarity\.build"/u)
  expect(body).not.toContain('Search by text')
  expect((await at('', { kind: 'empty', hasFailed: true })).body).toContain('The index couldn’t be built.')
  expect((await at('', { kind: 'building', done: 50, total: 120 })).body).toContain('50 of 120 comments read')
})

test('what is found has its score, what it says, and a link to it in its place', async () => {
  const { body } = await at('?text=ships&bias=25')
  for (const words of [
    'Score 0.50',
    'Likeness 0.70',
    '0 karma',
    'Ships wait in winter.',
    `#${comment}`,
    'value="25"',
    '1 comment in the index',
  ])
    expect(body).toContain(words)
})

test.each([
  ['a text', '?text=%20ships%20&bias=25', { from: { text: 'ships' }, bias: 0.25 }],
  ['an id', `?commentId=${comment}`, { from: { commentId: comment }, bias: 0 }],
  [
    'a link',
    `?commentId=${encodeURIComponent(`https://example.org/posts/${idOf(1)}/tides#${comment}`)}`,
    { from: { commentId: comment }, bias: 0 },
  ],
  ['what is no bias', '?text=ships&bias=900', { from: { text: 'ships' }, bias: 0 }],
  ['too long a text', `?text=${'a'.repeat(900)}`, { from: { text: 'a'.repeat(500) }, bias: 0 }],
] as const)('%s is asked for as typed', async (_name, search, expected) => {
  const asked: SimilarAsked[] = []
  await at(search, ready, async (one) => (asked.push(one), []))
  expect(asked).toEqual([expected])
})

test.each([
  ['nothing is alike', async (): Promise<[]> => [], 'No similar comments found.'],
  ['no public comment has that id', async (): Promise<null> => null, 'There is no public comment with that id.'],
  ['others are searching', async (): Promise<never> => Promise.reject(new SearchUnavailable()), 'Others are searching right now.'],
] as const)('the page says where %s', async (_name, find, words) => {
  expect((await at('?commentId=x', ready, find)).body).toContain(words)
})
