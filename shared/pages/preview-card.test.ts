import { describe, expect, test } from 'vitest'
import { members } from '../accounts/schema.ts'
import { comments } from '../comments/schema.ts'
import { posts, revisions } from '../posts/schema.ts'
import { mutationsOver } from '../testing/mutations.ts'
import { aChapter, aPost, aSequence, idOf, T0 } from '../testing/factories.ts'
import { chapters, sequences } from '../sequences/schema.ts'
import type { Doc } from '../text/nodes.ts'
import { tallies } from '../votes/schema.ts'
import { previewCard, previewTarget } from './preview-card.ts'

const post = idOf(1)

describe('what a link points at', () => {
  test.each([
    [`/posts/${post}/on-tides`, { kind: 'post', id: post, anchor: '' }],
    [`/posts/${post}/on-tides#h-the-moon`, { kind: 'post', id: post, anchor: 'h-the-moon' }],
    [`/posts/${post}/x#h-%D9%82%D9%85%D8%B1`, { kind: 'post', id: post, anchor: 'h-قمر' }],
    [`/posts/${post}/x#${idOf(10)}`, { kind: 'comment', id: idOf(10), anchor: '' }],
    [`/posts/${post}/x?commentId=${idOf(10)}`, { kind: 'comment', id: idOf(10), anchor: '' }],
    [`/posts/${post}/x/comment/${idOf(10)}`, { kind: 'comment', id: idOf(10), anchor: '' }],
    ['/posts/slug/on-tides#h-x', { kind: 'post', id: 'on-tides', anchor: 'h-x' }],
    [`/events/${post}/on-tides`, { kind: 'post', id: post, anchor: '' }],
    ['/posts/slug/', null],
    ['/posts/slug/%zz', null],
    ['/posts/on-tides', null],
    [`/s/${idOf(500)}/p/${post}`, { kind: 'post', id: post, anchor: '' }],
    [`/s/${idOf(500)}`, { kind: 'sequence', id: idOf(500), anchor: '' }],
    [`/sequences/${idOf(500)}`, { kind: 'sequence', id: idOf(500), anchor: '' }],
    ['/s/on-tides', null],
    ['/s/x/p/y', null],
    ['/codex/on-tides', { kind: 'post', id: 'on-tides', anchor: '' }],
    ['/codex', null],
    ['/users/ada', { kind: 'member', id: 'ada', anchor: '' }],
    ['/allPosts?tag=Slow+Clocks&timeframe=allTime', { kind: 'tag', id: 'slow-clocks', anchor: '' }],
    ['/allPosts', null],
    [`/posts/${post}/x#"><b>`, { kind: 'post', id: post, anchor: '' }],
    ['//evil.example/users/ada', null],
    ['https://evil.example/', null],
    ['/users/%zz', null],
    ['/settings', null],
    [7, null],
  ])('%s', (url, expected) => {
    expect(previewTarget(url)).toEqual(expected)
  })
})

test('a post is shown from the heading that the link names, and never more than 2,400 characters of it', async () => {
  const line = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] }) as const
  const body: Doc = {
    type: 'doc',
    content: [
      line('Before. '.repeat(40)),
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'The moon' }] },
      line('It pulls. '.repeat(400)),
    ],
  }
  const mutations = mutationsOver([posts, revisions, members, comments, tallies])
  const row = aPost()
  await mutations.put(posts, row)
  const about = { subjectKind: 'post', subjectId: row.id, postId: row.id, n: 1, version: '1.0.0', isDraft: false, wordCount: 1 } as const
  await mutations.put(revisions, { ...about, id: row.revisionId ?? '', title: row.title, body, authorId: row.authorId, at: T0 })
  const textOf = async (anchor: string) =>
    (await mutations.read((read) => previewCard(read, { kind: 'post', id: row.id, anchor }, { hasSums: false })))?.text ?? ''
  expect(await textOf('')).toMatch(/^Before\./u)
  const bySlug = await mutations.read((read) => previewCard(read, { kind: 'post', id: 'on-tides', anchor: '' }, { hasSums: false }))
  expect(bySlug).toMatchObject({ kind: 'post', title: row.title })
  expect(await textOf('h-the-moon')).toMatch(/^The moon It pulls\./u)
  expect(await textOf('the-moon')).toMatch(/^The moon/u)
  expect(await textOf('h-nothing')).toMatch(/^Before\./u)
  expect((await textOf('h-the-moon')).length).toBeLessThanOrEqual(2_400)
  const cardOf = () => mutations.read((read) => previewCard(read, { kind: 'post', id: row.id, anchor: '' }, { hasSums: false }))
  expect(await cardOf()).toMatchObject({ authors: [{}], picture: null })
  await mutations.put(posts, { ...row, imageUrl: '/pictures/a.svg' })
  expect(await cardOf()).toMatchObject({ picture: '/pictures/a.svg' })
  // What is everybody's is by nobody.
  await mutations.put(posts, { ...row, kind: 'wiki' })
  expect(await cardOf()).toMatchObject({ authors: [] })
})

test('a sequence is shown with how much there is to read in it, in order', async () => {
  const site = mutationsOver([members, posts, revisions, sequences, chapters])
  for (const [n, changes] of [
    [1, {}],
    [2, {}],
    [3, { status: 'draft' }],
    [4, { rejectedReason: 'no' }],
  ] as const)
    await site.put(posts, aPost({ id: idOf(n), slug: `part-${n}`, title: `Part ${n}`, ...changes }))
  await site.put(sequences, aSequence({ id: idOf(500), title: 'Tides' }))
  await site.put(chapters, aChapter({ id: idOf(501), sequenceId: idOf(500), postIds: [idOf(2), idOf(1), idOf(3), idOf(4)] }))
  const target = { kind: 'sequence', id: idOf(500), anchor: '' } as const
  const card = await site.read((read) => previewCard(read, target, { hasSums: true }))
  expect(card).toMatchObject({ url: `/s/${idOf(500)}`, name: 'Tides', postCount: 2, titles: ['Part 2', 'Part 1'] })
  await site.put(sequences, aSequence({ id: idOf(500), removedAt: T0 }))
  expect(await site.read((read) => previewCard(read, target, { hasSums: true }))).toBeNull()
})
