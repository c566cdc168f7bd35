import { describe, expect, test } from 'vitest'
import type { MemberViewer } from '../kernel/viewer.ts'
import { parseArgs } from '../kernel/mutation.ts'
import { visitor } from '../kernel/viewer.ts'
import { aMember, aPost, idOf, member, moderator, paragraph, publishArgs, T0 } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import {
  archivePost,
  createPost,
  publishPost,
  restorePost,
  saveDraft,
  setCommentsLocked,
  setCurated,
  setFrontpage,
  setPostDetail,
  setSticky,
  unpublishPost,
} from './mutations.ts'
import { members } from '../accounts/schema.ts'
import { setCoauthor } from './coauthor-mutations.ts'
import { authorshipsOf, revisionsOf, writingOf } from './queries.ts'
import { posts, revisions, writings } from './schema.ts'

const author = member(idOf(100), { karma: 1 })
const stranger = member(idOf(300))

const publication = (changes?: Record<string, unknown>) => parseArgs(publishPost, publishArgs(changes))
const draftArgs = (changes?: Record<string, unknown>) => parseArgs(saveDraft, publishArgs(changes))
const by = (tx: ReturnType<typeof memoryTransaction>, viewer: MemberViewer | typeof visitor, now = T0) => ({ tx, viewer, now })

describe('the title that a text replaces', () => {
  const begun = async () => {
    const tx = memoryTransaction()
    await saveDraft.run(by(tx, author), draftArgs({ title: 'Ebb' }))
    await setPostDetail.run(by(tx, author), { id: idOf(1), detail: { field: 'title', value: 'Flow' } })
    return { tx, title: async () => (await tx.get(writings, idOf(1)))?.title }
  }

  test.for([
    ['a publication', publishPost],
    ['a draft', saveDraft],
  ] as const)('%s with another title than the one set elsewhere overwrites neither', async ([, mutation]) => {
    const { tx, title } = await begun()
    const args = { title: 'Tide', titleBase: 'Ebb', revisionId: idOf(3) }
    await expect(mutation.run(by(tx, author), publication(args))).rejects.toMatchObject({ code: 'conflict', field: 'title' })
    expect(await title()).toBe('Flow')
    await mutation.run(by(tx, author), publication({ ...args, titleBase: 'Flow' }))
    expect(await title()).toBe('Tide')
  })

  test('a publication never goes out under a title that its author did not see', async () => {
    const { tx } = await begun()
    const args = publication({ title: 'Ebb', titleBase: 'Ebb', revisionId: idOf(3) })
    await expect(publishPost.run(by(tx, author), args)).rejects.toMatchObject({ code: 'conflict', field: 'title' })
  })

  test('a draft whose title was not touched leaves the one that was set elsewhere', async () => {
    const { tx, title } = await begun()
    await saveDraft.run(by(tx, author), draftArgs({ title: 'Ebb', titleBase: 'Ebb', revisionId: idOf(3) }))
    expect([await title(), (await tx.get(posts, idOf(1)))?.title]).toEqual(['Flow', 'Flow'])
  })

  test('the same title set here and elsewhere is no conflict', async () => {
    const { tx, title } = await begun()
    await publishPost.run(by(tx, author), publication({ title: 'Flow', titleBase: 'Ebb', revisionId: idOf(3) }))
    expect(await title()).toBe('Flow')
  })
})

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

describe('a draft that is a document', () => {
  const begin = { id: idOf(1), revisionId: idOf(2), kind: 'post', lang: 'en' } as const
  const titled = (value: string) => ({ id: idOf(1), detail: { field: 'title', value } as const })

  test('begins empty, once, and is its author’s', async () => {
    const tx = memoryTransaction()
    await createPost.run(by(tx, author), begin)
    await createPost.run(by(tx, author, T0 + 5), begin)
    expect(await tx.get(posts, idOf(1))).toMatchObject({ status: 'draft', title: '', createdAt: T0, authorId: author.userId })
    expect(await revisionsOf(tx, idOf(1))).toMatchObject([{ version: '0.1.0', isDraft: true, wordCount: 0 }])
    expect(await tx.list(authorshipsOf(author.userId))).toMatchObject([{ postId: idOf(1), level: 'own' }])
  })

  test.each([
    ['a visitor', visitor, 'not-allowed'],
    ['another member, under an id that is taken', stranger, 'not-found'],
  ])('%s begins nothing', async (_who, viewer, code) => {
    const tx = memoryTransaction()
    if (viewer.kind === 'member') await createPost.run(by(tx, author), begin)
    await expect(createPost.run(by(tx, viewer), begin)).rejects.toMatchObject({ code })
    expect(await tx.list(authorshipsOf(stranger.userId))).toEqual([])
  })

  test('is not begun with a state of another text, which stays what it is', async () => {
    const tx = memoryTransaction()
    await publishPost.run(by(tx, author), publication())
    const before = await tx.get(revisions, idOf(2))
    await expect(createPost.run(by(tx, stranger), { ...begin, id: idOf(7) })).rejects.toMatchObject({ code: 'not-found' })
    expect(before?.wordCount).toBeGreaterThan(0)
    expect(await tx.get(revisions, idOf(2))).toEqual(before)
  })

  test('a title is the draft’s at once, and a published post’s with its next publication', async () => {
    const tx = memoryTransaction()
    await createPost.run(by(tx, author), begin)
    await setPostDetail.run(by(tx, author), titled('Ebb'))
    expect(await tx.get(posts, idOf(1))).toMatchObject({ title: 'Ebb' })
    await publishPost.run(by(tx, author), publication({ revisionId: idOf(3), title: 'Ebb' }))
    await setPostDetail.run(by(tx, author), titled('Ebb and flow'))
    const post = await tx.get(posts, idOf(1))
    expect(post?.title).toBe('Ebb')
    expect(post && (await writingOf(tx, post))).toMatchObject({ title: 'Ebb and flow' })
  })

  test('the same detail again changes nothing, and a stranger nothing at all', async () => {
    const tx = memoryTransaction()
    await createPost.run(by(tx, author), begin)
    await setPostDetail.run(by(tx, author, T0 + 1), titled('Ebb'))
    await setPostDetail.run(by(tx, author, T0 + 9), titled('Ebb'))
    expect(await tx.get(writings, idOf(1))).toMatchObject({ changedAt: T0 + 1 })
    await expect(setPostDetail.run(by(tx, stranger), titled('Mine'))).rejects.toMatchObject({ code: 'not-found' })
    expect(await tx.get(writings, idOf(1))).toMatchObject({ title: 'Ebb' })
  })

  describe('a detail with a base', () => {
    const from = (base: unknown, value: unknown, field = 'title') =>
      parseArgs(setPostDetail, { id: idOf(1), detail: { field, value, base } })
    async function aDraftTitled(title: string) {
      const tx = memoryTransaction()
      await createPost.run(by(tx, author), begin)
      await setPostDetail.run(by(tx, author), titled(title))
      return { tx, said: () => tx.get(writings, idOf(1)) }
    }

    test('is set where what it replaces still stands', async () => {
      const { tx, said } = await aDraftTitled('Ebb')
      await setPostDetail.run(by(tx, author), from('Ebb', 'Ebb and flow'))
      expect(await said()).toMatchObject({ title: 'Ebb and flow' })
    })

    test.each([
      ['a title', 'title', 'Ebb', 'Flow', 'Tide'],
      ['the address of a link post', 'linkUrl', null, 'https://a.example/', 'https://b.example/'],
      ['tags', 'tags', [], ['Water'], ['Moon']],
      ['the date when it was written', 'writtenOn', null, '1862', '1863'],
    ])('%s that was set elsewhere is a conflict, and nothing is overwritten', async (_what, field, base, theirs, mine) => {
      const { tx, said } = await aDraftTitled('Ebb')
      await setPostDetail.run(by(tx, author), from(base, theirs, field))
      await expect(setPostDetail.run(by(tx, author), from(base, mine, field))).rejects.toMatchObject({ code: 'conflict', field })
      expect(await said()).toMatchObject({ [field]: theirs })
      await setPostDetail.run(by(tx, author), from(theirs, mine, field))
      expect(await said()).toMatchObject({ [field]: mine })
    })

    test('that was set elsewhere to the same is no conflict, also when it comes a second time', async () => {
      const { tx, said } = await aDraftTitled('Flow')
      await setPostDetail.run(by(tx, author), from('Ebb', 'Flow'))
      await setPostDetail.run(by(tx, author), from('Ebb', ' Flow '))
      expect(await said()).toMatchObject({ title: 'Flow' })
    })

    test('lets other details be set elsewhere', async () => {
      const { tx, said } = await aDraftTitled('Ebb')
      await setPostDetail.run(by(tx, author), from([], ['Water'], 'tags'))
      await setPostDetail.run(by(tx, author), from('Ebb', 'Flow'))
      expect(await said()).toMatchObject({ title: 'Flow', tags: ['Water'] })
    })

    test('takes the place of one that was not sent yet, and replaces what that one would have', () => {
      expect(setPostDetail.squash?.(from('', 'E'), from('E', 'Ebb'))).toEqual(from('', 'Ebb'))
      expect(setPostDetail.squash?.(titled('E'), from('E', 'Ebb'))).toEqual(titled('Ebb'))
    })
  })

  test.each([
    ['a field that is none', { field: 'authorId', value: idOf(5) }],
    ['a value of another field', { field: 'title', value: true }],
    ['a script address', { field: 'linkUrl', value: 'javascript:alert(1)' }],
  ])('%s is refused', (_what, detail) => {
    expect(() => parseArgs(setPostDetail, { id: idOf(1), detail })).toThrow(expect.objectContaining({ code: 'invalid' }))
  })

  test('a coauthor is let in by the author alone, may leave, and sees the draft no more', async () => {
    const tx = memoryTransaction()
    await createPost.run(by(tx, author), begin)
    await tx.put(members, aMember({ id: stranger.userId }))
    const set = (viewer: MemberViewer, isOn: boolean) => setCoauthor.run(by(tx, viewer), { id: idOf(1), userId: stranger.userId, isOn })
    await expect(set(stranger, true)).rejects.toMatchObject({ code: 'not-found' })
    await set(author, true)
    await set(author, true)
    expect(await tx.list(authorshipsOf(stranger.userId))).toMatchObject([{ postId: idOf(1), level: 'edit' }])
    await setPostDetail.run(by(tx, stranger), titled('Together'))
    await set(stranger, false)
    expect(await tx.list(authorshipsOf(stranger.userId))).toEqual([])
    await expect(setPostDetail.run(by(tx, stranger), titled('Still'))).rejects.toMatchObject({ code: 'not-found' })
    expect(await tx.list(authorshipsOf(author.userId))).toHaveLength(1)
  })

  test('what is put away can be had back by whoever put it away, and by nobody else', async () => {
    const tx = memoryTransaction()
    await createPost.run(by(tx, author), begin)
    await archivePost.run(by(tx, author, T0 + 1), { id: idOf(1) })
    expect(await tx.get(posts, idOf(1))).toMatchObject({ status: 'removed', archivedAt: T0 + 1, archivedById: author.userId })
    await expect(restorePost.run(by(tx, stranger), { id: idOf(1) })).rejects.toMatchObject({ code: 'not-found' })
    await restorePost.run(by(tx, author), { id: idOf(1) })
    await restorePost.run(by(tx, author), { id: idOf(1) })
    expect(await tx.get(posts, idOf(1))).toMatchObject({ status: 'draft', archivedAt: null })
  })
})
