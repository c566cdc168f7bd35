import { beforeEach, expect, test } from 'vitest'
import type { Browser, FeatureSite } from '#server/features/testing/feature-site.ts'
import { idIn, publishEssay } from '#server/features/testing/essays.ts'
import { featureSite } from '#server/features/testing/feature-site.ts'
import { booksOf, chaptersOf } from '#shared/sequences/queries.ts'
import { collections, sequences } from '#shared/sequences/schema.ts'
import { plainText } from '#shared/text/measure.ts'

let site: FeatureSite
/** Runs the place: whoever signs up first on one's own machine does. */
let ada: Browser
let ben: Browser
beforeEach(async () => {
  site = await featureSite()
  ada = site.browser()
  ben = site.browser()
  await ada.signUp('Ada')
  await ben.signUp('Ben')
})

const begun = async (by = ben): Promise<string> =>
  idIn((await by.form('sequences.create', { title: 'On water', from: '/sequencesNew' })).headers['location'])
const sequenceOf = (id: string) => site.store.read((read) => read.get(sequences, id))
const chaptersIn = (id: string) => site.store.read((read) => read.list(chaptersOf(id)))
const published = (title: string) => publishEssay(ben, title)

test('a sequence is begun, told about, filled, ordered and published by forms alone', async () => {
  const id = await begun()
  expect(await begun()).toBe(id) // sent twice, it is one
  const from = `/editSequence?sequenceId=${id}`
  const [chapter] = await chaptersIn(id)
  const [one, two] = [await published('Springs'), await published('Rivers')]
  for (const postId of [one, two]) {
    const answer = await ben.form('sequences.putPost', { sequenceId: id, postId, to: `${chapter?.id}:`, from })
    expect([answer.status, answer.headers['location']]).toEqual([303, from])
  }
  await ben.form('sequences.putPost', { sequenceId: id, postId: two, to: `${chapter?.id}:${one}`, from })
  expect((await chaptersIn(id))[0]?.postIds).toEqual([two, one])
  await ben.form('sequences.setDetails', {
    ...{ sequenceId: id, from, title: 'On tides', 'was-title': 'On water', markdown: '*In* order.', 'was-markdown': '' },
    ...{ 'was-isDraft': 'on', profileOrder: '2', 'was-profileOrder': '' },
  })
  const told = await sequenceOf(id)
  expect(told).toMatchObject({ title: 'On tides', isDraft: false, profileOrder: 2 })
  expect(told && plainText(told.body)).toBe('In order.')
  await ben.form('sequences.addChapter', { sequenceId: id, title: 'More', from })
  const [, second] = await chaptersIn(id)
  await ben.form('sequences.setChapterDetails', {
    sequenceId: id,
    chapterId: second?.id ?? '',
    subtitle: 'Of it',
    'was-subtitle': '',
    from,
  })
  await ben.form('sequences.moveChapter', { sequenceId: id, chapterId: second?.id ?? '', beforeId: chapter?.id ?? '', from })
  expect((await chaptersIn(id)).map(({ title, subtitle }) => [title, subtitle])).toEqual([
    ['More', 'Of it'],
    ['', ''],
  ])
  await ben.form('sequences.removeChapter', { sequenceId: id, chapterId: second?.id ?? '', from })
  await ben.form('sequences.takePost', { sequenceId: id, postId: one, from })
  expect((await chaptersIn(id)).map(({ postIds }) => postIds)).toEqual([[two]])
  await ben.form('sequences.setRemoved', { sequenceId: id, isRemoved: 'true', from })
  expect((await sequenceOf(id))?.removedAt).not.toBeNull()
})

test('others change nothing; the staff set what is theirs; unknown fields and ids are refused', async () => {
  const id = await begun()
  const from = `/editSequence?sequenceId=${id}`
  const stranger = site.browser()
  await stranger.signUp('Eve')
  expect((await stranger.form('sequences.setDetails', { sequenceId: id, title: 'Mine', from })).status).toBe(404)
  await ben.form('sequences.setDetails', { sequenceId: id, 'was-isDraft': 'on', from })
  expect((await stranger.form('sequences.setDetails', { sequenceId: id, title: 'Mine', from })).status).toBe(403)
  expect((await ben.form('sequences.setDetails', { sequenceId: id, curatedOrder: '1', from })).status).toBe(403)
  expect((await ada.form('sequences.setDetails', { sequenceId: id, curatedOrder: '1', 'was-curatedOrder': '', from })).status).toBe(303)
  expect(await sequenceOf(id)).toMatchObject({ curatedOrder: 1, title: 'On water' })
  expect((await ben.form('sequences.setDetails', { sequenceId: id, authorId: 'x', from })).status).toBe(400)
  expect((await ben.form('sequences.addChapter', { sequenceId: 'no-id', title: '', from })).status).toBe(404)
  expect((await ben.form('sequences.setDetails', { sequenceId: id, bannerUrl: 'https://evil.example/x.png', from })).status).toBe(400)
})

test('programs get it in Markdown once it is public, at the short form too', async () => {
  const id = await begun()
  const [chapter] = await chaptersIn(id)
  const postId = await published('Springs')
  await ben.form('sequences.putPost', { sequenceId: id, postId, to: `${chapter?.id}:`, from: '/' })
  const asked = (path: string) => site.browser().get(path)
  expect((await asked(`/api/sequence/${id}`)).status).toBe(404)
  await ben.form('sequences.setDetails', { sequenceId: id, 'was-isDraft': 'on', from: '/' })
  const whole = await asked(`/api/sequence/${id}`)
  expect([whole.status, whole.text.includes('# On water'), whole.text.includes('Springs')]).toEqual([200, true, true])
  expect((await asked(`/api/sequence/${id}/post/springs`)).text).toContain('1 of 1')
})

test('administrators make collections of books by forms; sequences are put in by their address', async () => {
  const id = await begun()
  await ben.form('sequences.setDetails', { sequenceId: id, 'was-isDraft': 'on', from: '/' })
  expect((await ben.form('collections.create', { title: 'Shelf', slug: 'shelf', from: '/editCollection' })).status).toBe(403)
  const collectionId = idIn(
    (await ada.form('collections.create', { title: 'Shelf', slug: 'shelf', from: '/editCollection' })).headers['location'],
  )
  const from = `/editCollection?collectionId=${collectionId}`
  await ada.form('collections.addBook', { collectionId, title: 'One', from })
  const book = async () => (await site.store.read((read) => read.list(booksOf(collectionId))))[0]
  const bookId = (await book())?.id ?? ''
  await ada.form('collections.putInBook', { collectionId, bookId, kind: 'sequence', item: `${site.origin}/s/${id}`, to: '', from })
  await ada.form('collections.setBookDetails', { collectionId, bookId, showsGrid: 'on', 'was-showsGrid': '', from })
  expect(await book()).toMatchObject({ sequenceIds: [id], showsGrid: true })
  await ada.form('collections.setDetails', { collectionId, firstPageLink: '/about', 'was-firstPageLink': '', from })
  expect(await site.store.read((read) => read.get(collections, collectionId))).toMatchObject({ firstPageLink: '/about', title: 'Shelf' })
  expect((await ada.form('collections.putInBook', { collectionId, bookId, kind: 'sequence', item: 'nothing', to: '', from })).status).toBe(
    400,
  )
  await ada.form('collections.takeFromBook', { collectionId, bookId, kind: 'sequence', item: id, from })
  await ada.form('collections.removeBook', { collectionId, bookId, from })
  expect(await book()).toBeUndefined()
})
