import { describe, expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { auditEntries } from '../moderation/measure-queries.ts'
import { auditLog } from '../moderation/measure-schema.ts'
import { admin, member, idOf, moderator, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { planOf } from './plan.ts'
import { parseSearch } from './query.ts'
import { searchSynonyms, synonymsId } from './schema.ts'
import { setSynonyms } from './synonym-mutations.ts'
import { readSynonyms, synonymLimits, synonymText } from './synonym-text.ts'
import { shippedSynonyms, synonymsIn } from './synonyms.ts'

const lineOf = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `t${from + n}`).join(', ')

describe('groups of terms, as typed', () => {
  test('are folded as the search folds words, and empty lines and repeated terms count for nothing', () => {
    expect(readSynonyms('AI,  Artificial Intelligence,ai\n\n Café ,coffee-house\n人工知能、機械')).toEqual({
      groups: [
        ['ai', 'artificial intelligence'],
        ['cafe', 'coffee house'],
        ['人工 工知 知能', '機械'],
      ],
      faults: [],
    })
  })

  test.each([
    ['one term', 'tide', ['too-few-terms']],
    ['the same term twice', 'Tide, TÍDE', ['too-few-terms']],
    ['a term of signs alone', 'tide, flow, ++', ['no-letters']],
    ['a term in two groups, written differently', 'Café, bar\nCAFE, coffee', ['in-two-groups']],
    ['too many terms', lineOf(synonymLimits.terms + 1), ['too-many-terms']],
    ['a term that is too long', `tide, ${'x'.repeat(synonymLimits.characters + 1)}`, ['too-long']],
    ['a term of too many words', `tide, ${'a '.repeat(13)}`, ['too-long']],
    ['too many groups', Array.from({ length: synonymLimits.groups + 2 }, (_, n) => lineOf(2, n * 2)).join('\n'), ['too-many-groups']],
  ])('%s is a fault with its line', (_what, text, kinds) => {
    const { faults } = readSynonyms(text)
    expect(faults.map(({ kind }) => kind)).toEqual(kinds)
    expect(faults.at(-1)?.line).toBe(kinds[0] === 'too-many-groups' ? synonymLimits.groups + 1 : text.split('\n').length)
  })

  test('those that come with the site have no fault, and can be edited as text', () => {
    expect(readSynonyms(synonymText(shippedSynonyms))).toEqual({ groups: shippedSynonyms, faults: [] })
  })
})

describe('a search', () => {
  const needs = (typed: string, groups: readonly (readonly string[])[]) =>
    planOf(parseSearch(typed), groups).needs.map((any) => any.map(({ words }) => words.join(' ')))
  const groups = [
    ['ml', 'machine learning', 'statistical learning'],
    ['sea', 'ocean'],
  ]

  test('for a word asks for the other terms of its group too', () => {
    expect(needs('ml ', groups)).toEqual([['ml', 'machine learning', 'statistical learning']])
    expect(needs('ocean tides ', groups)).toEqual([
      ['ocean', 'oceans', 'sea'],
      ['tides', 'tide'],
    ])
  })

  test('for a term of several words is met by the other term, in place of all of them', () => {
    expect(needs('machine learning theory ', groups)).toEqual([
      ['machine', 'machines', 'ml', 'statistical learning'],
      ['learning', 'learnings', 'ml', 'statistical learning'],
      ['theory', 'theories'],
    ])
  })

  test.each(['learning machine ', 'machine', '"machine learning"', '"machine" learning '])('for %s asks for none', (typed) => {
    expect(needs(typed, groups).flat()).not.toContain('ml')
  })

  test('finds what begins with one sign of a script without spaces', () => {
    const [any] = planOf(parseSearch('ocean '), [['ocean', '海']]).needs
    expect(any?.at(-1)).toEqual({ words: ['海'], isBeginning: true })
  })
})

const text = 'sea, ocean'
const args = { text, seenAt: null }

test('administrators set them, edit them and delete them all, with an entry in the audit log each', async () => {
  const mutations = mutationsOver([searchSynonyms, auditLog])
  expect(await mutations.read(synonymsIn)).toBe(shippedSynonyms)
  await mutations.run(setSynonyms, args, { viewer: admin })
  // Sent twice, it happens once.
  await mutations.run(setSynonyms, args, { viewer: admin, now: T0 + 1 })
  expect(await mutations.get(searchSynonyms, synonymsId)).toEqual({ id: synonymsId, text, groups: [['sea', 'ocean']], changedAt: T0 })
  await mutations.run(setSynonyms, { text: '', seenAt: T0 }, { viewer: admin, now: T0 })
  expect(await mutations.read(synonymsIn)).toEqual([])
  expect((await mutations.get(searchSynonyms, synonymsId))?.changedAt).toBe(T0 + 1)
  expect(await mutations.read((read) => read.list(auditEntries(9)))).toHaveLength(2)
})

test.each([
  ['a visitor', visitor, { text: 'sea, lake', seenAt: T0 }, { reason: 'sign-in-first' }],
  ['a member', member(idOf(1)), { text: 'sea, lake', seenAt: T0 }, { reason: 'admins-only' }],
  ['a moderator', moderator, { text: 'sea, lake', seenAt: T0 }, { reason: 'admins-only' }],
  ['a group of one term', admin, { text: 'sea', seenAt: T0 }, { code: 'invalid', field: 'text' }],
  ['a term in two groups', admin, { text: 'sea, ocean\nocean, water', seenAt: T0 }, { code: 'taken', field: 'text' }],
  ['a text that is too long', admin, { text: 'x'.repeat(synonymLimits.text + 1) }, { code: 'invalid', field: 'text' }],
  ['an edit of groups that were changed meanwhile', admin, { text: 'sea, lake', seenAt: T0 - 1 }, { code: 'conflict' }],
  ['a first edit that comes second', admin, { text: 'sea, lake' }, { code: 'conflict' }],
] as const)('%s is refused, and nothing is stored', async (_what, viewer, given, error) => {
  const mutations = mutationsOver([searchSynonyms, auditLog])
  await mutations.run(setSynonyms, args, { viewer: admin })
  const before = await mutations.everything()
  expect(await refusalOf((async () => mutations.run(setSynonyms, { ...args, ...given }, { viewer }))())).toMatchObject(error)
  expect(await mutations.everything()).toBe(before)
})
