/** Every page that draws comments leaves out scores that the authors of a post hide. */
import { expect, test } from 'vitest'
import { aComment, aPost, idOf, member, moderator, T0 } from '#shared/testing/factories.ts'
import { voteId } from '#shared/votes/schema.ts'
import { at, fieldsOf, path, rows } from '../../blocks/testing/post-pages.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'

const [low, high, reply] = [
  aComment({ id: idOf(60), rootId: idOf(60), postedAt: T0 + 60 }),
  aComment({ id: idOf(61), rootId: idOf(61), postedAt: T0 + 30 }),
  aComment({ id: idOf(62), rootId: idOf(60), parentId: idOf(60), postedAt: T0 + 70 }),
]
const tallies = [low, high, reply].map(({ id, postId }, n) => ({
  ...{ id, postId, targetKind: 'comment' as const, baseScore: [-4_711, 4_712, 4_713][n] ?? 0, approvalVoteCount: 4_714 },
  ...{ agreement: 4_715, agreementVoteCount: 4_716, maxBaseScore: 4_712 },
}))
/** Of the reader, for the list of their votes. */
const vote = {
  ...{ id: voteId(idOf(300), high.id, 'approval'), userId: idOf(300), targetKind: 'comment', targetId: high.id, postId: idOf(1) },
  ...{ axis: 'approval', value: 1, power: 1, tallied: 1, at: T0 },
} as const
const post = (hidesCommentScores: boolean, changes = {}) =>
  aPost({ commentCount: 3, ...changes, ...(hidesCommentScores && { hidesCommentScores }) })
const page = async (url: string, isHidden: boolean, { changes = {}, comments = [low, high, reply], viewer = member(idOf(300)) } = {}) => {
  const shown = { ...rows({ comments, post: post(isHidden, changes) }), tallies, votes: [vote] }
  const { body } = await at(url, testPageData(shown, { viewer }))
  // A member's karma by month counts them: it is the member's, and no comment's.
  return body.replace(/"chart":\[.*?\]/u, '')
}
/** Any of the sums, with the sign of the page or without. */
const sums = /4[,.]?71[1-6]/u
const inOrder = (body: string) => [...body.matchAll(/data-comment="(\w+)"/gu)].map(([, id]) => id)
const line = 'Scores of comments are hidden here.'

test.each([
  ['its discussion', path],
  ['a comment above the text', `${path}?commentId=${idOf(60)}`],
  ['the page of a comment', `/posts/${idOf(1)}/on-tides/comment/${idOf(62)}`],
  ['all comments of the site', '/allComments'],
  ['the comments of a member', '/users/bob'],
  ['the replies to a member', '/users/bob/replies'],
  ['the list of one’s votes', '/bookmarks?tab=votehistory'],
  ['the newest of the front page', '/'],
  ['the page of one’s vote', `/vote?target=${idOf(61)}`],
])('where a post hides the scores of comments, %s shows none, and shows them elsewhere', async (_what, url) => {
  expect(await page(url, false)).toMatch(sums)
  const body = await page(url, true)
  expect(body).toContain('On tides')
  expect(body).not.toMatch(sums)
})

test.each([
  ['an author of the post', member(idOf(100))],
  ['the author of the comments', member(idOf(200))],
  ['a moderator', moderator],
])('%s does not see them either', async (_who, viewer) => {
  expect(await page(path, false, { viewer })).toMatch(sums)
  expect(await page(path, true, { viewer })).not.toMatch(sums)
})

test('votes and reactions stay, nothing is folded, and a line over the comments says what is left out', async () => {
  const [shown, hidden] = [await page(path, false), await page(path, true)]
  expect([shown.includes(line), hidden.includes(line)]).toEqual([false, true])
  expect([shown.includes('c-folded'), hidden.includes('c-folded')]).toEqual([true, false])
  expect(hidden).toContain(`value="comment:${idOf(60)}:agreement:1"`)
  expect(hidden).toMatch(/role="group" aria-label="Approval"/u)
  expect(hidden.match(/react-add/gu)).toEqual(shown.match(/react-add/gu))
})

test('the newest comments come first, and an address that asks for the best gets them so', async () => {
  expect(inOrder(await page(path, false))).toEqual([idOf(61), idOf(60), idOf(62)])
  for (const query of ['', '?view=postCommentsTop', '?view=postCommentsMagic'])
    expect(inOrder(await page(`${path}${query}`, true))).toEqual([idOf(60), idOf(62), idOf(61)])
  const body = await page(path, true)
  expect(body).toContain('<option value="postCommentsNew" selected="">')
  expect(body).not.toContain('value="postCommentsTop"')
})

test('the answers of a question have neither scores nor an order by them, for people and for search engines', async () => {
  const answers = [low, high].map((comment) => ({ ...comment, isAnswer: true }))
  const question = { changes: { kind: 'question' }, comments: answers }
  const [shown, hidden] = [await page(path, false, question), await page(path, true, question)]
  expect([shown.includes('"upvoteCount":4712'), /"upvoteCount":-?471/u.test(hidden)]).toEqual([true, false])
  expect(hidden).not.toMatch(sums)
  expect(hidden).toContain(line)
  expect(inOrder(hidden)).toEqual([idOf(60), idOf(61)])
  expect(hidden).not.toContain('value="magic"')
})

test('the settings of a discussion have the switch, as it stands, for whom they are', async () => {
  const settings = `/discussionSettings?postId=${idOf(1)}`
  const viewer = member(idOf(100))
  const box = (body: string) => /<input type="checkbox" name="isOn"[^>]*>/u.exec(body)?.[0]
  const [off, on] = [await page(settings, false, { viewer }), await page(settings, true, { viewer })]
  expect(fieldsOf(off, 'posts.setScoresHidden')).toEqual(['postId', 'from', 'isOn'])
  expect([box(off)?.includes('checked'), box(on)?.includes('checked')]).toEqual([false, true])
  expect(await page(settings, false)).not.toContain('posts.setScoresHidden')
})
