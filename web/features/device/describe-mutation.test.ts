import { expect, test } from 'vitest'
import { deviceMutations } from '#shared/device-registry.ts'
import { aChapter, aComment, aPost, aSequence, aTag, idOf, paragraph } from '#shared/testing/factories.ts'
import { rowsRead } from '../../blocks/testing/rows-read.ts'
import { describeMutation } from './describe-mutation.ts'

const read = rowsRead({ posts: [aPost()], comments: [aComment()] })
const body = paragraph('I wonder, *truly*.')
const post = `/posts/${idOf(1)}/on-tides`

test.each([
  ['posts.setDetail', { id: idOf(1), detail: { field: 'tags', value: ['Sea', 'Moon'] } }, { what: 'Post tags', text: 'Sea, Moon' }],
  [
    'comments.post',
    { id: idOf(20), postId: idOf(1), parentId: null, body },
    {
      what: 'Comment',
      where: { title: 'On tides', href: post },
      isEditable: true,
      draft: { place: `comment:${idOf(1)}:`, field: 'markdown' },
    },
  ],
  [
    'comments.post',
    { id: idOf(20), postId: idOf(1), parentId: idOf(10), body },
    {
      what: 'Reply',
      where: { title: 'On tides', href: `${post}#${idOf(10)}` },
      draft: { place: `comment:${idOf(1)}:${idOf(10)}`, field: 'markdown' },
    },
  ],
  [
    'comments.edit',
    { id: idOf(10), body, bodyVersion: 1 },
    { what: 'Comment edit', draft: { place: `edit:${idOf(10)}`, field: 'markdown' } },
  ],
  ['votes.set', { targetKind: 'post', targetId: idOf(1), axis: 'agreement', value: -2 }, { what: 'Vote: disagree, strongly', text: null }],
  ['votes.set', { targetKind: 'comment', targetId: idOf(10), axis: 'approval', value: 0 }, { what: 'Vote removed' }],
  ['bookmarks.set', { targetKind: 'post', targetId: idOf(1), isSaved: true }, { what: 'Bookmarking' }],
  ['bookmarks.set', { targetKind: 'post', targetId: idOf(77), isSaved: true }, { where: { title: null, href: `/posts/${idOf(77)}` } }],
  ['feed.hide', { list: 'front', itemId: idOf(1), isHidden: true }, { what: 'Hiding an item', where: { title: 'On tides', href: post } }],
  ['feed.hide', { list: 'feed', itemId: idOf(10), isHidden: false }, { where: { title: 'On tides', href: `${post}#${idOf(10)}` } }],
  ['feed.set', { isIncognito: true }, { what: 'Feed settings' }],
  ['readMarks.set', { postId: idOf(1), isRead: false, seenUpTo: 0 }, { what: 'Marking as unread' }],
])('%s of %j is told in words', async (name, args, expected) => {
  expect(await describeMutation(read, name, args)).toMatchObject(expected)
})

test('what is done to a sequence is told with the sequence, by whichever of its ids the mutation names', async () => {
  const here = rowsRead({ posts: [aPost()], sequences: [aSequence()], chapters: [aChapter()] })
  const where = { title: 'On water', href: `/editSequence?sequenceId=${idOf(500)}` }
  const put = { chapterId: idOf(510), postId: idOf(1), beforeId: null }
  expect(await describeMutation(here, 'sequences.putPost', put)).toMatchObject({ what: 'Post order in a sequence', where })
  const detail = { id: idOf(500), detail: { field: 'isDraft', value: false } }
  expect(await describeMutation(here, 'sequences.setDetail', detail)).toMatchObject({ what: 'Sequence details', where })
  for (const { name } of deviceMutations.filter((one) => one.name.startsWith('sequences.')))
    expect((await describeMutation(here, name, {})).what).not.toBe(name)
})

test('what is done in the wiki is told with its page; a page that is not published yet leads to its editor', async () => {
  const here = rowsRead({ posts: [aPost()], tags: [aTag()] })
  const summary = { id: idOf(700), summaryId: idOf(701), tabTitle: '', text: 'In short.' }
  expect(await describeMutation(here, 'wiki.setSummary', summary)).toMatchObject({
    text: 'In short.',
    where: { title: 'Water', href: '/w/water' },
  })
  const begun = { id: idOf(702), revisionId: idOf(703), lang: 'en', isWikiOnly: false, lensOf: null, name: 'Wine' }
  expect(await describeMutation(here, 'wiki.create', begun)).toMatchObject({
    where: { title: 'Wine', href: `/editPost?postId=${idOf(702)}` },
  })
  for (const { name } of deviceMutations.filter((one) => one.name.startsWith('wiki.')))
    expect((await describeMutation(here, name, {})).what).not.toBe(name)
})

test('what is written is shown as it was typed', async () => {
  const { text } = await describeMutation(read, 'comments.post', { id: idOf(20), postId: idOf(1), parentId: null, body })
  expect(text).toContain('I wonder, \\*truly\\*.')
})

test('a mutation of a kind that this app does not know keeps everything in it in sight', async () => {
  expect(await describeMutation(read, 'polls.vote', { choice: 'tea' })).toMatchObject({
    what: 'polls.vote',
    text: '{\n  "choice": "tea"\n}',
  })
})

test('arguments that cannot be read are shown as they are, and nothing fails', async () => {
  expect(await describeMutation(read, 'comments.post', { body: 'an old form' })).toMatchObject({
    isEditable: false,
    text: expect.stringContaining('an old form'),
  })
})
