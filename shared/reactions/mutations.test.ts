import { describe, expect, test } from 'vitest'
import { comments } from '../comments/schema.ts'
import { parseArgs } from '../kernel/mutation.ts'
import { visitor } from '../kernel/viewer.ts'
import { posts } from '../posts/schema.ts'
import { aComment, aPost, idOf, member, T0 } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { setReaction } from './mutations.ts'
import { partOf, reactionId, reactions, reactionTallies } from './schema.ts'

const viewer = member(idOf(300), { karma: 120 })
const args = { targetKind: 'comment', targetId: idOf(10), reaction: 'agree', quote: null, value: 1 } as const
const quote = { text: 'wonder', before: 'I ', after: '.' }
const id = reactionId(idOf(300), idOf(10), 'agree')

async function withComment(post: Parameters<typeof aPost>[0] = {}, comment: Parameters<typeof aComment>[0] = {}) {
  const tx = memoryTransaction()
  await tx.put(posts, aPost(post))
  await tx.put(comments, aComment(comment))
  return tx
}

test('a reaction is set, once however often it is sent', async () => {
  const tx = await withComment()
  await setReaction.run({ tx, viewer, now: T0 }, args)
  await setReaction.run({ tx, viewer, now: T0 + 9 }, args)
  expect(await tx.get(reactions, id)).toEqual({
    ...args,
    id,
    userId: idOf(300),
    postId: idOf(1),
    part: 'agree',
    tallied: 0,
    low: null,
    at: T0,
  })
})

test('it is taken back, and may be opposed where somebody else stands for it', async () => {
  const tx = await withComment()
  await setReaction.run({ tx, viewer, now: T0 }, args)
  await setReaction.run({ tx, viewer, now: T0 }, { ...args, value: 0 })
  expect(await tx.get(reactions, id)).toMatchObject({ value: 0 })
  await setReaction.run({ tx, viewer: member(idOf(301), { karma: 100 }), now: T0 }, args)
  await setReaction.run({ tx, viewer, now: T0 }, { ...args, value: -1 })
  expect(await tx.get(reactions, id)).toMatchObject({ value: -1 })
})

test('words of the text may be reacted to beside the whole', async () => {
  const tx = await withComment()
  await setReaction.run({ tx, viewer, now: T0 }, { ...args, quote })
  await setReaction.run({ tx, viewer, now: T0 }, args)
  const part = partOf('agree', quote)
  expect(await tx.get(reactions, reactionId(idOf(300), idOf(10), part))).toMatchObject({ quote, part, value: 1 })
  expect(await tx.get(reactions, id)).toMatchObject({ quote: null })
})

test('words that a reaction stands on already may be joined, though the text has changed', async () => {
  const tx = await withComment()
  const gone = { text: 'gone since', before: '', after: '' }
  const entry = { part: partOf('agree', gone), reaction: 'agree', quote: gone, for: 1, against: 0, forIds: [], againstIds: [], at: T0 }
  await tx.put(reactionTallies, { id: idOf(10), targetKind: 'comment', postId: idOf(1), entries: [entry], reactedAt: T0 })
  await setReaction.run({ tx, viewer: member(idOf(300), { karma: 20 }), now: T0 }, { ...args, quote: gone })
  expect(await tx.get(reactions, reactionId(idOf(300), idOf(10), entry.part))).toMatchObject({ value: 1 })
})

describe('a typo in some words', () => {
  const slip = { ...args, reaction: 'typo', quote } as const
  const slipId = reactionId(idOf(300), idOf(10), partOf('typo', quote))
  const proposal = { replacement: 'wander', explanation: 'I think you walk.' }

  test('may say how they should read, and say it better later; taken back it says nothing', async () => {
    const tx = await withComment()
    await setReaction.run({ tx, viewer, now: T0 }, slip)
    await setReaction.run({ tx, viewer, now: T0 + 1 }, { ...slip, proposal })
    await setReaction.run({ tx, viewer, now: T0 + 9 }, { ...slip, proposal })
    expect(await tx.get(reactions, slipId)).toMatchObject({ value: 1, proposal, at: T0 + 1 })
    await setReaction.run({ tx, viewer, now: T0 + 9 }, { ...slip, proposal: { ...proposal, replacement: 'wandered' } })
    expect(await tx.get(reactions, slipId)).toMatchObject({ proposal: { replacement: 'wandered' } })
    await setReaction.run({ tx, viewer, now: T0 + 9 }, { ...slip, value: 0 })
    expect((await tx.get(reactions, slipId))?.proposal).toBeUndefined()
  })

  test.each([
    ['another reaction', { ...slip, reaction: 'agree', proposal }],
    ['the whole', { ...slip, quote: null, proposal }],
    ['a reaction taken back', { ...slip, value: 0, proposal }],
    ['the very same words', { ...slip, proposal: { ...proposal, replacement: quote.text } }],
  ] as const)('proposes nothing for %s', async (_what, given) => {
    const tx = await withComment()
    if (given.value === 0) await setReaction.run({ tx, viewer, now: T0 }, slip)
    await expect(setReaction.run({ tx, viewer, now: T0 }, given)).rejects.toMatchObject({ code: 'invalid', field: 'proposal' })
  })
})

test.each([
  ['a visitor', visitor, {}, {}, args, { reason: 'sign-in-first' }],
  ['a member, on a draft', viewer, { status: 'draft', publishedAt: null }, {}, args, { code: 'not-found' }],
  ['a member, on a removed comment', viewer, {}, { removedBy: 'author' }, args, { reason: 'comment-is-removed' }],
  ['a member, with a reaction that there is not', viewer, {}, {}, { ...args, reaction: 'noSuchThing' }, { field: 'reaction' }],
  ['a member, on words that are not there', viewer, {}, {}, { ...args, quote: { ...quote, text: 'forged' } }, { reason: 'quote-is-gone' }],
  ['a newcomer', member(idOf(300), { karma: 5 }), {}, {}, args, { reason: 'reacting-needs-karma' }],
  ['a member with too little to be first', member(idOf(300), { karma: 50 }), {}, {}, args, { reason: 'first-reaction-needs-karma' }],
] as const)('%s is refused and nothing is stored', async (_who, who, post, comment, what, error) => {
  const tx = await withComment(post, comment)
  await expect(setReaction.run({ tx, viewer: who, now: T0 }, what)).rejects.toMatchObject(error)
  expect(await tx.get(reactions, id)).toBeUndefined()
})

test.each([
  ['somebody else’s name', { userId: idOf(1) }, 'userId'],
  ['a count', { value: 2 }, 'value'],
  ['a name that is none', { reaction: '../x' }, 'reaction'],
  ['too long a quote', { quote: { ...quote, text: 'x'.repeat(301) } }, 'quote.text'],
  ['more beside the quote than is looked at', { quote: { ...quote, before: 'x'.repeat(33) } }, 'quote.before'],
  ['a quote with something else in it', { quote: { ...quote, html: '<b>' } }, 'quote'],
])('%s is refused by name', (_what, change, field) => {
  expect(() => parseArgs(setReaction, { ...args, ...change })).toThrow(expect.objectContaining({ code: 'invalid', field }))
})
