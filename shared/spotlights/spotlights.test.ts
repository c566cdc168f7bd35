import { describe, expect, test } from 'vitest'
import { policies } from '../policies.ts'
import { permittedRead } from '../kernel/read-policy.ts'
import { visitor } from '../kernel/viewer.ts'
import { posts } from '../posts/schema.ts'
import { sequences } from '../sequences/schema.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { admin, aPost, aSequence, aSpotlight, idOf, member, moderator, T0 } from '../testing/factories.ts'
import { createSpotlight, moveSpotlight, promoteSpotlight, setSpotlightDetail, setSpotlightRemoved, turnSpotlights } from './mutations.ts'
import { allSpotlights, shownSpotlights } from './queries.ts'
import { spotlights } from './schema.ts'
import { nextTurn } from './turn.ts'
import { dayMs, hourMs } from '../kernel/durations.ts'
const reader = member(idOf(300), { karma: 10_000, groups: ['trusted'] })
const args = { id: idOf(720), targetKind: 'post', targetId: idOf(1) }

async function community() {
  const mutations = mutationsOver([posts, sequences, spotlights])
  await mutations.put(posts, aPost())
  await mutations.put(sequences, aSequence())
  return mutations
}

describe('whose turn it is', () => {
  const three = [1, 2, 3].map((n) => aSpotlight({ id: idOf(720 + n), number: n }))
  const all = new Set(three.map(({ id }) => id))
  const after = (shownAt: Readonly<Record<number, number>>, now: number, may: ReadonlySet<string> = all) =>
    nextTurn(
      three.map((one) => ({ ...one, shownAt: shownAt[one.number] ?? 0 })),
      may,
      now,
    )
  const without = (n: number) => new Set([...all].filter((id) => id !== idOf(720 + n)))
  test.each([
    ['the first, where nobody had one', {}, T0, all, 1],
    ['nobody’s, while one has theirs', { 1: T0 }, T0 + 3 * dayMs - 1, all, null],
    ['the next, once the days are over', { 1: T0 }, T0 + 3 * dayMs, all, 2],
    ['the first again, after the last', { 1: T0 - 6 * dayMs, 2: T0 - 3 * dayMs, 3: T0 }, T0 + 3 * dayMs, all, 1],
    ['that of the one after it in the order, wherever it was promoted from', { 1: T0 - dayMs, 3: T0 }, T0 + 3 * dayMs, all, 1],
    ['the next at once, where the one that had it may not any more', { 2: T0 }, T0 + 1, without(2), 3],
    ['the one after the next, where that may not', { 1: T0 }, T0 + 3 * dayMs, without(2), 3],
    ['nobody’s, where there is only that one', { 1: T0 }, T0 + 9 * dayMs, new Set([idOf(721)]), null],
    ['nobody’s, where none may', {}, T0, new Set<string>(), null],
  ] as const)('%s', (_what, shownAt, now, may, expected) => {
    expect(after(shownAt, now, may)).toBe(expected === null ? null : idOf(720 + expected))
  })

  test('each has as many days as it says', () => {
    const [one, two] = [aSpotlight({ id: idOf(721), days: 10, shownAt: T0 }), aSpotlight({ id: idOf(722), number: 2 })]
    const may = new Set([one.id, two.id])
    expect([nextTurn([one, two], may, T0 + 9 * dayMs), nextTurn([one, two], may, T0 + 10 * dayMs)]).toEqual([null, two.id])
  })
})

describe('moderators', () => {
  test('make drafts at the end of the order, once each', async () => {
    const mutations = await community()
    for (const viewer of [moderator, admin]) await mutations.run(createSpotlight, args, { viewer })
    await mutations.run(createSpotlight, { id: idOf(721), targetKind: 'sequence', targetId: idOf(500) }, { viewer: moderator })
    const all = await mutations.read((read) => read.list(allSpotlights()))
    expect(all.map(({ id, number, isDraft, days }) => [id, number, isDraft, days])).toEqual([
      [idOf(720), 1, true, 3],
      [idOf(721), 2, true, 3],
    ])
  })

  test('say what it says, order, take away and bring back', async () => {
    const mutations = await community()
    for (const n of [1, 2, 3]) await mutations.put(spotlights, aSpotlight({ id: idOf(720 + n), number: n }))
    await mutations.run(moveSpotlight, { id: idOf(723), beforeId: idOf(721) }, { viewer: moderator })
    await mutations.run(moveSpotlight, { id: idOf(721), beforeId: null }, { viewer: moderator })
    expect((await mutations.read((read) => read.list(allSpotlights()))).map(({ id, number }) => [id, number])).toEqual([
      [idOf(723), 1],
      [idOf(722), 2],
      [idOf(721), 3],
    ])
    const set = (detail: unknown) => mutations.run(setSpotlightDetail, { id: idOf(721), detail }, { viewer: moderator })
    await set({ field: 'words', value: 'One.\r\n\r\nTwo.\u202e' })
    await set({ field: 'days', value: 7 })
    await mutations.run(setSpotlightRemoved, { id: idOf(721), isRemoved: true }, { viewer: moderator })
    expect(await mutations.get(spotlights, idOf(721))).toMatchObject({ words: 'One.\n\nTwo.', days: 7, isRemoved: true })
    await mutations.run(setSpotlightRemoved, { id: idOf(721), isRemoved: false }, { viewer: moderator })
    expect(await mutations.get(spotlights, idOf(721))).toMatchObject({ isRemoved: false })
  })

  test('begin a turn; what has none is refused one', async () => {
    const mutations = await community()
    await mutations.put(spotlights, aSpotlight())
    await mutations.put(spotlights, aSpotlight({ id: idOf(721), number: 2, isDraft: true }))
    await mutations.put(spotlights, aSpotlight({ id: idOf(722), number: 3, targetId: idOf(9) }))
    await mutations.run(promoteSpotlight, { id: idOf(720) }, { viewer: moderator, now: T0 + 5 })
    expect(await mutations.get(spotlights, idOf(720))).toMatchObject({ shownAt: T0 + 5 })
    for (const id of [idOf(721), idOf(722)])
      expect(await refusalOf(mutations.run(promoteSpotlight, { id }, { viewer: moderator }))).toMatchObject({ field: 'turn' })
  })

  test.each([
    ['by a visitor', visitor, {}, { reason: 'sign-in-first' }],
    ['by a reader', reader, {}, { reason: 'staff-only' }],
    ['of nothing', moderator, { targetId: idOf(9) }, { field: 'item' }],
    ['of a draft', moderator, { targetId: idOf(2) }, { field: 'item' }],
    ['of what is none', moderator, { targetKind: 'comment' }, { field: 'targetKind' }],
  ] as const)('one %s is refused, and nothing is stored', async (_what, viewer, given, error) => {
    const mutations = await community()
    await mutations.put(posts, aPost({ id: idOf(2), slug: null, status: 'draft', publishedAt: null }))
    const before = await mutations.everything()
    const mutation = (async () => mutations.run(createSpotlight, { ...args, ...given }, { viewer }))()
    expect(await refusalOf(mutation)).toMatchObject(error)
    expect(await mutations.everything()).toBe(before)
  })

  test.each([
    ['change', setSpotlightDetail, { id: idOf(720), detail: { field: 'isDraft', value: true } }],
    ['order', moveSpotlight, { id: idOf(720), beforeId: null }],
    ['take away', setSpotlightRemoved, { id: idOf(720), isRemoved: true }],
    ['promote', promoteSpotlight, { id: idOf(720) }],
  ] as const)('alone %s them', async (_what, mutation, given) => {
    const mutations = await community()
    await mutations.put(spotlights, aSpotlight())
    const before = await mutations.everything()
    // Each is given its own arguments.
    expect(await refusalOf(mutations.run(mutation as typeof promoteSpotlight, given, { viewer: reader }))).toMatchObject({
      reason: 'staff-only',
    })
    expect(await mutations.everything()).toBe(before)
  })
})

test('the server gives turns, and writes nothing while one lasts', async () => {
  const mutations = await community()
  await mutations.put(spotlights, aSpotlight({ id: idOf(721), targetId: idOf(9) }))
  await mutations.put(spotlights, aSpotlight({ id: idOf(722), number: 2 }))
  await mutations.put(spotlights, aSpotlight({ id: idOf(723), number: 3, targetKind: 'sequence', targetId: idOf(500) }))
  const turns: (string | undefined)[] = []
  for (const hours of [0, 1, 71, 72, 145]) {
    await mutations.run(turnSpotlights, {}, { now: T0 + hours * hourMs })
    turns.push((await mutations.read((read) => read.list(shownSpotlights(1))))[0]?.id)
  }
  expect(turns).toEqual([idOf(722), idOf(722), idOf(722), idOf(723), idOf(722)])
})

test.each([
  ['a visitor', visitor, [idOf(720)]],
  ['a reader', reader, [idOf(720)]],
  ['a moderator', moderator, [idOf(720), idOf(721), idOf(722), idOf(723)]],
] as const)('%s is shown what is theirs to see', async (_who, viewer, expected) => {
  const mutations = await community()
  await mutations.put(spotlights, aSpotlight())
  await mutations.put(spotlights, aSpotlight({ id: idOf(721), number: 2, isDraft: true }))
  await mutations.put(spotlights, aSpotlight({ id: idOf(722), number: 3, isRemoved: true }))
  await mutations.put(spotlights, aSpotlight({ id: idOf(723), number: 4, targetId: idOf(9) }))
  const seen = await mutations.read((read) => permittedRead(read, viewer, policies).list(allSpotlights()))
  expect(seen.map(({ id }) => id)).toEqual(expected)
})
