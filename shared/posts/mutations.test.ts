import { describe, expect, test } from 'vitest'
import type { MemberViewer } from '../kernel/viewer.ts'
import { parseArgs } from '../kernel/mutation.ts'
import { visitor } from '../kernel/viewer.ts'
import { aPost, idOf, member, moderator, paragraph, publishArgs, T0 } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { archivePost, publishPost, saveDraft, setCommentsLocked, setCurated, setFrontpage, setSticky, unpublishPost } from './mutations.ts'
import { revisionsOf } from './queries.ts'
import { posts } from './schema.ts'

const author = member(idOf(100))
const stranger = member(idOf(300))

const publication = (changes?: Record<string, unknown>) => parseArgs(publishPost, publishArgs(changes))
const draftArgs = (changes?: Record<string, unknown>) => parseArgs(saveDraft, publishArgs(changes))
const by = (tx: ReturnType<typeof memoryTransaction>, viewer: MemberViewer | typeof visitor, now = T0) => ({ tx, viewer, now })

describe('posts.publish', () => {
  test('publishes version 1.0.0 as an immutable revision', async () => {
    const tx = memoryTransaction()
    await publishPost.run(by(tx, author), publication())
    expect(await tx.get(posts, idOf(1))).toMatchObject({
      status: 'published',
      version: '1.0.0',
      publishedAt: T0,
      wordCount: 3,
      authorId: idOf(100),
    })
    expect(await revisionsOf(tx, idOf(1))).toMatchObject([{ n: 1, version: '1.0.0', isDraft: false }])
  })

  test('publishing again keeps the first date and the earlier revision', async () => {
    const tx = memoryTransaction()
    await publishPost.run(by(tx, author), publication())
    await publishPost.run(by(tx, author, T0 + 5), publication({ revisionId: idOf(3), body: paragraph('Water goes, too.') }))
    expect(await tx.get(posts, idOf(1))).toMatchObject({ version: '1.1.0', publishedAt: T0, editedAt: T0 + 5, revisionId: idOf(3) })
    expect((await revisionsOf(tx, idOf(1))).map((revision) => revision.version)).toEqual(['1.1.0', '1.0.0'])
  })

  test('a replay leaves one revision', async () => {
    const tx = memoryTransaction()
    await publishPost.run(by(tx, author), publication())
    await publishPost.run(by(tx, author, T0 + 60_000), publication())
    expect(await revisionsOf(tx, idOf(1))).toHaveLength(1)
    expect((await tx.get(posts, idOf(1)))?.editedAt).toBeNull()
  })

  test.each([
    ['a visitor', visitor, 'sign-in-first'],
    ['another member, with the id of somebody’s post', stranger, 'not-yours'],
  ])('%s is refused and nothing is stored', async (_who, viewer, reason) => {
    const tx = memoryTransaction()
    await tx.put(posts, aPost({ id: idOf(1) }))
    await expect(publishPost.run(by(tx, viewer), publication())).rejects.toMatchObject({ reason })
    expect(await revisionsOf(tx, idOf(1))).toEqual([])
  })

  test('the id of somebody’s draft is answered as if there were none', async () => {
    const tx = memoryTransaction()
    await tx.put(posts, aPost({ id: idOf(1), status: 'draft', publishedAt: null }))
    await expect(publishPost.run(by(tx, stranger), publication())).rejects.toMatchObject({ code: 'not-found' })
  })

  test.each([
    ['a title of white space', { title: ' \n ' }, 'title'],
    ['a title over 500 characters', { title: 'x'.repeat(501) }, 'title'],
    ['a script address as link', { linkUrl: 'javascript:alert(1)' }, 'linkUrl'],
    ['eleven tags', { tags: Array.from({ length: 11 }, (_, n) => `tag ${n}`) }, 'tags'],
    ['a language that is none', { lang: 'en"><script>' }, 'lang'],
    ['a date that is none', { writtenOn: '1862-13-01' }, 'writtenOn'],
    ['an unknown field', { karma: 1_000 }, 'karma'],
    ['an author', { authorId: idOf(5) }, 'authorId'],
    ['HTML for a body', { body: '<p>hi</p>' }, 'body'],
  ])('%s is refused by name', (_what, changes, field) => {
    expect(() => publication(changes)).toThrow(expect.objectContaining({ code: 'invalid', field }))
  })

  test('an essay without a word, or a linkpost without a link, is refused', async () => {
    const tx = memoryTransaction()
    await expect(
      publishPost.run(by(tx, author), publication({ body: { type: 'doc', content: [{ type: 'paragraph' }] } })),
    ).rejects.toMatchObject({ field: 'body' })
    await expect(publishPost.run(by(tx, author), publication({ kind: 'linkpost' }))).rejects.toMatchObject({ field: 'linkUrl' })
  })

  test('tags that differ only in spelling are one', () => {
    expect(publication({ tags: ['Water', 'water', ' WATER ', '!!'] }).tags).toEqual(['WATER'])
  })
})

describe('posts.saveDraft', () => {
  test('keeps a text that has no title yet', async () => {
    const tx = memoryTransaction()
    await saveDraft.run(by(tx, author), draftArgs({ title: '' }))
    expect(await tx.get(posts, idOf(1))).toMatchObject({ status: 'draft', publishedAt: null, revisionId: null, version: '0.1.0' })
  })

  test('on a published post readers go on seeing the published text', async () => {
    const tx = memoryTransaction()
    await publishPost.run(by(tx, author), publication())
    await saveDraft.run(by(tx, author), draftArgs({ revisionId: idOf(3), title: 'Secret title' }))
    expect(await tx.get(posts, idOf(1))).toMatchObject({
      status: 'published',
      title: 'On tides',
      revisionId: idOf(2),
      latestRevisionId: idOf(3),
    })
    expect((await revisionsOf(tx, idOf(1)))[0]).toMatchObject({ isDraft: true })
  })

  test('a replay keeps one revision; a stranger keeps none', async () => {
    const tx = memoryTransaction()
    await saveDraft.run(by(tx, author), draftArgs())
    await saveDraft.run(by(tx, author), draftArgs())
    await expect(saveDraft.run(by(tx, stranger), draftArgs({ revisionId: idOf(9) }))).rejects.toMatchObject({ code: 'not-found' })
    expect(await revisionsOf(tx, idOf(1))).toHaveLength(1)
  })
})

test('unpublishing hides, twice as well as once, and only for those who may edit', async () => {
  const tx = memoryTransaction()
  await tx.put(posts, aPost())
  await expect(unpublishPost.run(by(tx, stranger), { id: idOf(1) })).rejects.toMatchObject({ reason: 'not-yours' })
  await unpublishPost.run(by(tx, author), { id: idOf(1) })
  await unpublishPost.run(by(tx, author), { id: idOf(1) })
  expect(await tx.get(posts, idOf(1))).toMatchObject({ status: 'draft', publishedAt: T0 })
})

test('archiving puts a draft away; a published post stays', async () => {
  const tx = memoryTransaction()
  await tx.put(posts, aPost())
  await expect(archivePost.run(by(tx, author), { id: idOf(1) })).rejects.toMatchObject({ reason: 'not-yours' })
  await tx.put(posts, aPost({ status: 'draft' }))
  await archivePost.run(by(tx, author), { id: idOf(1) })
  await archivePost.run(by(tx, author), { id: idOf(1) }).catch(() => undefined)
  expect((await tx.get(posts, idOf(1)))?.status).toBe('removed')
})

test.each([
  ['setFrontpage', setFrontpage, { isOn: false }, { frontpageAt: null }],
  ['setCurated', setCurated, { isOn: true }, { curatedAt: T0 }],
  ['setCommentsLocked', setCommentsLocked, { isOn: true }, { commentsLocked: true }],
  ['setSticky', setSticky, { priority: 3 }, { stickyPriority: 3 }],
] as const)('%s: a moderator sets it, twice as well as once; an author may not', async (_name, mutation, change, expected) => {
  const tx = memoryTransaction()
  await tx.put(posts, aPost())
  const parsed = parseArgs<never>(mutation as never, { id: idOf(1), ...change })
  await expect(mutation.run(by(tx, author), parsed)).rejects.toMatchObject({ code: 'not-allowed' })
  await mutation.run(by(tx, moderator), parsed)
  await mutation.run(by(tx, moderator, T0 + 9), parsed)
  expect(await tx.get(posts, idOf(1))).toMatchObject(expected)
})
