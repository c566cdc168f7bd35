import { describe, expect, test } from 'vitest'
import { addTerm, setTerm } from '../glossary/mutations.ts'
import { glossaryTerms, termVersions } from '../glossary/schema.ts'
import { posts, revisions } from '../posts/schema.ts'
import { addBook, createCollection, setBookDetail, setCollectionDetail } from '../sequences/collection-mutations.ts'
import { createSequence, setChapterDetail, setSequenceDetail } from '../sequences/mutations.ts'
import { books, chapters, collections, sequencePosts, sequences } from '../sequences/schema.ts'
import { deedsOver } from '../testing/deeds.ts'
import { admin, aMember, aPost, idOf, paragraph, T0 } from '../testing/factories.ts'
import { attrText, type Doc } from '../text/nodes.ts'
import { bioParts } from './bio-parts.ts'
import { members } from './schema.ts'

const typed = paragraph('After an idea of @ada.')
const linked = ['text', 'ada', 'text']
const [id, part] = [idOf(500), idOf(501)]

async function site() {
  const deeds = deedsOver([members, posts, revisions, glossaryTerms, termVersions, sequences, chapters, sequencePosts, collections, books])
  await deeds.put(members, aMember({ id: idOf(100), userName: 'ada', userNameKey: 'ada', slug: 'ada' }))
  await deeds.put(posts, aPost({ id: idOf(1), authorId: admin.kind === 'member' ? admin.userId : '' }))
  return deeds
}
type Site = Awaited<ReturnType<typeof site>>
const shape = (body: Doc | undefined) =>
  body?.content[0]?.content?.map((node) => (node.type === 'mention' ? attrText(node, 'id') : node.type))

const viewer = { viewer: admin }
const detail = { field: 'body', value: typed } as const
const said = { term: 'neap tide', altTerms: [], body: typed }
const places: Readonly<Record<string, (deeds: Site) => Promise<Doc | undefined>>> = {
  async 'a sequence'(deeds) {
    await deeds.run(createSequence, { id, chapterId: part, title: 'On water' }, viewer)
    await deeds.run(setSequenceDetail, { id, detail }, viewer)
    return (await deeds.get(sequences, id))?.body
  },
  async 'a chapter'(deeds) {
    await deeds.run(createSequence, { id, chapterId: part, title: 'On water' }, viewer)
    await deeds.run(setChapterDetail, { id: part, detail }, viewer)
    return (await deeds.get(chapters, part))?.body
  },
  async 'a collection'(deeds) {
    await deeds.run(createCollection, { id, title: 'On water', slug: 'on-water' }, viewer)
    await deeds.run(setCollectionDetail, { id, detail }, viewer)
    return (await deeds.get(collections, id))?.body
  },
  async 'a book'(deeds) {
    await deeds.run(createCollection, { id, title: 'On water', slug: 'on-water' }, viewer)
    await deeds.run(addBook, { id: part, collectionId: id, title: 'One' }, viewer)
    await deeds.run(setBookDetail, { id: part, detail }, viewer)
    return (await deeds.get(books, part))?.body
  },
  async 'a new term of a glossary'(deeds) {
    await deeds.run(addTerm, { id, postId: idOf(1), ...said, isApproved: false, origin: 'people' }, viewer)
    return (await deeds.get(glossaryTerms, id))?.body
  },
  async 'a term of a glossary that is changed'(deeds) {
    await deeds.run(addTerm, { id, postId: idOf(1), ...said, body: paragraph('A small one.'), isApproved: false, origin: 'people' }, viewer)
    await deeds.run(setTerm, { id, ...said }, viewer)
    return (await deeds.get(glossaryTerms, id))?.body
  },
}

describe('a typed @name is a mention', () => {
  test.each(Object.entries(places))('in what is said of %s', async (_place, write) => {
    expect(shape(await write(await site()))).toEqual(linked)
  })

  test('in a bio, which is plain text, as a link where it is shown', async () => {
    const deeds = await site()
    const parts = await deeds.read((read) => bioParts(read, 'With @Ada,\nand @nobody.\nme@ada.example', T0))
    expect(parts).toEqual([{ text: 'With ' }, { text: '@Ada', href: '/users/ada' }, { text: ',\nand @nobody.\nme@ada.example' }])
    expect(await deeds.read((read) => bioParts(read, 'Nobody else.', T0))).toEqual([{ text: 'Nobody else.' }])
  })
})
