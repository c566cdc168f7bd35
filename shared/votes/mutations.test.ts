import { describe, expect, test } from 'vitest'
import { comments } from '../comments/schema.ts'
import { parseArgs } from '../kernel/mutation.ts'
import { visitor } from '../kernel/viewer.ts'
import { posts, revisions } from '../posts/schema.ts'
import { aComment, aPost, idOf, member, paragraph, T0 } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { readVoteWarning, setVote } from './mutations.ts'
import { voteId, votes, voteWarnings } from './schema.ts'

const voter = member(idOf(300), { karma: 120 })
const args = { targetKind: 'comment', targetId: idOf(10), axis: 'approval', value: 2 } as const

async function withComment(post: Parameters<typeof aPost>[0] = {}, comment: Parameters<typeof aComment>[0] = {}) {
  const tx = memoryTransaction()
  await tx.put(posts, aPost(post))
  await tx.put(comments, aComment(comment))
  return tx
}

test('a vote is set with the strength of the voter’s karma, once however often it is sent', async () => {
  const tx = await withComment()
  await setVote.run({ tx, viewer: voter, now: T0 }, args)
  await setVote.run({ tx, viewer: voter, now: T0 + 9 }, args)
  expect(await tx.get(votes, voteId(idOf(300), idOf(10), 'approval'))).toMatchObject({ value: 2, power: 3, at: T0, isSelf: false })
})

test('0 takes it back', async () => {
  const tx = await withComment()
  await setVote.run({ tx, viewer: voter, now: T0 }, args)
  await setVote.run({ tx, viewer: voter, now: T0 }, { ...args, value: 0 })
  expect(await tx.get(votes, voteId(idOf(300), idOf(10), 'approval'))).toMatchObject({ value: 0, power: 0 })
})

test.each([
  ['a visitor', visitor, {}, {}, { reason: 'sign-in-first' }],
  ['a member, on a draft', voter, { status: 'draft', publishedAt: null }, {}, { code: 'not-found' }],
  ['a member, on a removed comment', voter, {}, { removedBy: 'author' }, { reason: 'comment-is-removed' }],
  ['the author, strongly', member(idOf(200)), {}, {}, { reason: 'own-strong-vote' }],
] as const)('%s is refused and nothing is stored', async (_who, viewer, post, comment, error) => {
  const tx = await withComment(post, comment)
  await expect(setVote.run({ tx, viewer, now: T0 }, args)).rejects.toMatchObject(error)
  expect(await tx.get(votes, voteId(idOf(300), idOf(10), 'approval'))).toBeUndefined()
})

test.each([
  ['a forged power', { power: 500 }, 'power'],
  ['somebody else’s name', { userId: idOf(1) }, 'userId'],
  ['a value of 3', { value: 3 }, 'value'],
  ['a third axis', { axis: 'beauty' }, 'axis'],
  ['a time', { at: 0 }, 'at'],
])('%s is refused by name', (_what, change, field) => {
  expect(() => parseArgs(setVote, { ...args, ...change })).toThrow(expect.objectContaining({ code: 'invalid', field }))
})

describe('a version', () => {
  const version = { id: idOf(500), subjectKind: 'post', subjectId: idOf(1), postId: idOf(1), n: 2, version: '1.1.0' } as const
  const text = { title: 'Tides', body: paragraph('Twice a day.'), wordCount: 3, at: T0 }
  const onVersion = { targetKind: 'revision', targetId: idOf(500), axis: 'approval', value: 1 } as const
  async function withVersion(post: Parameters<typeof aPost>[0], changes: { readonly isDraft?: boolean; readonly authorId?: string } = {}) {
    const tx = await withComment(post)
    await tx.put(revisions, { ...version, ...text, isDraft: false, authorId: idOf(400), ...changes })
    return tx
  }

  test.each([
    [idOf(400), false],
    [idOf(300), true],
  ])('of a wiki page by %s takes a vote, which is one on oneself: %s', async (authorId, isSelf) => {
    const tx = await withVersion({ kind: 'wiki' }, { authorId })
    await setVote.run({ tx, viewer: voter, now: T0 }, onVersion)
    expect(await tx.get(votes, voteId(idOf(300), idOf(500), 'approval'))).toMatchObject({ value: 1, isSelf, targetKind: 'revision' })
  })

  test.each([
    ['of an essay', {}, {}, { code: 'not-found' }],
    ['that is a draft', { kind: 'wiki' }, { isDraft: true }, { code: 'not-found' }],
    ['of a page that is a draft', { kind: 'wiki', status: 'draft', publishedAt: null }, {}, { code: 'not-found' }],
    ['of a page that was deleted', { kind: 'wiki', status: 'removed' }, {}, {}],
  ] as const)('%s takes none', async (_what, post, changes, error) => {
    const tx = await withVersion(post, changes)
    await expect(setVote.run({ tx, viewer: voter, now: T0 }, onVersion)).rejects.toMatchObject(error)
    expect(await tx.get(votes, voteId(idOf(300), idOf(500), 'approval'))).toBeUndefined()
  })
})

describe('a warning', () => {
  const reader = member(idOf(300))
  const warned = { id: idOf(300), warnedAt: T0, readUpTo: 0 }
  const readAfter = async (...times: readonly number[]) => {
    const tx = memoryTransaction()
    await tx.put(voteWarnings, warned)
    for (const warnedAt of times) await readVoteWarning.run({ tx, viewer: reader, now: T0 + 9 }, { warnedAt })
    return tx.get(voteWarnings, idOf(300))
  }

  test.each([
    ['it', [T0], T0],
    ['it, twice', [T0, T0], T0],
    ['an earlier one', [T0 - 5], T0 - 5],
    ['it, and then an earlier one', [T0, T0 - 5], T0],
    ['one that is still to come', [T0 + 5_000], T0],
  ])('is read up to the time of %s', async (_what, times, readUpTo) => {
    expect(await readAfter(...times)).toEqual({ ...warned, readUpTo })
  })

  test('that there never was stays absent, and nobody reads another’s', async () => {
    const tx = memoryTransaction()
    await readVoteWarning.run({ tx, viewer: reader, now: T0 }, { warnedAt: T0 })
    expect(await tx.get(voteWarnings, idOf(300))).toBeUndefined()
    await tx.put(voteWarnings, warned)
    await readVoteWarning.run({ tx, viewer: member(idOf(301)), now: T0 }, { warnedAt: T0 })
    expect(await tx.get(voteWarnings, idOf(300))).toEqual(warned)
    await expect(readVoteWarning.run({ tx, viewer: visitor, now: T0 }, { warnedAt: T0 })).rejects.toMatchObject({ reason: 'sign-in-first' })
  })
})
