/** Who hides the scores of comments, and what is left of a score where comments are read. */
import { expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { setScoresHidden } from '../moderation/mutations.ts'
import { previewCard } from '../pages/preview-card.ts'
import { voteTarget } from '../posts/queries.ts'
import { posts } from '../posts/schema.ts'
import { hitsOf } from '../search/results.ts'
import { parseSearch } from '../search/query.ts'
import { planOf } from '../search/plan.ts'
import { aComment, admin, aMember, aPost, idOf, member, moderator, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { members } from '../accounts/schema.ts'
import { tallies } from '../votes/schema.ts'
import { answerOrderOf, answerOrdersUnder, commentOrderOf, ordersUnder } from './offered-orders.ts'
import { emptyTally, inPlace, withAuthorsAndTallies } from './queries.ts'
import { comments } from './schema.ts'
import { shownScore } from './scores.ts'
import { shortenedTo, shortening, startsFolded } from './tree.ts'

const hidden = aPost({ hidesCommentScores: true })
const open = aPost({ id: idOf(2), slug: 'open' })
const [under, beside] = [aComment(), aComment({ id: idOf(11), rootId: idOf(11), postId: open.id })]
const tallyOf = ({ id, postId }: typeof under) => ({
  ...emptyTally('comment', id, postId),
  ...{ baseScore: -7, approvalVoteCount: 3, agreement: 5, agreementVoteCount: 2 },
})

async function someComments() {
  const store = mutationsOver([posts, comments, members, tallies])
  for (const post of [hidden, open]) await store.put(posts, post)
  await store.put(members, aMember({ id: under.authorId, slug: 'ben', userName: 'ben' }))
  for (const comment of [under, beside]) {
    await store.put(comments, comment)
    await store.put(tallies, tallyOf(comment))
  }
  return store
}

const unvoted = { baseScore: 1, approvalVoteCount: 1, maxBaseScore: 1 }
const author = member(idOf(100))
const post = aPost({ coauthorIds: [idOf(150)] })

test.each([
  ['a visitor', visitor, 'sign-in-first'],
  ['a banned member', { kind: 'visitor', bannedUntil: 9e15 } as const, 'banned'],
  ['another member', member(idOf(300), { karma: 9_000 }), 'not-yours'],
  ['its author', author, null],
  ['a coauthor', member(idOf(150)), null],
  ['a moderator', moderator, null],
  ['an administrator', admin, null],
] as const)('%s hides the scores of comments: %s', async (_who, viewer, reason) => {
  const mutations = mutationsOver([posts])
  await mutations.put(posts, post)
  const set = (isOn: boolean) => mutations.run(setScoresHidden, { id: post.id, isOn }, { viewer })
  if (reason !== null) {
    expect(await refusalOf(set(true))).toMatchObject({ reason })
    return expect(await mutations.get(posts, post.id)).toEqual(post)
  }
  for (const _again of [1, 2]) await set(true)
  expect(await mutations.get(posts, post.id)).toEqual({ ...post, hidesCommentScores: true })
  for (const _again of [1, 2]) await set(false)
  expect(await mutations.get(posts, post.id)).toEqual(post)
})

test('a post that is not there, and an answer that is neither yes nor no, change nothing', async () => {
  const mutations = mutationsOver([posts])
  await mutations.put(posts, post)
  expect(await refusalOf(mutations.run(setScoresHidden, { id: idOf(9), isOn: true }, { viewer: author }))).toMatchObject({
    code: 'not-found',
  })
  await expect(async () => mutations.run(setScoresHidden, { id: post.id, isOn: 'true' }, { viewer: author })).rejects.toThrow()
  expect(await mutations.get(posts, post.id)).toEqual(post)
})

test('comments are read without their sums where those are hidden, and with them elsewhere', async () => {
  const store = await someComments()
  const rows = [under, beside]
  const read = await store.read(async (all) => [
    await withAuthorsAndTallies(all, rows),
    await withAuthorsAndTallies(all, rows, [hidden, open]),
    await inPlace(all, rows),
  ])
  for (const [first, second] of read) {
    expect(first?.tally).toEqual({ ...emptyTally('comment', under.id, hidden.id), ...unvoted, hasHiddenScore: true })
    expect(second?.tally).toEqual(tallyOf(beside))
  }
  expect(read[0]?.map(({ tally }) => shownScore(tally))).toEqual([null, -7])
})

test('a hidden score neither folds a comment nor shortens it', async () => {
  const store = await someComments()
  const [first, second] = await store.read((all) => withAuthorsAndTallies(all, [under, beside]))
  if (first === undefined || second === undefined) throw new Error('both were put there')
  expect([startsFolded(first), startsFolded(second)]).toEqual([false, true])
  const reply = { parentId: idOf(50) }
  const long = { total: shortening.from, characters: shortening.cut + 1, now: T0 + 9e9 }
  const asReply = (item: typeof first) => shortenedTo({ ...item, comment: { ...item.comment, ...reply } }, long)
  expect([asReply(first), asReply(second)]).toEqual([null, 'line'])
  expect(shortenedTo(first, { ...long, characters: shortening.cutLess + 1 })).toBe('short')
})

test('a hover card, a row of the search and the page of one’s vote leave a hidden score out', async () => {
  const store = await someComments()
  const plan = planOf(parseSearch('words'))
  const seen = (id: string) =>
    store.read(async (all) => {
      const card = await previewCard(all, { kind: 'comment', id, anchor: '' }, { hasSums: true })
      const [hit] = await hitsOf(all, 'comments', [id], plan)
      const target = await voteTarget(all, id)
      return [card?.kind === 'comment' && card.karma, hit?.kind === 'comments' && hit.karma, target && shownScore(target.tally)]
    })
  expect(await seen(under.id)).toEqual([null, null, null])
  expect(await seen(beside.id)).toEqual([-7, -7, -7])
})

test('the score of the post itself stays', async () => {
  const store = await someComments()
  await store.put(tallies, { ...emptyTally('post', hidden.id, hidden.id), baseScore: 12 })
  expect(await store.read((all) => voteTarget(all, hidden.id))).toMatchObject({ tally: { baseScore: 12 } })
})

test('where scores are hidden no order goes by them, whatever the address or the staff ask for', () => {
  expect(ordersUnder(hidden)).toEqual(['postCommentsNew', 'postCommentsOld', 'postCommentsRecentReplies'])
  expect(answerOrdersUnder(hidden)).toEqual(['newest', 'oldest', 'latestReply'])
  const orders = [null, 'postCommentsTop', 'postCommentsMagic', 'x', 'postCommentsOld'].map((asked) => commentOrderOf(asked, hidden))
  expect(orders).toEqual(['postCommentsNew', 'postCommentsNew', 'postCommentsNew', 'postCommentsNew', 'postCommentsOld'])
  expect(commentOrderOf(null, { ...hidden, commentOrder: 'postCommentsRecentReplies' })).toBe('postCommentsRecentReplies')
  expect(commentOrderOf(null, { ...hidden, commentOrder: 'postCommentsTop' })).toBe('postCommentsNew')
  expect([null, 'top', 'magic', 'oldest'].map((asked) => answerOrderOf(asked, hidden))).toEqual(['newest', 'newest', 'newest', 'oldest'])
  expect([commentOrderOf(null, open), answerOrderOf('magic', open)]).toEqual(['postCommentsTop', 'magic'])
})
