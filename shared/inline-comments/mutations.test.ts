import { describe, expect, test } from 'vitest'
import { posts } from '../posts/schema.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { aPost, anInlineComment, idOf, member, T0 } from '../testing/factories.ts'
import { editInlineComment, postInlineComment, removeInlineComment, resolveInlineComment } from './mutations.ts'
import type { InlineComment } from './schema.ts'
import { inlineComments } from './schema.ts'

const author = member(idOf(100))
const ben = member(idOf(200))
const anchor = { start: 'AQIDBA==', end: 'AQIDBQ==' }
const args = (changes: Partial<InlineComment> = {}) => {
  const { id, postId, parentId, quote, body } = { ...anInlineComment({ body: '  Which water?\n' }), ...changes }
  return { id, postId, parentId, anchor: changes.anchor === undefined ? anchor : changes.anchor, quote, body }
}

async function aDraft() {
  const store = mutationsOver([posts, inlineComments])
  const shares = [{ userId: ben.userId, level: 'comment' as const, isByLink: false }]
  await store.put(posts, aPost({ status: 'draft', publishedAt: null, slug: null, revisionId: null, shares }))
  return { ...store, inlineComment: (n = 40) => store.get(inlineComments, idOf(n)) }
}

describe('remarks.post', () => {
  test('says something about a passage; the ends of it are trimmed', async () => {
    const draft = await aDraft()
    await draft.run(postInlineComment, args(), { viewer: ben })
    expect(await draft.inlineComment()).toEqual(anInlineComment())
  })

  test('a replay is one inline comment, and another’s id is no way to it', async () => {
    const draft = await aDraft()
    await draft.run(postInlineComment, args(), { viewer: ben })
    const once = await draft.everything()
    await draft.run(postInlineComment, args({ body: 'Again' }), { viewer: ben, now: T0 + 5 })
    expect((await refusalOf(draft.run(postInlineComment, args(), { viewer: author }))).code).toBe('not-found')
    expect(await draft.everything()).toBe(once)
  })

  test('an answer has no place of its own and opens what was settled; an answer to an answer is refused', async () => {
    const draft = await aDraft()
    await draft.put(inlineComments, anInlineComment({ resolvedAt: T0, resolvedById: author.userId }))
    await draft.run(postInlineComment, args({ id: idOf(41), parentId: idOf(40) }), { viewer: author })
    expect(await draft.inlineComment(41)).toMatchObject({ anchor: null, quote: '', parentId: idOf(40) })
    expect(await draft.inlineComment()).toMatchObject({ resolvedAt: null, resolvedById: null })
    const nested = draft.run(postInlineComment, args({ id: idOf(42), parentId: idOf(41) }), { viewer: ben })
    expect((await refusalOf(nested)).field).toBe('parentId')
  })

  test.each([
    ['an empty one', { body: ' \n ' }, 'body'],
    ['one of 5,001 characters', { body: 'x'.repeat(5_001) }, 'body'],
    ['a quote of 301', { quote: 'x'.repeat(301) }, 'quote'],
    ['a place of 501 bytes', { anchor: { start: 'A'.repeat(501), end: 'AA==' } }, 'anchor.start'],
    ['a place that is no base64', { anchor: { start: '<img>', end: 'AA==' } }, 'anchor.start'],
  ])('%s is refused', async (_what, changes, field) => {
    const draft = await aDraft()
    expect((await refusalOf(Promise.resolve().then(() => draft.run(postInlineComment, args(changes), { viewer: ben })))).field).toBe(field)
  })
})

test('editing replaces the words and says when', async () => {
  const draft = await aDraft()
  await draft.put(inlineComments, anInlineComment())
  for (const now of [T0 + 5, T0 + 9]) await draft.run(editInlineComment, { id: idOf(40), body: 'Better.' }, { viewer: ben, now })
  expect(await draft.inlineComment()).toMatchObject({ body: 'Better.', editedAt: T0 + 5 })
})

test('settling states who and when; a replay changes nothing; opening again takes both away', async () => {
  const draft = await aDraft()
  await draft.put(inlineComments, anInlineComment())
  for (const now of [T0 + 5, T0 + 9]) await draft.run(resolveInlineComment, { id: idOf(40), isResolved: true }, { viewer: author, now })
  expect(await draft.inlineComment()).toMatchObject({ resolvedAt: T0 + 5, resolvedById: author.userId })
  await draft.run(resolveInlineComment, { id: idOf(40), isResolved: false }, { viewer: ben })
  expect(await draft.inlineComment()).toMatchObject({ resolvedAt: null, resolvedById: null })
})

test('removing takes words and quote away for good, and what is removed is not edited', async () => {
  const draft = await aDraft()
  await draft.put(inlineComments, anInlineComment())
  for (const now of [T0 + 5, T0 + 9]) await draft.run(removeInlineComment, { id: idOf(40) }, { viewer: author, now })
  expect(await draft.inlineComment()).toMatchObject({ body: '', quote: '', removedAt: T0 + 5 })
  expect((await refusalOf(draft.run(editInlineComment, { id: idOf(40), body: 'Back' }, { viewer: ben }))).reason).toBe('comment-is-removed')
})
