import { expect, test } from 'vitest'
import { branchesOf } from './comment-tree.ts'
import type { CommentView } from './thread-view.ts'
import { firstOf } from './use-few-first.ts'

const people = [{ id: 'ada', name: 'Ada', slug: 'ada' }]
const comment = (id: string, level: number): CommentView => ({
  id,
  level,
  by: 0,
  at: 0,
  version: 1,
  score: 0,
  voteCount: 0,
  agreement: 0,
  agreementCount: 0,
  replyCount: 0,
})
const branches = branchesOf({ people, comments: [comment('a', 1), comment('a1', 2), comment('a2', 2), comment('b', 1), comment('c', 1)] })

test.each([
  [1, ['a']],
  [3, ['a']],
  [4, ['a', 'b']],
  [5, ['a', 'b', 'c']],
  [Infinity, ['a', 'b', 'c']],
])('the first %d comments are whole branches', (count, ids) => {
  expect(firstOf(branches, count).map((branch) => branch.comment.id)).toEqual(ids)
})

test('all of them are the very list that was given', () => {
  expect(firstOf(branches, Infinity)).toBe(branches)
})
