import { describe, expect, test } from 'vitest'
import { comments } from '../comments/schema.ts'
import { visitor } from '../kernel/viewer.ts'
import { posts } from '../posts/schema.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { aComment, aPost, idOf, member, T0 } from '../testing/factories.ts'
import { setBookmark, setReaderSetting, setReadingPlace, setReadMark } from './mutations.ts'
import { bookmarkId, bookmarks, readerSettings, readingPlaceId, readingPlaces, readMarkId, readMarks } from './schema.ts'

const reader = member(idOf(300))
const onPost = { targetKind: 'post', targetId: idOf(1), isSaved: true } as const
const seen = { postId: idOf(1), isRead: true, seenUpTo: T0 } as const

async function community(post: Parameters<typeof aPost>[0] = {}) {
  const mutations = mutationsOver([posts, comments, bookmarks, readMarks, readingPlaces, readerSettings])
  await mutations.put(posts, aPost(post))
  await mutations.put(comments, aComment())
  return mutations
}

describe('bookmarks', () => {
  test('a bookmark is one row however often it is sent, with the time of the last change', async () => {
    const mutations = await community()
    await mutations.run(setBookmark, onPost, { viewer: reader, now: T0 })
    await mutations.run(setBookmark, onPost, { viewer: reader, now: T0 + 5 })
    expect(await mutations.get(bookmarks, bookmarkId(idOf(300), idOf(1)))).toMatchObject({ isSaved: true, postId: idOf(1), changedAt: T0 })
  })

  test('taking it off keeps the row, so that the list stays a list of dates', async () => {
    const mutations = await community()
    await mutations.run(setBookmark, onPost, { viewer: reader, now: T0 })
    await mutations.run(setBookmark, { ...onPost, isSaved: false }, { viewer: reader, now: T0 + 5 })
    expect(await mutations.get(bookmarks, bookmarkId(idOf(300), idOf(1)))).toMatchObject({ isSaved: false, changedAt: T0 + 5 })
  })

  test('a comment is kept with the post it stands under', async () => {
    const mutations = await community()
    await mutations.run(setBookmark, { targetKind: 'comment', targetId: idOf(10), isSaved: true }, { viewer: reader })
    expect(await mutations.get(bookmarks, bookmarkId(idOf(300), idOf(10)))).toMatchObject({ targetKind: 'comment', postId: idOf(1) })
  })

  test('what has been hidden since can still be taken off the list', async () => {
    const mutations = await community()
    await mutations.run(setBookmark, onPost, { viewer: reader })
    await mutations.put(posts, aPost({ status: 'draft', publishedAt: null }))
    await mutations.run(setBookmark, { ...onPost, isSaved: false }, { viewer: reader })
    expect(await mutations.get(bookmarks, bookmarkId(idOf(300), idOf(1)))).toMatchObject({ isSaved: false })
  })

  test.each([
    ['a visitor', visitor, {}, onPost, { reason: 'sign-in-first' }],
    ['a draft of somebody else', reader, { status: 'draft', publishedAt: null }, onPost, { code: 'not-found' }],
    ['a comment that is not there', reader, {}, { ...onPost, targetKind: 'comment', targetId: idOf(99) }, { code: 'not-found' }],
  ] as const)('%s is refused and nothing is stored', async (_what, viewer, post, args, error) => {
    const mutations = await community(post)
    const before = await mutations.everything()
    expect(await refusalOf(mutations.run(setBookmark, args, { viewer }))).toMatchObject(error)
    expect(await mutations.everything()).toBe(before)
  })
})

describe('read marks', () => {
  test('what has been seen only ever grows, in whatever order devices come back', async () => {
    const mutations = await community()
    await mutations.run(setReadMark, seen, { viewer: reader, now: T0 + 50 })
    await mutations.run(setReadMark, { ...seen, seenUpTo: T0 - 10 }, { viewer: reader, now: T0 + 60 })
    expect(await mutations.get(readMarks, readMarkId(idOf(300), idOf(1)))).toMatchObject({ seenUpTo: T0, readAt: T0 + 60, isRead: true })
  })

  test('nobody has seen tomorrow’s comments: a clock that runs ahead hides nothing', async () => {
    const mutations = await community()
    await mutations.run(setReadMark, { ...seen, seenUpTo: T0 + 1_000_000 }, { viewer: reader, now: T0 })
    expect(await mutations.get(readMarks, readMarkId(idOf(300), idOf(1)))).toMatchObject({ seenUpTo: T0 })
  })

  test('marking as unread keeps what was seen and when it was opened', async () => {
    const mutations = await community()
    await mutations.run(setReadMark, seen, { viewer: reader, now: T0 })
    await mutations.run(setReadMark, { ...seen, isRead: false }, { viewer: reader, now: T0 + 5 })
    expect(await mutations.get(readMarks, readMarkId(idOf(300), idOf(1)))).toMatchObject({ isRead: false, seenUpTo: T0, readAt: T0 })
  })

  test('a post that is hidden from the reader takes no mark', async () => {
    const mutations = await community({ status: 'draft', publishedAt: null })
    expect(await refusalOf(mutations.run(setReadMark, seen, { viewer: reader }))).toMatchObject({ code: 'not-found' })
  })
})

describe('reading places', () => {
  const place = { quote: 'The keeper', before: '', block: 3, within: 0.5, share: 0.2 }
  const kept = { postId: idOf(1), place, isFinished: false } as const

  test('the last word of any device stands, in one row', async () => {
    const mutations = await community()
    await mutations.run(setReadingPlace, kept, { viewer: reader, now: T0 })
    await mutations.run(setReadingPlace, kept, { viewer: reader, now: T0 })
    await mutations.run(setReadingPlace, { ...kept, place: { ...place, block: 9 }, isFinished: true }, { viewer: reader, now: T0 + 5 })
    expect(await mutations.get(readingPlaces, readingPlaceId(idOf(300), idOf(1)))).toMatchObject({
      place: { block: 9 },
      isFinished: true,
      keptAt: T0 + 5,
    })
  })

  test('what a device says late does not undo where the reader has been since, and nobody has stopped tomorrow', async () => {
    const mutations = await community()
    const row = () => mutations.get(readingPlaces, readingPlaceId(idOf(300), idOf(1)))
    await mutations.run(setReadingPlace, { ...kept, place: { ...place, block: 9 }, at: T0 + 50 }, { viewer: reader, now: T0 + 50 })
    await mutations.run(setReadingPlace, { ...kept, at: T0 }, { viewer: reader, now: T0 + 90 })
    expect(await row()).toMatchObject({ place: { block: 9 }, keptAt: T0 + 50 })
    await mutations.run(setReadingPlace, { ...kept, at: T0 + 9_000 }, { viewer: reader, now: T0 + 95 })
    expect(await row()).toMatchObject({ place: { block: place.block }, keptAt: T0 + 95 })
  })

  test.each([
    ['a visitor', visitor, {}, kept, { reason: 'sign-in-first' }],
    ['a draft of somebody else', reader, { status: 'draft', publishedAt: null }, kept, { code: 'not-found' }],
    ['a post that is not there', reader, {}, { ...kept, postId: idOf(77) }, { code: 'not-found' }],
  ] as const)('%s is refused and nothing is stored', async (_what, viewer, post, args, error) => {
    const mutations = await community(post)
    const before = await mutations.everything()
    expect(await refusalOf(mutations.run(setReadingPlace, args, { viewer }))).toMatchObject(error)
    expect(await mutations.everything()).toBe(before)
  })

  test.each([
    ['a quotation without end', { quote: 'x'.repeat(97) }],
    ['a share above the whole', { share: 1.5 }],
    ['no number', { within: Number.NaN }],
    ['half a paragraph', { block: 1.5 }],
  ])('%s is no place', (_what, change) => {
    expect(setReadingPlace.args.safeParse({ ...kept, place: { ...place, ...change } }).success).toBe(false)
  })
})

describe('reader settings', () => {
  test('each is set by itself and may be sent twice', async () => {
    const mutations = await community()
    await mutations.run(setReaderSetting, { name: 'theme', value: 'sepia' }, { viewer: reader, now: T0 })
    await mutations.run(setReaderSetting, { name: 'size', value: '4' }, { viewer: reader, now: T0 + 1 })
    await mutations.run(setReaderSetting, { name: 'size', value: '4' }, { viewer: reader, now: T0 + 2 })
    expect(await mutations.get(readerSettings, idOf(300))).toEqual({
      id: idOf(300),
      values: { theme: 'sepia', size: '4' },
      changedAt: T0 + 1,
    })
  })

  test.each([
    ['a visitor', visitor, { name: 'theme', value: 'dark' }, { reason: 'sign-in-first' }],
    ['what is no setting', reader, { name: 'ink', value: 'red' }, { code: 'invalid' }],
    ['what is no choice of it', reader, { name: 'theme', value: 'red' }, { code: 'invalid' }],
  ] as const)('%s is refused and nothing is stored', async (_what, viewer, args, error) => {
    const mutations = await community()
    const before = await mutations.everything()
    expect(await refusalOf(mutations.run(setReaderSetting, args, { viewer }))).toMatchObject(error)
    expect(await mutations.get(readerSettings, idOf(300))).toBeUndefined()
    expect(await mutations.everything()).toBe(before)
  })
})
