import { beforeEach, expect, test } from 'vitest'
import { posts } from '../posts/schema.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { admin, aPost, aSequence, idOf, member, moderator } from '../testing/factories.ts'
import {
  addBook,
  createCollection,
  moveBook,
  putInBook,
  removeBook,
  setBookDetail,
  setCollectionDetail,
  takeFromBook,
} from './collection-mutations.ts'
import { collectionFor, featuredIn } from './featured.ts'
import { booksOf } from './queries.ts'
import { books, collections, sequences } from './schema.ts'

const collectionId = idOf(600)
const [first, second] = [idOf(700), idOf(701)]
let mutations: ReturnType<typeof mutationsOver>
beforeEach(async () => {
  mutations = mutationsOver([collections, books, sequences, posts])
  for (let n = 1; n <= 3; n += 1) await mutations.put(sequences, aSequence({ id: idOf(n), title: `S${n}` }))
  await mutations.put(posts, aPost({ id: idOf(11) }))
  await mutations.run(createCollection, { id: collectionId, title: 'How we find out', slug: 'find-out' }, { viewer: admin })
  await mutations.run(addBook, { id: first, collectionId, title: 'One' }, { viewer: admin })
  await mutations.run(addBook, { id: second, collectionId, title: 'Two' }, { viewer: admin })
})

const put = (bookId: string, n: number, before: number | null = null, kind: 'sequence' | 'post' = 'sequence') =>
  mutations.run(putInBook, { bookId, kind, itemId: idOf(n), beforeId: before === null ? null : idOf(before) }, { viewer: admin })
const contents = async () =>
  (await mutations.read((read) => read.list(booksOf(collectionId)))).map(({ title, sequenceIds, postIds }) => [
    title,
    sequenceIds.length,
    postIds.length,
  ])

test('a collection is made once; its name in the address is nobody else’s', async () => {
  const before = await mutations.everything()
  await mutations.run(createCollection, { id: collectionId, title: 'Again', slug: 'again' }, { viewer: admin })
  expect(await mutations.everything()).toBe(before)
  const taken = mutations.run(createCollection, { id: idOf(601), title: 'Other', slug: 'find-out' }, { viewer: admin })
  expect(await refusalOf(taken)).toMatchObject({ code: 'taken', field: 'slug' })
  for (const slug of ['', 'Big', 'a b', '../x', '-a', 'a--b'])
    expect((await refusalOf(mutations.run(createCollection, { id: idOf(602), title: 'Other', slug }, { viewer: admin }))).field).toBe(
      'slug',
    )
  const byModerator = mutations.run(createCollection, { id: idOf(603), title: 'Mine', slug: 'mine' }, { viewer: moderator })
  expect((await refusalOf(byModerator)).reason).toBe('admins-only')
})

test('reading begins on this site alone', async () => {
  const set = (value: string) =>
    mutations.run(setCollectionDetail, { id: collectionId, detail: { field: 'firstPageLink', value } }, { viewer: admin })
  await set('/posts/x')
  expect(await mutations.get(collections, collectionId)).toMatchObject({ firstPageLink: '/posts/x' })
  for (const elsewhere of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/a b'])
    expect((await refusalOf(set(elsewhere))).code).toBe('invalid')
})

test('a sequence stands once in a collection, before which one was said; its own book is the first it came into', async () => {
  await put(first, 1)
  await put(first, 2, 1)
  expect(await mutations.get(books, first)).toMatchObject({ sequenceIds: [idOf(2), idOf(1)] })
  await put(second, 1)
  await put(second, 1)
  expect(await contents()).toEqual([
    ['One', 1, 0],
    ['Two', 1, 0],
  ])
  expect(await mutations.get(sequences, idOf(1))).toMatchObject({ bookId: second })
  await mutations.run(createCollection, { id: idOf(601), title: 'Other', slug: 'other' }, { viewer: admin })
  await mutations.run(addBook, { id: idOf(710), collectionId: idOf(601), title: '' }, { viewer: admin })
  await put(idOf(710), 1)
  expect(await mutations.get(sequences, idOf(1))).toMatchObject({ bookId: second })
  await mutations.run(takeFromBook, { bookId: second, kind: 'sequence', itemId: idOf(1) }, { viewer: admin })
  expect(await mutations.get(sequences, idOf(1))).toMatchObject({ bookId: null })
})

test('what is unknown, a draft or removed is not put into a book', async () => {
  await mutations.put(sequences, aSequence({ id: idOf(4), isDraft: true }))
  await mutations.put(posts, aPost({ id: idOf(12), slug: null, status: 'draft', publishedAt: null }))
  const before = await mutations.everything()
  expect((await refusalOf(put(first, 99))).code).toBe('not-found')
  expect((await refusalOf(put(first, 4))).field).toBe('item')
  expect((await refusalOf(put(first, 12, null, 'post'))).code).toBe('not-found')
  expect(await mutations.everything()).toBe(before)
  await put(first, 11, null, 'post')
  expect(await contents()).toEqual([
    ['One', 0, 1],
    ['Two', 0, 0],
  ])
})

test('books are ordered, named, and removed when they are empty; others change nothing', async () => {
  await mutations.run(moveBook, { id: second, beforeId: first }, { viewer: admin })
  await mutations.run(setBookDetail, { id: second, detail: { field: 'showsGrid', value: true } }, { viewer: admin })
  expect((await contents()).map(([title]) => title)).toEqual(['Two', 'One'])
  await put(first, 1)
  expect((await refusalOf(mutations.run(removeBook, { id: first }, { viewer: admin }))).field).toBe('books')
  await mutations.run(removeBook, { id: second }, { viewer: admin })
  await mutations.run(removeBook, { id: second }, { viewer: admin })
  expect(await mutations.get(books, first)).toMatchObject({ number: 1 })
  expect((await refusalOf(mutations.run(moveBook, { id: first, beforeId: null }, { viewer: member(idOf(100)) }))).reason).toBe(
    'admins-only',
  )
})

test('the operator says which collection stands at a name; else it is the one that is called so', async () => {
  expect(featuredIn('rationality=find-out, codex = letters')).toEqual({ rationality: 'find-out', codex: 'letters' })
  expect(featuredIn('')).toEqual({})
  for (const wrong of ['elsewhere=x', 'codex', 'codex=A b', 'codex=a=b']) expect(featuredIn(wrong)).toBeNull()
  await mutations.run(createCollection, { id: idOf(601), title: 'Codex', slug: 'codex' }, { viewer: admin })
  await mutations.read(async (read) => {
    const site = { featured: { rationality: 'find-out' } }
    expect((await collectionFor({ read, site }, 'rationality'))?.title).toBe('How we find out')
    expect((await collectionFor({ read, site }, 'codex'))?.title).toBe('Codex')
    expect(await collectionFor({ read, site: {} }, 'rationality')).toBeUndefined()
  })
})
