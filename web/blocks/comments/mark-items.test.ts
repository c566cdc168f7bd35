import { expect, test } from 'vitest'
import { visitor } from '#shared/kernel/viewer.ts'
import { aPost, idOf, member, moderator, T0 } from '#shared/testing/factories.ts'
import { marksOfMutation } from './comment-marks.ts'
import { markItems } from './mark-items.ts'
import type { CommentView } from './thread-view.ts'

const author = idOf(200)
const view = (changes: Partial<CommentView> = {}): CommentView => ({
  ...{ id: idOf(10), level: 1, by: 0, at: T0, version: 1, score: 1, voteCount: 1, agreement: 0, agreementCount: 0, replyCount: 0 },
  ...changes,
})
const words = (viewer: Parameters<typeof markItems>[0], post = aPost(), comment = view()) =>
  markItems(viewer, post, comment, author, T0).map(({ word }) => word)

test('each is offered what the rule allows, in the words for what it would become', () => {
  expect(words(visitor)).toEqual([])
  expect(words(member(idOf(300)))).toEqual([])
  expect(words(member(author))).toEqual(['Pin to my profile', 'Retract'])
  expect(words(member(author), aPost(), view({ isRetracted: true, isQuickTake: true, isOffFrontpage: true }))).toEqual([
    'Pin to my profile',
    'Show on the front page',
    'Un-retract',
  ])
  expect(words(member(idOf(100)), aPost({ kind: 'question' }))).toEqual(['Move to answers'])
  expect(words(member(idOf(100)), aPost({ kind: 'question' }), view({ level: 2 }))).toEqual([])
  expect(words(moderator, aPost(), view({ pinnedBy: 'Teo', lockedUntil: T0 + 1 }))).toEqual(['Unpin', 'Reopen thread', 'Reject…'])
})

test('of a queued mark is shown what it sets, and of one that cannot be read nothing', () => {
  expect(marksOfMutation({ id: idOf(10), mark: { name: 'pinned', isOn: true } }, 'Teo')).toEqual({ pinnedBy: 'Teo' })
  expect(marksOfMutation({ id: idOf(10), mark: { name: 'retracted', isOn: false } }, 'Teo')).toEqual({ isRetracted: null })
  expect(marksOfMutation({ mark: 'an old form' }, 'Teo')).toEqual({})
})
