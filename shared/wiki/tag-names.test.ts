import { expect, test } from 'vitest'
import { aTag, aTagRel, idOf } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { tagRels } from './tag-vote-schema.ts'
import { tags } from './schema.ts'
import { localTagChoices, choicesLike, tagChoices } from './tag-names.ts'

const choice = (n: number, name: string, postCount = 0) => ({ id: idOf(n), name, slug: name.toLowerCase(), isCore: false, postCount })
const all = [
  choice(1, 'The Moon'),
  choice(2, 'Moonlight', 1),
  choice(3, 'Moon', 9),
  choice(4, 'Honeymoons'),
  choice(5, 'Moon rock', 5),
  choice(6, 'Été'),
]

test.each([
  ['moon', ['Moon', 'Moon rock', 'Moonlight', 'The Moon', 'Honeymoons']],
  ['#MOON r', ['Moon rock']],
  ['ete', ['Été']],
  ['  ', []],
  ['x'.repeat(500), []],
])('%s means', (typed, expected) => {
  expect(choicesLike(all, typed).map(({ name }) => name)).toEqual(expected)
})

test('core tags stand first in their order; what is for the wiki alone, deleted, a draft or at no public post is none of them', async () => {
  const tx = memoryTransaction()
  await tx.put(tags, aTag({ id: idOf(1), name: 'Water', likes: 3 }))
  await tx.put(tags, aTag({ id: idOf(2), name: 'Science', slug: 'science', isCore: true, order: 2 }))
  await tx.put(tags, aTag({ id: idOf(3), name: 'Arts', slug: 'arts', isCore: true, order: 1 }))
  await tx.put(tags, aTag({ id: idOf(4), name: 'Moon', slug: 'moon', state: 'placeholder', postCount: 1 }))
  await tx.put(tags, aTag({ id: idOf(5), name: 'About', slug: 'about', isWikiOnly: true }))
  await tx.put(tags, aTag({ id: idOf(6), name: 'Gone', slug: 'gone', state: 'deleted' }))
  await tx.put(tags, aTag({ id: idOf(8), name: 'Of a post that waits', slug: 'of-a-post', state: 'placeholder' }))
  await tx.put(tags, aTag({ id: idOf(7), name: 'Begun', slug: null, state: 'draft' }))
  expect((await tagChoices.make(tx, null, 0)).map(({ name }) => name)).toEqual(['Arts', 'Science', 'Water', 'Moon'])
})

test('a device knows the tags of the posts it holds beside the pages it holds, each once', async () => {
  const tx = memoryTransaction()
  await tx.put(tags, aTag({ id: idOf(1), name: 'Water' }))
  for (const n of [11, 12]) {
    await tx.put(tagRels, aTagRel({ postId: idOf(n), tagId: idOf(1) }))
    await tx.put(tagRels, aTagRel({ postId: idOf(n), tagId: idOf(2), tag: { name: 'Moon', slug: 'moon' } }))
    await tx.put(tagRels, aTagRel({ postId: idOf(n), tagId: idOf(3), tag: { name: 'Gone', slug: 'gone', isAway: true } }))
  }
  expect((await localTagChoices(tx)).map(({ name }) => name)).toEqual(['Water', 'Moon'])
})
