import { expect, test } from 'vitest'
import { idOf } from '#shared/testing/factories.ts'
import { markdownToDoc } from '#shared/text/markdown-in.ts'
import { linkedPosts } from './linked-posts.ts'

test.each([
  ['its own address', `/posts/${idOf(1)}/essay-1#comments`, [idOf(1)]],
  ['its address in a sequence', `/s/${idOf(2)}/p/${idOf(1)}?x=y`, [idOf(1)]],
  ['a sequence alone', `/s/${idOf(2)}`, []],
  ['another site', `https://elsewhere.test/posts/${idOf(1)}`, []],
])('a post is found by %s', (_which, href, found) => {
  expect(linkedPosts(markdownToDoc(`As [there](${href}).`, 'comment').doc)).toEqual(found)
})
