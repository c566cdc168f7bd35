import { expect, test } from 'vitest'
import { idOf } from '#shared/testing/factories.ts'
import { repliesBegun } from './replies-begun.ts'

const draft = (place: string, text = 'Begun.', binnedAt: number | null = null) => ({ place, values: { markdown: text }, at: 1, binnedAt })

test('only replies under this post that have words in them and were not thrown away', () => {
  const [post, first, second] = [idOf(1), idOf(10), idOf(11)]
  const drafts = [
    draft(`comment:${post}:${second}`),
    draft(`comment:${post}:${first}`),
    draft(`comment:${post}`),
    draft(`comment:${post}:${idOf(12)}`, ' '),
    draft(`comment:${post}:${idOf(13)}`, 'Gone.', 5),
    draft(`comment:${idOf(2)}:${idOf(14)}`),
    draft(`edit:${first}`),
  ]
  expect(repliesBegun(drafts, post)).toEqual([second, first])
})
