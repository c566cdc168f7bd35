import { beforeEach, describe, expect, test } from 'vitest'
import { members } from '../accounts/schema.ts'
import { posts } from '../posts/schema.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { aMember, aPost, aSequence, idOf, member, moderator, paragraph, T0 } from '../testing/factories.ts'
import {
  addChapter,
  createSequence,
  moderateSequence,
  moveChapter,
  putPostInSequence,
  removeChapter,
  setChapterDetail,
  setMainSequence,
  setSequenceDetail,
  setSequenceRemoved,
  takePostFromSequence,
} from './mutations.ts'
import { chaptersOf, contentsOf } from './queries.ts'
import { chapters, sequenceLimits, sequencePostId, sequencePosts, sequences } from './schema.ts'

const ada = member(idOf(100))
const eve = member(idOf(300))
const id = idOf(500)
const [first, second] = [idOf(510), idOf(511)]

let mutations: ReturnType<typeof mutationsOver>
beforeEach(async () => {
  mutations = mutationsOver([sequences, chapters, sequencePosts, posts, members])
  for (let n = 1; n <= 5; n += 1) await mutations.put(posts, aPost({ id: idOf(n), slug: `post-${n}`, title: `Post ${n}` }))
  await mutations.run(createSequence, { id, chapterId: first, title: 'On water' }, { viewer: ada })
})

const put = (chapterId: string, n: number, before: number | null = null, viewer = ada) =>
  mutations.run(putPostInSequence, { chapterId, postId: idOf(n), beforeId: before === null ? null : idOf(before) }, { viewer, now: T0 + n })
const order = async () => {
  const found = await mutations.read((read) => read.list(chaptersOf(id)))
  return found.map(({ postIds }) => postIds.map((postId) => [1, 2, 3, 4, 5].find((n) => idOf(n) === postId)))
}

describe('beginning one', () => {
  test('makes a draft with one empty chapter, once', async () => {
    const before = await mutations.everything()
    await mutations.run(createSequence, { id, chapterId: idOf(512), title: 'Again' }, { viewer: ada, now: T0 + 9 })
    expect(await mutations.everything()).toBe(before)
    expect(await mutations.get(sequences, id)).toMatchObject({ authorId: ada.userId, isDraft: true, publishedAt: null, title: 'On water' })
    expect(await order()).toEqual([[]])
  })

  test('is refused under the id of another’s, under a chapter’s that is there, without a title, and to a visitor', async () => {
    const before = await mutations.everything()
    const args = { id, chapterId: idOf(512), title: 'Mine' }
    expect((await refusalOf(mutations.run(createSequence, args, { viewer: eve }))).code).toBe('not-found')
    expect((await refusalOf(mutations.run(createSequence, { ...args, id: idOf(501), chapterId: first }, { viewer: eve }))).code).toBe(
      'not-found',
    )
    expect((await refusalOf(mutations.run(createSequence, { ...args, id: idOf(501), title: '  ' }, { viewer: eve }))).code).toBe('invalid')
    expect((await refusalOf(mutations.run(createSequence, { ...args, id: idOf(501) }))).reason).toBe('sign-in-first')
    expect(await mutations.everything()).toBe(before)
  })
})

test('a member has as many as there may be, and no more', async () => {
  for (let n = 1; n < sequenceLimits.sequences; n += 1) await mutations.put(sequences, aSequence({ id: idOf(10_000 + n) }))
  const one = { id: idOf(501), chapterId: idOf(512), title: 'One more' }
  expect((await refusalOf(mutations.run(createSequence, one, { viewer: ada }))).field).toBe('sequences')
  await mutations.run(createSequence, one, { viewer: eve })
})

describe('what is said of it', () => {
  const set = (field: string, value: unknown, viewer = ada, now = T0 + 5) =>
    mutations.run(setSequenceDetail, { id, detail: { field, value } }, { viewer, now })

  test('is set a field at a time; its first publication is remembered', async () => {
    await set('title', 'On tides')
    await set('isDraft', false)
    await set('isDraft', true, ada, T0 + 50)
    await set('isDraft', false, ada, T0 + 99)
    expect(await mutations.get(sequences, id)).toMatchObject({ title: 'On tides', isDraft: false, publishedAt: T0 + 5 })
    const before = await mutations.everything()
    await set('isDraft', false, ada, T0 + 200)
    expect(await mutations.everything()).toBe(before)
  })

  test.each([
    ['a picture from elsewhere', 'bannerUrl', 'https://example.org/x.png'],
    ['an empty title', 'title', ''],
    ['what only the staff set', 'curatedOrder', 1],
    ['whose it is', 'authorId', idOf(300)],
    ['an order that is no whole number', 'profileOrder', 1.5],
    ['an introduction as long as a book', 'body', paragraph('a'.repeat(sequenceLimits.bodyCharacters + 1))],
  ])('%s is refused, and nothing is stored', async (_what, field, value) => {
    const before = await mutations.everything()
    expect((await refusalOf(set(field, value))).code).toBe('invalid')
    expect(await mutations.everything()).toBe(before)
  })

  test('is hidden from others as a draft, and not theirs to set when it is public', async () => {
    expect((await refusalOf(set('title', 'Mine now', eve))).code).toBe('not-found')
    await set('isDraft', false)
    expect((await refusalOf(set('title', 'Mine now', eve))).reason).toBe('not-yours')
  })

  test('the staff curate it, hide it, and take it over; they put nobody else’s name to it', async () => {
    await set('isDraft', false)
    await mutations.put(members, aMember({ id: moderator.userId }))
    const moderate = (field: string, value: unknown, viewer = moderator) =>
      mutations.run(moderateSequence, { id, detail: { field, value } }, { viewer })
    for (const field of ['isHidden', 'authorId'])
      expect((await refusalOf(moderate(field, field === 'isHidden' ? false : ada.userId, ada))).reason).toBe('staff-only')
    for (const [field, value] of [
      ['curatedOrder', 3],
      ['isHidden', true],
      ['noIndex', true],
      ['authorId', moderator.userId],
    ] as const)
      await moderate(field, value)
    expect(await mutations.get(sequences, id)).toMatchObject({ curatedOrder: 3, isHidden: true, noIndex: true, authorId: moderator.userId })
    const before = await mutations.everything()
    for (const id of [idOf(300), idOf(999)]) expect((await refusalOf(moderate('authorId', id))).reason).toBe('needs-consent')
    expect(await mutations.everything()).toBe(before)
    expect((await refusalOf(moderate('isHidden', false, eve))).reason).toBe('not-yours')
  })

  test('it is taken down and had back by its author, as often as it is said', async () => {
    const remove = (isRemoved: boolean, viewer = ada, now = T0 + 7) => mutations.run(setSequenceRemoved, { id, isRemoved }, { viewer, now })
    await remove(true)
    await remove(true, ada, T0 + 70)
    expect(await mutations.get(sequences, id)).toMatchObject({ removedAt: T0 + 7 })
    expect((await refusalOf(remove(false, eve))).code).toBe('not-found')
    await remove(false)
    expect(await mutations.get(sequences, id)).toMatchObject({ removedAt: null })
  })

  test('what a moderator took down its author does not bring back', async () => {
    await mutations.run(setSequenceDetail, { id, detail: { field: 'isDraft', value: false } }, { viewer: ada })
    const remove = (isRemoved: boolean, viewer = ada) => mutations.run(setSequenceRemoved, { id, isRemoved }, { viewer, now: T0 + 7 })
    await remove(true, moderator)
    expect((await refusalOf(remove(false))).reason).toBe('not-yours')
    await remove(true)
    expect((await refusalOf(remove(false))).reason).toBe('not-yours')
    await remove(false, moderator)
    expect(await mutations.get(sequences, id)).toMatchObject({ removedAt: null, removedById: null })
  })
})

describe('posts in it', () => {
  test('stand where they were put, each once, and a replay changes nothing', async () => {
    for (const n of [1, 2, 3]) await put(first, n)
    await put(first, 4, 2)
    expect(await order()).toEqual([[1, 4, 2, 3]])
    const before = await mutations.everything()
    await put(first, 4, 2)
    expect(await mutations.everything()).toBe(before)
    expect(await mutations.get(sequencePosts, sequencePostId(id, idOf(4)))).toMatchObject({ addedAt: T0 + 4 })
    expect(await mutations.get(sequences, id)).toMatchObject({ lastUpdatedAt: T0 + 4 })
  })

  test('move into another chapter and leave the first; before one that has gone, they go to the end', async () => {
    await mutations.run(addChapter, { id: second, sequenceId: id, title: 'Tides' }, { viewer: ada })
    for (const n of [1, 2, 3]) await put(first, n)
    await put(second, 2)
    await put(second, 1, 5)
    await put(second, 3, 2)
    expect(await order()).toEqual([[], [3, 2, 1]])
  })

  test('of two who order at once nothing is lost: both are done, one after the other', async () => {
    for (const n of [1, 2, 3, 4]) await put(first, n)
    await mutations.run(setSequenceDetail, { id, detail: { field: 'isDraft', value: false } }, { viewer: ada })
    await put(first, 4, 1)
    await put(first, 3, 1, moderator)
    expect(await order()).toEqual([[4, 3, 1, 2]])
  })

  test('what is unknown, hidden or a place of quick takes is refused', async () => {
    await mutations.put(posts, aPost({ id: idOf(6), slug: null, authorId: idOf(300), status: 'draft', publishedAt: null }))
    await mutations.put(posts, aPost({ id: idOf(7), slug: 'takes', holds: 'quickTakes' }))
    const before = await mutations.everything()
    for (const n of [99, 6]) expect((await refusalOf(put(first, n))).code).toBe('not-found')
    expect((await refusalOf(put(first, 7))).reason).toBe('not-for-sequences')
    expect((await refusalOf(put(idOf(599), 1))).code).toBe('not-found')
    expect((await refusalOf(put(first, 1, null, eve))).code).toBe('not-found')
    expect(await mutations.everything()).toBe(before)
  })

  test('there are as many as there may be, and no more; one of them can still be moved', async () => {
    await mutations.put(chapters, {
      id: first,
      sequenceId: id,
      number: 1,
      title: '',
      subtitle: '',
      body: paragraph(''),
      postIds: [idOf(1)],
    })
    for (let n = 0; n < sequenceLimits.posts; n += 1) {
      const postId = n === 0 ? idOf(1) : idOf(2_000 + n)
      await mutations.put(sequencePosts, { id: sequencePostId(id, postId), sequenceId: id, postId, addedAt: T0, isMain: false })
    }
    expect((await refusalOf(put(first, 2))).field).toBe('posts')
    await put(first, 1)
  })

  test('a withdrawn post keeps its place, can be moved and taken out; put in anew it must be readable', async () => {
    for (const n of [1, 2]) await put(first, n)
    await mutations.put(posts, aPost({ id: idOf(1), slug: 'post-1', status: 'removed', authorId: idOf(300) }))
    expect((await mutations.read((read) => contentsOf(read, id)))[0]?.chapter.postIds).toEqual([idOf(1), idOf(2)])
    await put(first, 1)
    expect(await order()).toEqual([[2, 1]])
    await mutations.run(takePostFromSequence, { sequenceId: id, postId: idOf(1) }, { viewer: ada })
    await mutations.run(takePostFromSequence, { sequenceId: id, postId: idOf(1) }, { viewer: ada })
    expect(await order()).toEqual([[2]])
    expect((await refusalOf(put(first, 1))).code).toBe('not-found')
    expect((await refusalOf(mutations.run(takePostFromSequence, { sequenceId: id, postId: idOf(2) }, { viewer: eve }))).code).toBe(
      'not-found',
    )
  })

  test('the staff say by which of its sequences readers go on from a post', async () => {
    await put(first, 1)
    await mutations.run(setSequenceDetail, { id, detail: { field: 'isDraft', value: false } }, { viewer: ada })
    await mutations.put(sequencePosts, {
      id: sequencePostId(idOf(501), idOf(1)),
      sequenceId: idOf(501),
      postId: idOf(1),
      addedAt: T0,
      isMain: true,
    })
    await mutations.run(setMainSequence, { sequenceId: id, postId: idOf(1) }, { viewer: moderator })
    expect(await mutations.get(sequencePosts, sequencePostId(id, idOf(1)))).toMatchObject({ isMain: true })
    expect(await mutations.get(sequencePosts, sequencePostId(idOf(501), idOf(1)))).toMatchObject({ isMain: false })
    expect((await refusalOf(mutations.run(setMainSequence, { sequenceId: id, postId: idOf(1) }, { viewer: ada }))).reason).toBe(
      'staff-only',
    )
    expect((await refusalOf(mutations.run(setMainSequence, { sequenceId: id, postId: idOf(2) }, { viewer: moderator }))).code).toBe(
      'not-found',
    )
  })
})

describe('chapters', () => {
  beforeEach(async () => {
    await mutations.run(addChapter, { id: second, sequenceId: id, title: 'Tides' }, { viewer: ada })
    await mutations.run(addChapter, { id: idOf(512), sequenceId: id, title: 'Rivers' }, { viewer: ada })
  })
  const titles = async () => (await mutations.read((read) => read.list(chaptersOf(id)))).map(({ title, number }) => `${number} ${title}`)

  test('are added at the end, once each, named, and put before each other', async () => {
    await mutations.run(addChapter, { id: second, sequenceId: id, title: 'Twice' }, { viewer: ada })
    await mutations.run(setChapterDetail, { id: first, detail: { field: 'title', value: 'Springs' } }, { viewer: ada })
    expect(await titles()).toEqual(['1 Springs', '2 Tides', '3 Rivers'])
    await mutations.run(moveChapter, { id: idOf(512), beforeId: first }, { viewer: ada })
    expect(await titles()).toEqual(['1 Rivers', '2 Springs', '3 Tides'])
    await mutations.run(moveChapter, { id: idOf(512), beforeId: idOf(599) }, { viewer: ada })
    expect(await titles()).toEqual(['1 Springs', '2 Tides', '3 Rivers'])
  })

  test('one that goes leaves its posts to the one before it, or after it; the last one stays', async () => {
    await put(first, 1)
    await put(second, 2)
    await put(idOf(512), 3)
    await mutations.run(removeChapter, { id: second }, { viewer: ada })
    await mutations.run(removeChapter, { id: second }, { viewer: ada })
    expect(await order()).toEqual([[1, 2], [3]])
    await mutations.run(removeChapter, { id: first }, { viewer: ada })
    expect(await order()).toEqual([[1, 2, 3]])
    expect((await titles())[0]).toMatch(/^1 /u)
    expect((await refusalOf(mutations.run(removeChapter, { id: idOf(512) }, { viewer: ada }))).field).toBe('chapters')
  })

  test('are not others’ to change, nor more than there may be', async () => {
    for (const mutation of [
      mutations.run(addChapter, { id: idOf(520), sequenceId: id, title: '' }, { viewer: eve }),
      mutations.run(removeChapter, { id: first }, { viewer: eve }),
      mutations.run(moveChapter, { id: first, beforeId: null }, { viewer: eve }),
      mutations.run(setChapterDetail, { id: first, detail: { field: 'title', value: 'Mine' } }, { viewer: eve }),
    ])
      expect((await refusalOf(mutation)).code).toBe('not-found')
    for (let n = 3; n < sequenceLimits.chapters; n += 1)
      await mutations.run(addChapter, { id: idOf(600 + n), sequenceId: id, title: '' }, { viewer: ada })
    expect((await refusalOf(mutations.run(addChapter, { id: idOf(800), sequenceId: id, title: '' }, { viewer: ada }))).field).toBe(
      'chapters',
    )
  })
})
