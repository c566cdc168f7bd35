import { expect, test } from 'vitest'
import { policies } from '../policies.ts'
import { tables } from '../registry.ts'
import { aMember, idOf, aComment, aPost, member, moderator, paragraph, T0 } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { attempts, credentials, members, sessions } from '../accounts/schema.ts'
import { commentsOfPost } from '../comments/queries.ts'
import { comments } from '../comments/schema.ts'
import { posts, revisions } from '../posts/schema.ts'
import { voteEvents, voteId, votes } from '../votes/schema.ts'
import { permittedRead } from './read-policy.ts'
import { visitor } from './viewer.ts'

async function someRows() {
  const tx = memoryTransaction()
  await tx.put(posts, aPost())
  await tx.put(posts, aPost({ id: idOf(5), slug: null, status: 'draft', publishedAt: null, revisionId: null }))
  await tx.put(comments, aComment({ removedBy: 'moderator', body: paragraph('an insult') }))
  await tx.put(comments, aComment({ id: idOf(11), postId: idOf(5) }))
  const shared = {
    subjectKind: 'post',
    postId: idOf(1),
    title: '',
    body: paragraph('x'),
    wordCount: 1,
    authorId: idOf(100),
    at: T0,
  } as const
  await tx.put(revisions, { ...shared, id: idOf(2), subjectId: idOf(1), n: 1, version: '1.0.0', isDraft: false })
  await tx.put(revisions, { ...shared, id: idOf(3), subjectId: idOf(1), n: 2, version: '0.2.0', isDraft: true })
  const vote = {
    userId: idOf(200),
    targetKind: 'post',
    targetId: idOf(1),
    axis: 'approval',
    value: 1,
    power: 1,
    tallied: 1,
    isSelf: false,
    at: T0,
  } as const
  await tx.put(votes, { ...vote, id: voteId(idOf(200), idOf(1), 'approval') })
  return tx
}

test('a visitor sees neither a draft, nor comments under it, nor a draft revision of a public post, nor a vote', async () => {
  const read = permittedRead(await someRows(), visitor, policies)
  expect(await read.get(posts, idOf(5))).toBeUndefined()
  expect(await read.get(comments, idOf(11))).toBeUndefined()
  expect(await read.get(revisions, idOf(3))).toBeUndefined()
  expect(await read.get(votes, voteId(idOf(200), idOf(1), 'approval'))).toBeUndefined()
  expect(await read.get(revisions, idOf(2))).toBeDefined()
})

test('an author sees their own draft and its draft revision; a voter their own vote', async () => {
  const tx = await someRows()
  expect(await permittedRead(tx, member(idOf(100)), policies).get(posts, idOf(5))).toBeDefined()
  expect(await permittedRead(tx, member(idOf(100)), policies).get(revisions, idOf(3))).toBeDefined()
  expect(await permittedRead(tx, member(idOf(200)), policies).get(votes, voteId(idOf(200), idOf(1), 'approval'))).toBeDefined()
})

test('a removed comment keeps its place and loses its text, but for its author and moderators', async () => {
  const tx = await someRows()
  const bodySeenBy = async (viewer: Parameters<typeof permittedRead>[1]) =>
    JSON.stringify((await permittedRead(tx, viewer, policies).list(commentsOfPost(idOf(1))))[0]?.body)
  expect(await bodySeenBy(visitor)).not.toContain('insult')
  expect(await bodySeenBy(member(idOf(300)))).not.toContain('insult')
  expect(await bodySeenBy(member(idOf(200)))).toContain('insult')
  expect(await bodySeenBy(moderator)).toContain('insult')
})

test('what is held against an account is told to itself and the staff alone', async () => {
  const tx = memoryTransaction()
  await tx.put(members, aMember({ bannedUntil: T0, votingDisabled: true }))
  const seenBy = (viewer: Parameters<typeof permittedRead>[1]) => permittedRead(tx, viewer, policies).get(members, idOf(100))
  expect(await seenBy(visitor)).toMatchObject({ bannedUntil: null, votingDisabled: false, displayName: 'Ada' })
  expect(await seenBy(member(idOf(300)))).toMatchObject({ bannedUntil: null, votingDisabled: false })
  expect(await seenBy(member(idOf(100)))).toMatchObject({ bannedUntil: T0, votingDisabled: true })
  expect(await seenBy(moderator)).toMatchObject({ bannedUntil: T0 })
})

test('credentials and sessions have no way out', () => {
  expect(() => policies.of(credentials)).toThrow(TypeError)
  expect(() => policies.of(sessions)).toThrow(TypeError)
})

test('what a table without a journal holds is shown to staff, to whom it belongs, or to nobody: it is never readable by mistake', async () => {
  const read = memoryTransaction()
  for (const table of tables.filter((candidate) => !candidate.journal && hasPolicy(candidate))) {
    for (const viewer of [visitor, member(idOf(1))])
      expect(await policies.of(table)({ id: idOf(2) }, viewer, read), table.name).toBeUndefined()
  }
  expect([sessions, credentials, attempts, voteEvents].filter(hasPolicy)).toEqual([])
})

function hasPolicy(table: Parameters<typeof policies.of>[0]): boolean {
  try {
    return policies.of(table) !== undefined
  } catch {
    return false
  }
}
