import { describe, expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { admin, aPost, aTag, aTagRel, idOf, member, moderator, T0 } from '../testing/factories.ts'
import type { VoteValue } from '../votes/schema.ts'
import { canVoteOnTag, factsOf, holdOf, isOnPost, tagScoreOf, tagsShown, withOwnVote } from './tag-vote-rules.ts'
import type { TagFacts, TagVote } from './tag-vote-schema.ts'
import { relId, tagVoteId } from './tag-vote-schema.ts'

const author = member(idOf(100))
const bob = member(idOf(101))
const post = aPost({ authorId: idOf(100), coauthorIds: [idOf(102)] })
const plain: TagFacts = { name: 'Water', slug: 'water' }
const authorOnly: TagFacts = { ...plain, isAuthorOnly: true }
const owners: TagFacts = { ...plain, voters: ['authors'] }
const upOnly: TagFacts = { ...plain, voters: ['authorsUpwards'] }
const managers: TagFacts = { ...plain, voters: ['tagManager'] }

describe('canVoteOnTag', () => {
  test.each([
    ['a visitor is asked to sign in', visitor, post, plain, 1, 'sign-in-first'],
    ['a suspended account hears that it is', { ...visitor, bannedUntil: T0 }, post, plain, 1, 'banned'],
    ['a visitor learns nothing of a draft', visitor, aPost({ status: 'draft', publishedAt: null }), plain, 1, 'not-found'],
    ['a member', bob, post, plain, 1, 'allowed'],
    ['a member, strongly down', bob, post, plain, -2, 'allowed'],
    ['who may not vote', member(idOf(101), { votingDisabled: true }), post, plain, 1, 'voting-disabled'],
    ['the author, of a draft', author, aPost({ status: 'draft', publishedAt: null }), plain, 1, 'post-is-draft'],
    ['a moderator, of a removed post', moderator, aPost({ status: 'removed' }), plain, 1, 'post-is-removed'],
    ['a post that was not accepted', author, aPost({ rejectedReason: 'no' }), plain, 1, 'post-is-rejected'],
    ['a place of quick takes', bob, aPost({ holds: 'quickTakes' }), plain, 1, 'not-for-tags'],
    ['a wiki page', bob, aPost({ kind: 'wiki' }), plain, 1, 'not-for-tags'],
    ['a tag that is gone', bob, post, { ...plain, isAway: true }, 1, 'tag-is-away'],
    ['what one said of a tag that is gone is taken back', bob, post, { ...plain, isAway: true }, 0, 'allowed'],
    ['an author-only tag, by another', bob, post, authorOnly, 1, 'tag-is-for-authors'],
    ['an author-only tag, by the author', author, post, authorOnly, 1, 'allowed'],
    ['an author-only tag, by a coauthor', member(idOf(102)), post, authorOnly, -1, 'allowed'],
    ['an author-only tag, by a moderator', moderator, post, authorOnly, -1, 'allowed'],
    ['what one said of it before is taken back', bob, post, authorOnly, 0, 'allowed'],
    ['voted on by authors, by another', bob, post, owners, 1, 'tag-votes-are-limited'],
    ['voted on by authors, by the author, down', author, post, owners, -1, 'allowed'],
    ['voted on upwards by authors, up', author, post, upOnly, 2, 'allowed'],
    ['voted on upwards by authors, down', author, post, upOnly, -1, 'tag-votes-are-limited'],
    ['voted on by a group, by one of it', member(idOf(101), { groups: ['tagManager'] }), post, managers, -1, 'allowed'],
    ['voted on by a group, by the author', author, post, managers, 1, 'tag-votes-are-limited'],
    ['voted on by a group, by an administrator', admin, post, managers, 1, 'allowed'],
  ] as const)('%s', (_who, viewer, target, tag, value, expected) => {
    const verdict = canVoteOnTag(viewer, target, tag, value)
    expect(verdict.allowed ? 'allowed' : verdict.reason).toBe(expected)
  })
})

describe('holdOf', () => {
  test.each([
    ['a newcomer', bob, 2, 'none'],
    ['1,999 karma', member(idOf(101), { karma: 1_999 }), 1, 'none'],
    ['2,000 karma', member(idOf(101), { karma: 2_000 }), 1, 'up'],
    ['somebody trusted', member(idOf(101), { groups: ['trusted'] }), 1, 'up'],
    ['a moderator', moderator, 1, 'up'],
    ['a moderator, against it', moderator, -1, 'down'],
    ['2,000 karma, against it', member(idOf(101), { karma: 2_000 }), -2, 'none'],
    ['a moderator who takes theirs back', moderator, 0, 'none'],
  ] as const)('%s', (_who, viewer, value, expected) => expect(holdOf(viewer, value)).toBe(expected))
})

describe('relevance', () => {
  test.each([
    [3, false, 3],
    [0, false, 0],
    [-4, false, -4],
    [-4, true, 1],
    [0, true, 1],
    [7, true, 7],
  ])('votes of %i, held up: %s, make %i', (baseScore, isHeldUp, expected) => expect(tagScoreOf({ baseScore, isHeldUp })).toBe(expected))

  test.each([
    [1, false, true],
    [0, false, false],
    [-1, false, false],
    [5, true, false],
  ])('with %i, its page gone: %s, the tag stands at the post: %s', (relevance, isAway, expected) => {
    expect(isOnPost({ relevance, tag: { ...plain, ...(isAway && { isAway }) } })).toBe(expected)
  })

  const aVote = (value: VoteValue, power: number, tallied: number, hold: TagVote['hold'] = 'none'): TagVote => ({
    ...{
      id: tagVoteId(idOf(101), idOf(1), idOf(700)),
      userId: idOf(101),
      postId: idOf(1),
      tagId: idOf(700),
      relId: relId(idOf(1), idOf(700)),
    },
    ...{ value, power, tallied, hold, at: T0 },
  })

  test('an own vote that is on its way is in what is shown, and one that is counted is not counted again', () => {
    const rel = aTagRel({ baseScore: 3, voteCount: 2, relevance: 3 })
    expect(withOwnVote(rel, aVote(-2, -4, 1))).toMatchObject({ baseScore: -2, voteCount: 2, relevance: -2 })
    expect(withOwnVote(rel, aVote(1, 1, 1))).toBe(rel)
    expect(withOwnVote(rel, aVote(1, 1, 0))).toMatchObject({ baseScore: 4, voteCount: 3, relevance: 4 })
  })
})

describe('the tags of a post', () => {
  const rel = (n: number, name: string, relevance: number, isCore = false) =>
    aTagRel({ tagId: idOf(n), tag: { name, slug: name.toLowerCase(), ...(isCore && { isCore }) }, baseScore: relevance, relevance })

  test('core tags stand first, then what is more relevant, then by name; what has nothing for it is left out', () => {
    const rels = [
      rel(1, 'Tides', 2),
      rel(2, 'Boats', 2),
      rel(3, 'Moon', 9),
      rel(4, 'Science', 1, true),
      rel(5, 'Cooking', 0),
      rel(6, 'Ships', -3),
    ]
    expect(tagsShown(post, rels).map(({ name }) => name)).toEqual(['Science', 'Moon', 'Boats', 'Tides'])
  })

  test('names are in the order that people look for them: case and marks come last', () => {
    const rels = ['Zebra', 'Ähre', 'boats', 'Anker'].map((name, at) => rel(at + 1, name, 1))
    expect(tagsShown(post, rels).map(({ name }) => name)).toEqual(['Ähre', 'Anker', 'boats', 'Zebra'])
  })

  test('a post that was published here and has not arrived shows the words its author chose', () => {
    const sent = aPost({ slug: null, tags: ['Night Watch'] })
    expect(tagsShown(sent, [])).toEqual([{ id: null, name: 'Night Watch', slug: 'night-watch', relevance: 1, isCore: false }])
    expect(tagsShown(aPost({ tags: ['Night Watch'] }), [])).toEqual([])
  })
})

describe('what is carried of a tag', () => {
  test('of most tags name and address are enough', () => expect(factsOf(aTag())).toEqual({ name: 'Water', slug: 'water' }))
  test.each([
    ['deleted', aTag({ state: 'deleted' })],
    ['a lens', aTag({ state: 'lens', lensOf: idOf(701) })],
    ['for the wiki alone', aTag({ isWikiOnly: true })],
    ['a draft', aTag({ state: 'draft', slug: null })],
    ['proposed', aTag({ state: 'proposed' })],
    ['rejected', aTag({ state: 'rejected' })],
  ])('what is %s stands at no post', (_what, tag) => expect(factsOf(tag).isAway).toBe(true))
  test('of what waits it says so, and of what was rejected no more', () => {
    expect([factsOf(aTag({ state: 'proposed' })).isProposed, factsOf(aTag({ state: 'rejected' })).isProposed]).toEqual([true, undefined])
  })
  test('a placeholder is a tag', () => expect(factsOf(aTag({ state: 'placeholder' })).isAway).toBeUndefined())
})
