import { describe, expect, test } from 'vitest'
import { policies } from '../policies.ts'
import { visitor } from '../kernel/viewer.ts'
import type { Verdict } from '../kernel/verdict.ts'
import { shapeAccess } from '../shapes.ts'
import { admin, aChapter, aPost, aSequence, idOf, member, moderator, T0 } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import {
  canEditBooks,
  canEditCollection,
  canEditSequence,
  canMakeCollection,
  canModerateSequence,
  canPutPost,
  canReadSequence,
} from './rules.ts'
import { chapters, sequencePosts, sequences } from './schema.ts'

const ada = member(idOf(100))
const eve = member(idOf(300))
const silenced = member(idOf(100), { postingDisabled: true })
const open = aSequence()
const draft = aSequence({ isDraft: true, publishedAt: null })
const takenBack = aSequence({ isDraft: true })
const removed = aSequence({ removedAt: T0 })
const neverPublic = aSequence({ isDraft: true, publishedAt: null, removedAt: T0 })
const said = (verdict: Verdict): string => (verdict.allowed ? 'allowed' : verdict.reason)

describe('a sequence', () => {
  test.each([
    ['anybody, a public one', visitor, open, 'allowed'],
    ['its author, their draft', ada, draft, 'allowed'],
    ['an administrator, a draft', admin, draft, 'allowed'],
    ['a moderator, a draft', moderator, draft, 'not-found'],
    ['a visitor, a draft', visitor, draft, 'not-found'],
    ['another, one taken back to draft', eve, takenBack, 'not-found'],
    ['another, a removed one', eve, removed, 'sequence-is-removed'],
    ['a visitor, a removed one', visitor, removed, 'sequence-is-removed'],
    ['a moderator, a removed one', moderator, removed, 'allowed'],
    ['its author, a removed one', ada, removed, 'allowed'],
    ['another, a removed draft', eve, neverPublic, 'not-found'],
  ])('is read by %s', (_who, viewer, sequence, expected) => {
    expect(said(canReadSequence(viewer, sequence))).toBe(expected)
  })

  test.each([
    ['its author', ada, open, 'allowed'],
    ['a moderator', moderator, open, 'allowed'],
    ['a moderator, a draft', moderator, draft, 'not-found'],
    ['an administrator, a draft', admin, draft, 'allowed'],
    ['another', eve, open, 'not-yours'],
    ['a visitor', visitor, open, 'sign-in-first'],
    ['its author, who may not post', silenced, open, 'posting-disabled'],
    ['its author, removed', ada, removed, 'allowed'],
    ['another, removed', eve, removed, 'sequence-is-removed'],
  ])('is changed by %s', (_who, viewer, sequence, expected) => {
    expect(said(canEditSequence(viewer, sequence))).toBe(expected)
  })

  test('its place in lists, its author and its indexing are the staff’s', () => {
    expect([ada, moderator, admin].map((viewer) => said(canModerateSequence(viewer, open)))).toEqual(['staff-only', 'allowed', 'allowed'])
  })

  test.each([
    ['another’s post', ada, aPost({ authorId: idOf(300) }), 'allowed'],
    ['one’s own draft', ada, aPost({ status: 'draft' }), 'allowed'],
    ['another’s draft', ada, aPost({ authorId: idOf(300), status: 'draft' }), 'not-found'],
    ['a place of quick takes', ada, aPost({ holds: 'quickTakes' }), 'not-for-sequences'],
    ['a post, into another’s', eve, aPost(), 'not-yours'],
  ])('takes %s', (_what, viewer, post, expected) => {
    expect(said(canPutPost(viewer, open, post))).toBe(expected)
  })
})

test('collections and books are made by administrators; a collection’s words are its author’s too', () => {
  const who = [visitor, ada, moderator, admin]
  expect(who.map((viewer) => said(canMakeCollection(viewer)))).toEqual(['sign-in-first', 'admins-only', 'admins-only', 'allowed'])
  expect(who.map((viewer) => said(canEditBooks(viewer)))).toEqual(['sign-in-first', 'admins-only', 'admins-only', 'allowed'])
  expect(who.map((viewer) => said(canEditCollection(viewer, { authorId: idOf(100) })))).toEqual([
    'sign-in-first',
    'allowed',
    'not-yours',
    'allowed',
  ])
})

describe('what leaves the server', () => {
  const chapter = aChapter({ postIds: [idOf(1)] })
  const place = { id: `${idOf(500)}:${idOf(1)}`, sequenceId: idOf(500), postId: idOf(1), addedAt: T0, isMain: false }
  const over = async (sequence: typeof open) => {
    const tx = memoryTransaction()
    await tx.put(sequences, sequence)
    return tx
  }

  test('of a draft nothing: neither it, nor its chapters, nor which posts are in it', async () => {
    const tx = await over(draft)
    for (const viewer of [visitor, eve, moderator]) {
      expect(await policies.of(sequences)(draft, viewer, tx)).toBeUndefined()
      expect(await policies.of(chapters)(chapter, viewer, tx)).toBeUndefined()
      expect(await policies.of(sequencePosts)(place, viewer, tx)).toBeUndefined()
      expect(await shapeAccess(tx, viewer, `sequence:${idOf(500)}`)).toBe('gone')
    }
    expect(await policies.of(chapters)(chapter, ada, tx)).toEqual(chapter)
    expect(await shapeAccess(tx, ada, `sequence:${idOf(500)}`)).toBe('allowed')
  })

  test('of a public one no ids of drafts, but to those who may change it', async () => {
    const tx = await over(open)
    const both = { ...chapter, postIds: [idOf(1), idOf(2)], hiddenIds: [idOf(2)] }
    for (const viewer of [visitor, eve, silenced]) {
      expect(await policies.of(chapters)(both, viewer, tx)).toEqual(chapter)
      expect(await policies.of(sequencePosts)({ ...place, isHidden: true }, viewer, tx)).toBeUndefined()
      expect(await policies.of(sequencePosts)(place, viewer, tx)).toEqual(place)
    }
    for (const viewer of [ada, moderator]) expect(await policies.of(chapters)(both, viewer, tx)).toEqual(both)
  })

  test('of a removed one that it was there, and none of its words', async () => {
    const tx = await over(removed)
    const seen = await policies.of(sequences)(removed, eve, tx)
    expect(seen).toMatchObject({ removedAt: T0, title: '' })
    expect(JSON.stringify(seen)).not.toContain('In order.')
    expect(await policies.of(chapters)(chapter, eve, tx)).toBeUndefined()
    expect(await shapeAccess(tx, eve, `sequence:${idOf(500)}`)).toBe('gone')
  })
})
