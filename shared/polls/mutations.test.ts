import { describe, expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { posts, revisions } from '../posts/schema.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { aPost, idOf, member, T0 } from '../testing/factories.ts'
import type { Doc } from '../text/nodes.ts'
import { voteInPoll } from './mutations.ts'
import { countsOf } from './queries.ts'
import { pollsIn, showsResults } from './rules.ts'
import { pollVoteId, pollVotes } from './schema.ts'

const voter = member(idOf(300))
const option = (uid: string) => ({ type: 'pollOption', attrs: { uid, text: uid } }) as const
const poll = (uid: string, attrs: Record<string, string | number | boolean> = {}) =>
  ({ type: 'poll', attrs: { uid, question: 'Which?', ...attrs }, content: [option('a'), option('b')] }) as const
const text: Doc = {
  type: 'doc',
  content: [poll('one'), { type: 'blockquote', content: [poll('many', { multiple: true })] }, poll('short', { closesAt: T0 + 100 })],
}
const args = { postId: idOf(1), pollUid: 'one', optionUids: ['a'] }

async function community(post: Parameters<typeof aPost>[0] = {}) {
  const mutations = mutationsOver([posts, revisions, pollVotes])
  const published = aPost(post)
  await mutations.put(posts, published)
  const { id: postId, revisionId, authorId, title } = published
  if (revisionId === null) return mutations
  const about = { subjectKind: 'post', subjectId: postId, postId, n: 1, version: '1.0.0', isDraft: false, wordCount: 1 } as const
  await mutations.put(revisions, { ...about, id: revisionId, title, body: text, authorId, at: T0 })
  return mutations
}

describe('a vote in a poll', () => {
  test('is one row however often it is sent, changed until the poll closes', async () => {
    const mutations = await community()
    await mutations.run(voteInPoll, args, { viewer: voter, now: T0 })
    await mutations.run(voteInPoll, args, { viewer: voter, now: T0 + 5 })
    const id = pollVoteId(idOf(1), 'one', idOf(300))
    expect(await mutations.get(pollVotes, id)).toMatchObject({ optionUids: ['a'], votedAt: T0 })
    await mutations.run(voteInPoll, { ...args, optionUids: ['b'] }, { viewer: voter, now: T0 + 9 })
    expect(await mutations.get(pollVotes, id)).toMatchObject({ optionUids: ['b'], votedAt: T0 + 9 })
    await mutations.run(voteInPoll, { ...args, optionUids: [] }, { viewer: voter, now: T0 + 10 })
    expect(await mutations.get(pollVotes, id)).toMatchObject({ optionUids: [] })
  })

  test('of several options, where the poll allows it, in the order of the poll', async () => {
    const mutations = await community()
    await mutations.run(voteInPoll, { ...args, pollUid: 'many', optionUids: ['b', 'a'] }, { viewer: voter })
    expect(await mutations.get(pollVotes, pollVoteId(idOf(1), 'many', idOf(300)))).toMatchObject({ optionUids: ['a', 'b'] })
  })

  test('sent again after the end leaves what was chosen in time; another is refused', async () => {
    const mutations = await community()
    const short = { ...args, pollUid: 'short' }
    await mutations.run(voteInPoll, short, { viewer: voter, now: T0 + 99 })
    await mutations.run(voteInPoll, short, { viewer: voter, now: T0 + 100 })
    const late = mutations.run(voteInPoll, { ...short, optionUids: ['b'] }, { viewer: voter, now: T0 + 100 })
    expect(await refusalOf(late)).toMatchObject({ reason: 'poll-is-closed' })
  })

  test.each([
    ['of a visitor', visitor, {}, args, { reason: 'sign-in-first' }],
    ['of somebody who may not vote', { ...voter, votingDisabled: true }, {}, args, { reason: 'voting-disabled' }],
    ['on a draft of somebody else', voter, { status: 'draft', publishedAt: null, revisionId: null }, args, { code: 'not-found' }],
    ['in a poll that is not in the text', voter, {}, { ...args, pollUid: 'none' }, { code: 'not-found' }],
    ['for an option that it has not', voter, {}, { ...args, optionUids: ['c'] }, { code: 'invalid' }],
    ['for two options of one', voter, {}, { ...args, optionUids: ['a', 'b'] }, { code: 'invalid' }],
    ['for one option twice', voter, {}, { ...args, pollUid: 'many', optionUids: ['a', 'a'] }, { code: 'invalid' }],
  ] as const)('%s is refused and nothing is stored', async (_what, viewer, post, given, error) => {
    const mutations = await community(post)
    const before = await mutations.everything()
    expect(await refusalOf(mutations.run(voteInPoll, { ...given, optionUids: [...given.optionUids] }, { viewer }))).toMatchObject(error)
    expect(await mutations.everything()).toBe(before)
  })
})

test.each([
  ['always', false, T0, true],
  ['afterVoting', false, T0, false],
  ['afterVoting', true, T0, true],
  ['afterVoting', false, T0 + 100, true],
  ['afterClose', true, T0, false],
  ['afterClose', false, T0 + 100, true],
] as const)('results shown %s, voted: %s, at %i: %s', (resultsVisible, hasVoted, now, expected) => {
  expect(showsResults({ resultsVisible, closesAt: T0 + 100 }, hasVoted, now)).toBe(expected)
})

test('counts stand in the order of the options, also of those nobody chose', () => {
  const [first] = pollsIn(text)
  if (first === undefined) throw new Error('no poll')
  const tally = {
    id: 'x',
    postId: idOf(1),
    pollUid: 'one',
    voterCount: 3,
    counts: [
      { optionUid: 'b', count: 3 },
      { optionUid: 'gone', count: 2 },
    ],
  }
  expect(countsOf(first, tally)).toEqual([0, 3])
})
