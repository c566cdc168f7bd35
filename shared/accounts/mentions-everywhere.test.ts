import { describe, expect, test } from 'vitest'
import { addTerm, setTerm } from '../glossary/mutations.ts'
import { glossaryTerms, termVersions } from '../glossary/schema.ts'
import { posts, revisions } from '../posts/schema.ts'
import { addBook, createCollection, setBookDetail, setCollectionDetail } from '../sequences/collection-mutations.ts'
import { createSequence, setChapterDetail, setSequenceDetail } from '../sequences/mutations.ts'
import { books, chapters, collections, sequencePosts, sequences } from '../sequences/schema.ts'
import { mutationsOver } from '../testing/mutations.ts'
import { admin, aMember, aPost, idOf, paragraph, T0 } from '../testing/factories.ts'
import { attrText, type Doc } from '../text/nodes.ts'
import { bioParts } from './bio-parts.ts'
import { members } from './schema.ts'

const typed = paragraph('After an idea of @ada.')
const linked = ['text', 'ada', 'text']
const [id, part] = [idOf(500), idOf(501)]

async function site() {
  const mutations = mutationsOver([
    members,
    posts,
    revisions,
    glossaryTerms,
    termVersions,
    sequences,
    chapters,
    sequencePosts,
    collections,
    books,
  ])
  await mutations.put(members, aMember({ id: idOf(100), userName: 'ada', userNameKey: 'ada', slug: 'ada' }))
  await mutations.put(posts, aPost({ id: idOf(1), authorId: admin.kind === 'member' ? admin.userId : '' }))
  return mutations
}
type Site = Awaited<ReturnType<typeof site>>
const shape = (body: Doc | undefined) =>
  body?.content[0]?.content?.map((node) => (node.type === 'mention' ? attrText(node, 'id') : node.type))

const viewer = { viewer: admin }
const detail = { field: 'body', value: typed } as const
const said = { term: 'neap tide', altTerms: [], body: typed }
const places: Readonly<Record<string, (mutations: Site) => Promise<Doc | undefined>>> = {
  async 'a sequence'(mutations) {
    await mutations.run(createSequence, { id, chapterId: part, title: 'On water' }, viewer)
    await mutations.run(setSequenceDetail, { id, detail }, viewer)
    return (await mutations.get(sequences, id))?.body
  },
  async 'a chapter'(mutations) {
    await mutations.run(createSequence, { id, chapterId: part, title: 'On water' }, viewer)
    await mutations.run(setChapterDetail, { id: part, detail }, viewer)
    return (await mutations.get(chapters, part))?.body
  },
  async 'a collection'(mutations) {
    await mutations.run(createCollection, { id, title: 'On water', slug: 'on-water' }, viewer)
    await mutations.run(setCollectionDetail, { id, detail }, viewer)
    return (await mutations.get(collections, id))?.body
  },
  async 'a book'(mutations) {
    await mutations.run(createCollection, { id, title: 'On water', slug: 'on-water' }, viewer)
    await mutations.run(addBook, { id: part, collectionId: id, title: 'One' }, viewer)
    await mutations.run(setBookDetail, { id: part, detail }, viewer)
    return (await mutations.get(books, part))?.body
  },
  async 'a new term of a glossary'(mutations) {
    await mutations.run(addTerm, { id, postId: idOf(1), ...said, isApproved: false, origin: 'people' }, viewer)
    return (await mutations.get(glossaryTerms, id))?.body
  },
  async 'a term of a glossary that is changed'(mutations) {
    await mutations.run(
      addTerm,
      { id, postId: idOf(1), ...said, body: paragraph('A small one.'), isApproved: false, origin: 'people' },
      viewer,
    )
    await mutations.run(setTerm, { id, ...said }, viewer)
    return (await mutations.get(glossaryTerms, id))?.body
  },
}

describe('a typed @name is a mention', () => {
  test.each(Object.entries(places))('in what is said of %s', async (_place, write) => {
    expect(shape(await write(await site()))).toEqual(linked)
  })

  test('in a bio, which is plain text, as a link where it is shown', async () => {
    const mutations = await site()
    const parts = await mutations.read((read) => bioParts(read, 'With @Ada,\nand @nobody.\nme@ada.example', T0))
    expect(parts).toEqual([{ text: 'With ' }, { text: '@Ada', href: '/users/ada' }, { text: ',\nand @nobody.\nme@ada.example' }])
    expect(await mutations.read((read) => bioParts(read, 'Nobody else.', T0))).toEqual([{ text: 'Nobody else.' }])
  })
})
