import { describe, expect, test } from 'vitest'
import { members } from '../accounts/schema.ts'
import { parseArgs } from '../kernel/mutation.ts'
import { visitor } from '../kernel/viewer.ts'
import { posts } from '../posts/schema.ts'
import { revisionsOf } from '../posts/queries.ts'
import { aComment, aMember, aPost, idOf, member, moderator, paragraph, T0 } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { editComment, postComment, removeComment, restoreComment } from './mutations.ts'
import { comments } from './schema.ts'

const bob = member(idOf(200))
const eve = member(idOf(300))
const args = { id: idOf(10), postId: idOf(1), parentId: null, body: paragraph('Is it so?') }

async function withPost(changes: Parameters<typeof aPost>[0] = {}) {
  const tx = memoryTransaction()
  await tx.put(posts, aPost(changes))
  return tx
}

describe('comments.post', () => {
  test('adds a comment; a reply knows its branch', async () => {
    const tx = await withPost()
    await postComment.run({ tx, viewer: bob, now: T0 }, args)
    await postComment.run({ tx, viewer: eve, now: T0 }, { ...args, id: idOf(11), parentId: idOf(10) })
    expect(await tx.get(comments, idOf(10))).toMatchObject({ authorId: idOf(200), rootId: idOf(10), postVersion: '1.0.0' })
    expect(await tx.get(comments, idOf(11))).toMatchObject({ authorId: idOf(300), rootId: idOf(10) })
  })

  test('a device that does not know a member keeps the typed name; the server makes a mention of the same words', async () => {
    const [device, server] = [await withPost(), await withPost()]
    await server.put(members, aMember({ id: idOf(400), slug: 'ada', userName: 'ada', userNameKey: 'ada' }))
    const typed = { ...args, body: paragraph('@ada') }
    for (const tx of [device, server]) await postComment.run({ tx, viewer: bob, now: T0 }, typed)
    expect((await device.get(comments, idOf(10)))?.body).toEqual(paragraph('@ada'))
    const mention = { type: 'mention', attrs: { kind: 'member', id: 'ada', label: 'ada' } }
    expect((await server.get(comments, idOf(10)))?.body.content).toEqual([{ type: 'paragraph', content: [mention] }])
  })

  test('a replayed comment is stored once', async () => {
    const tx = await withPost()
    await postComment.run({ tx, viewer: bob, now: T0 }, args)
    await postComment.run({ tx, viewer: bob, now: T0 + 60_000 }, args)
    expect(await tx.get(comments, idOf(10))).toMatchObject({ postedAt: T0 })
  })

  test('an id that somebody else’s comment has is refused, and theirs stays', async () => {
    const tx = await withPost()
    await postComment.run({ tx, viewer: bob, now: T0 }, args)
    await expect(postComment.run({ tx, viewer: eve, now: T0 }, { ...args, body: paragraph('Mine now') })).rejects.toMatchObject({
      code: 'not-found',
    })
    expect(await tx.get(comments, idOf(10))).toMatchObject({ authorId: idOf(200) })
  })

  test.each([
    ['a visitor', visitor, {}, {}, 'sign-in-first'],
    ['a member, on a locked post', bob, { commentsLocked: true }, {}, 'comments-locked'],
    ['a member, on a draft', bob, { status: 'draft', publishedAt: null }, {}, undefined],
    ['a member, with a parent under another post', bob, {}, { parentId: idOf(50) }, undefined],
    ['a member, with a parent that is not there', bob, {}, { parentId: idOf(51) }, undefined],
  ] as const)('%s is refused and stores nothing', async (_who, viewer, post, change, reason) => {
    const tx = await withPost(post)
    await tx.put(comments, aComment({ id: idOf(50), postId: idOf(7) }))
    await expect(postComment.run({ tx, viewer, now: T0 }, { ...args, ...change })).rejects.toMatchObject({ reason })
    expect(await tx.get(comments, idOf(10))).toBeUndefined()
  })

  test.each([
    ['nothing but white space', { body: paragraph('  \n ') }],
    ['an unknown node', { body: { type: 'doc', content: [{ type: 'iframe', attrs: { src: '/' } }] } }],
    ['HTML', { body: '<b>x</b>' }],
    ['a forged author', { authorId: idOf(1) }],
    ['an id that is none', { id: '../../x' }],
  ])('%s is refused as a comment', (_what, change) => {
    expect(() => parseArgs(postComment, { ...args, ...change })).toThrow(expect.objectContaining({ code: 'invalid' }))
  })
})

describe('comments.edit', () => {
  test('replaces the body and keeps the one before', async () => {
    const tx = await withPost()
    await tx.put(comments, aComment())
    await editComment.run({ tx, viewer: bob, now: T0 + 5 }, { id: idOf(10), body: paragraph('I was wrong.'), bodyVersion: 1 })
    expect(await tx.get(comments, idOf(10))).toMatchObject({ bodyVersion: 2, editedAt: T0 + 5 })
    expect(await revisionsOf(tx, idOf(10))).toMatchObject([{ n: 1, body: paragraph('I wonder.') }])
  })

  test('a replay changes nothing more; an edit from an older state is a conflict', async () => {
    const tx = await withPost()
    await tx.put(comments, aComment())
    const edit = { id: idOf(10), body: paragraph('I was wrong.'), bodyVersion: 1 }
    await editComment.run({ tx, viewer: bob, now: T0 + 5 }, edit)
    await editComment.run({ tx, viewer: bob, now: T0 + 9 }, edit)
    expect(await tx.get(comments, idOf(10))).toMatchObject({ bodyVersion: 2, editedAt: T0 + 5 })
    await expect(editComment.run({ tx, viewer: bob, now: T0 }, { ...edit, body: paragraph('Other') })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('another member is refused and the words stay', async () => {
    const tx = await withPost()
    await tx.put(comments, aComment())
    await expect(
      editComment.run({ tx, viewer: eve, now: T0 }, { id: idOf(10), body: paragraph('x'), bodyVersion: 1 }),
    ).rejects.toMatchObject({ reason: 'not-yours' })
    expect(await tx.get(comments, idOf(10))).toEqual(aComment())
  })
})

describe('comments.remove and comments.restore', () => {
  test('an author takes a comment back and brings it back', async () => {
    const tx = await withPost()
    await tx.put(comments, aComment())
    await removeComment.run({ tx, viewer: bob, now: T0 }, { id: idOf(10), reason: '' })
    await removeComment.run({ tx, viewer: bob, now: T0 + 9 }, { id: idOf(10), reason: 'again' })
    expect(await tx.get(comments, idOf(10))).toMatchObject({ removedBy: 'author', removedAt: T0, removedReason: '' })
    await restoreComment.run({ tx, viewer: bob, now: T0 }, { id: idOf(10) })
    await restoreComment.run({ tx, viewer: bob, now: T0 }, { id: idOf(10) })
    expect(await tx.get(comments, idOf(10))).toEqual(aComment())
  })

  test('what a moderator removed, its author cannot bring back', async () => {
    const tx = await withPost()
    await tx.put(comments, aComment())
    await removeComment.run({ tx, viewer: moderator, now: T0 }, { id: idOf(10), reason: 'An insult.' })
    expect(await tx.get(comments, idOf(10))).toMatchObject({ removedBy: 'moderator', removedReason: 'An insult.' })
    await expect(restoreComment.run({ tx, viewer: bob, now: T0 }, { id: idOf(10) })).rejects.toMatchObject({ reason: 'not-yours' })
  })

  test.each([
    ['another member', eve, aComment(), 'not-yours'],
    ['its author, after a reply', bob, aComment({ replyCount: 2 }), 'comment-has-replies'],
    ['a visitor', visitor, aComment(), 'sign-in-first'],
  ] as const)('%s cannot remove it', async (_who, viewer, comment, reason) => {
    const tx = await withPost()
    await tx.put(comments, comment)
    await expect(removeComment.run({ tx, viewer, now: T0 }, { id: idOf(10), reason: '' })).rejects.toMatchObject({ reason })
    expect(await tx.get(comments, idOf(10))).toEqual(comment)
  })
})
