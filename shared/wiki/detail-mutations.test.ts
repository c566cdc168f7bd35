import { beforeEach, describe, expect, test } from 'vitest'
import { members } from '../accounts/schema.ts'
import { commentPingbacks } from '../comments/schema.ts'
import { pingbacks, posts, revisions, writings } from '../posts/schema.ts'
import { sequences } from '../sequences/schema.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { admin, aMember, aPost, aSequence, aTag, idOf, member, moderator, T0 } from '../testing/factories.ts'
import { putWorkFlag, renamePage, setPageDetail, setPageEditing, setPageFlag, setTab } from './detail-mutations.ts'
import { changesOf } from './page-queries.ts'
import { removeSummary, moveLens, moveSummary, setSummary } from './summary-mutations.ts'
import { tagChanges, tagFlags, tags, tagSlugs, wikiLimits } from './schema.ts'

const ben = member(idOf(200), { karma: 1 })
const beginner = member(idOf(300))
const [water, wine, rain] = [idOf(500), idOf(501), idOf(502)]

let mutations: ReturnType<typeof mutationsOver>
beforeEach(async () => {
  mutations = mutationsOver([
    posts,
    revisions,
    writings,
    pingbacks,
    commentPingbacks,
    members,
    sequences,
    tags,
    tagSlugs,
    tagFlags,
    tagChanges,
  ])
  for (const [id, name] of [
    [water, 'Water'],
    [wine, 'Wine'],
    [rain, 'Rain'],
  ] as const)
    await put(id, name)
  await mutations.put(members, aMember({ id: ben.userId }))
})

async function put(id: string, name: string, more: Parameters<typeof aTag>[0] = {}): Promise<void> {
  const slug = name.toLowerCase()
  await mutations.put(posts, aPost({ id, kind: 'wiki', slug: null, title: name }))
  await mutations.put(tags, aTag({ id, name, slug, ...more }))
  await mutations.put(tagSlugs, { id: `${id}:${slug}`, slug, tagId: id })
}
const rename = (name: string, viewer = ben, id = water, now = T0 + 1) => mutations.run(renamePage, { id, name }, { viewer, now })
const set = (field: string, value: unknown, viewer = moderator, id = water, now = T0 + 1) =>
  mutations.run(setPageDetail, { id, detail: { field, value } }, { viewer, now })
const holder = async (slug: string) => (await mutations.read((read) => read.list({ table: tagSlugs, index: ['slug'], equals: [slug], order: 'ascending', limit: 5 }))).map(({ tagId }) => tagId) // oxfmt-ignore

describe('renaming', () => {
  test('changes the address too, and the old one stays; back again it is the first once more', async () => {
    await rename('#Seawater')
    expect(await mutations.get(tags, water)).toMatchObject({ name: 'Seawater', slug: 'seawater', oldSlugs: ['water'], changedAt: T0 + 1 })
    expect((await mutations.get(posts, water))?.title).toBe('Seawater')
    expect([await holder('water'), await holder('seawater')]).toEqual([[water], [water]])
    await rename('Water', ben, water, T0 + 2)
    expect(await mutations.get(tags, water)).toMatchObject({ slug: 'water', oldSlugs: ['seawater'] })
    expect(await mutations.get(tagChanges, `${water}:${T0 + 1}:name`)).toMatchObject({ userId: ben.userId, from: 'Water', to: 'Seawater' })
  })

  test('repeated, it changes nothing; in other letters it keeps its address', async () => {
    await rename('WATER')
    expect(await mutations.get(tags, water)).toMatchObject({ name: 'WATER', slug: 'water', oldSlugs: [] })
    const before = await mutations.everything()
    await rename('WATER', ben, water, T0 + 2)
    expect(await mutations.everything()).toBe(before)
  })

  test.each([
    ['a name that another page has', 'Wine', ben, 'taken', undefined],
    ['one that looks the same in an address', 'wine!', ben, 'taken', undefined],
    ['a name that this site needs', 'Dashboard', ben, 'invalid', undefined],
    ['a name without letters', '--', ben, 'invalid', undefined],
    ['it to whoever has no karma', 'Sea', beginner, 'not-allowed', 'wiki-needs-karma'],
  ])('refuses %s, and stores nothing', async (_what, name, viewer, code, reason) => {
    const before = await mutations.everything()
    const refusal = await refusalOf(rename(name, viewer))
    expect([refusal.code, refusal.reason]).toEqual([code, reason])
    expect(await mutations.everything()).toBe(before)
  })

  test('a name that another page had is refused as well: links lead there', async () => {
    await rename('Seawater')
    expect((await refusalOf(rename('Water', ben, wine))).code).toBe('taken')
  })

  test('a placeholder of that name gives way, and its posts are to follow; what was deleted gives way too', async () => {
    const [drizzle, hail] = [idOf(510), idOf(511)]
    await mutations.put(tags, aTag({ id: drizzle, state: 'placeholder', name: 'Drizzle', slug: 'drizzle' }))
    await mutations.put(tagSlugs, { id: `${drizzle}:drizzle`, slug: 'drizzle', tagId: drizzle })
    await rename('Drizzle')
    expect(await mutations.get(tags, drizzle)).toMatchObject({ state: 'deleted', slug: null, leadsToId: water, relsGoToId: water })
    expect(await holder('drizzle')).toEqual([water])
    await put(hail, 'Hail', { state: 'deleted' })
    await rename('Hail', ben, water, T0 + 3)
    expect(await holder('hail')).toEqual([water])
  })
})

test('the store itself refuses the second holder of an address', async () => {
  const claim = { id: `${wine}:water`, slug: 'water', tagId: wine }
  expect((await refusalOf(mutations.put(tagSlugs, claim))).code).toBe('taken')
})

describe('the keepers’ fields', () => {
  test.each([
    ['slug', 'h2o', { slug: 'h2o', oldSlugs: ['water'] }],
    ['isCore', true, { isCore: true }],
    ['grade', 4, { grade: 4 }],
    ['postsOrder', 'new', { postsOrder: 'new' }],
    ['tagVoters', ['authors', 'trusted'], { tagVoters: ['authors', 'trusted'] }],
    ['parentTagId', wine, { parentTagId: wine }],
    ['needsReview', false, { needsReview: false, reviewedById: moderator.userId }],
  ])('%s is set, once, and the history says so', async (field, value, expected) => {
    await set(field, value)
    expect(await mutations.get(tags, water)).toMatchObject(expected)
    expect(await mutations.get(tagChanges, `${water}:${T0 + 1}:${field}`)).toMatchObject({ userId: moderator.userId, field })
    const before = await mutations.everything()
    await set(field, value)
    expect(await mutations.everything()).toBe(before)
  })

  test.each<[string, string, unknown]>([
    ['a grade there is none of', 'grade', 6],
    ['an order there is none of', 'postsOrder', 'best'],
    ['a picture from elsewhere', 'bannerUrl', 'https://example.org/a.png'],
    ['a group there is none of', 'tagVoters', ['everyone']],
    ['an address that this site needs', 'slug', 'create'],
    ['a number that is none', 'shownParagraphs', 0.5],
    ['a core tag that is none', 'coreTagId', idOf(501)],
    ['a field there is none of', 'postCount', 9],
  ])('refuse %s, and store nothing', async (_what, field, value) => {
    const before = await mutations.everything()
    expect((await refusalOf(set(field, value))).code).toBe('invalid')
    expect(await mutations.everything()).toBe(before)
  })

  test('are refused to members, and for what is not there', async () => {
    expect((await refusalOf(set('grade', 3, ben))).reason).toBe('staff-only')
    expect((await refusalOf(set('grade', 3, moderator, idOf(999)))).code).toBe('not-found')
    expect((await refusalOf(set('slug', 'wine'))).code).toBe('taken')
  })

  test('an intro sequence is one that its reader may read', async () => {
    await mutations.put(sequences, aSequence({ id: idOf(400), isDraft: true, authorId: idOf(77) }))
    expect((await refusalOf(set('introSequenceId', idOf(400)))).code).toBe('not-found')
    await mutations.put(sequences, aSequence({ id: idOf(401), isDraft: false, publishedAt: T0 }))
    await set('introSequenceId', idOf(401))
    expect((await mutations.get(tags, water))?.introSequenceId).toBe(idOf(401))
  })
})

describe('parents stand one level deep, and never in a circle', () => {
  test.each<[string, readonly (readonly [string, string])[], readonly [string, string]]>([
    ['itself', [], [water, water]],
    ['a child of its own', [[wine, water]], [water, wine]],
    ['what has a parent', [[wine, rain]], [water, wine]],
    ['one, of what has children', [[wine, water]], [water, rain]],
    ['what is not there', [], [water, idOf(999)]],
  ])('%s is refused', async (_what, before, [child, parent]) => {
    for (const [id, parentId] of before) await set('parentTagId', parentId, moderator, id)
    const refusal = await refusalOf(set('parentTagId', parent, moderator, child))
    expect(['invalid', 'not-found']).toContain(refusal.code)
    expect((await mutations.get(tags, child))?.parentTagId).toBeNull()
  })

  test('and is taken away again', async () => {
    await set('parentTagId', wine)
    await set('parentTagId', null, moderator, water, T0 + 2)
    await set('parentTagId', water, moderator, wine, T0 + 3)
    expect((await mutations.get(tags, wine))?.parentTagId).toBe(water)
  })
})

describe('who may edit a page', () => {
  const editing = (changes: object, viewer = moderator, now = T0 + 1) =>
    mutations.run(setPageEditing, { id: water, ...changes }, { viewer, now })

  test('is named, kept for administrators, and free again', async () => {
    await editing({ editorIds: [ben.userId, ben.userId] })
    expect((await mutations.get(posts, water))?.editing).toEqual({ isAdminOnly: false, editorIds: [ben.userId] })
    await editing({ isAdminOnly: true }, admin)
    expect((await mutations.get(posts, water))?.editing).toEqual({ isAdminOnly: true, editorIds: [ben.userId] })
    expect((await refusalOf(rename('Sea'))).reason).toBe('page-is-for-admins')
    await editing({ isAdminOnly: false, editorIds: null, noIndex: true })
    expect(await mutations.get(posts, water)).toMatchObject({ noIndex: true })
    expect((await mutations.get(posts, water))?.editing).toBeUndefined()
  })

  test('is refused to members, and for somebody there is none of', async () => {
    expect((await refusalOf(editing({ isAdminOnly: true }, ben))).reason).toBe('staff-only')
    expect((await refusalOf(editing({ editorIds: [idOf(998)] }))).code).toBe('not-found')
    expect((await refusalOf(editing({ editorIds: Array.from({ length: 51 }, (_, n) => idOf(n + 1)) }))).code).toBe('invalid')
  })
})

describe('summaries', () => {
  const add = (n: number, text = `Summary ${n}.`, viewer = ben) =>
    mutations.run(setSummary, { id: water, summaryId: idOf(800 + n), tabTitle: '', text }, { viewer, now: T0 + n })
  const texts = async () => (await mutations.get(tags, water))?.summaries.map(({ text }) => text)

  test('are added, changed, ordered and taken away', async () => {
    for (const n of [1, 2, 3]) await add(n)
    await add(2, 'Changed.\r\nWith a line.')
    await mutations.run(moveSummary, { id: water, summaryId: idOf(803), beforeId: idOf(801) }, { viewer: ben })
    expect(await texts()).toEqual(['Summary 3.', 'Summary 1.', 'Changed.\nWith a line.'])
    await mutations.run(removeSummary, { id: water, summaryId: idOf(801) }, { viewer: ben })
    const before = await mutations.everything()
    await mutations.run(removeSummary, { id: water, summaryId: idOf(801) }, { viewer: ben, now: T0 + 99 })
    await mutations.run(moveSummary, { id: water, summaryId: idOf(801), beforeId: null }, { viewer: ben, now: T0 + 99 })
    expect(await mutations.everything()).toBe(before)
  })

  test('are short, few and not empty: a megabyte is refused', async () => {
    for (const text of ['x'.repeat(1_000_000), 'x'.repeat(wikiLimits.summary + 1), '', ' \n '])
      expect((await refusalOf(add(1, text))).field).toBe('text')
    for (let n = 1; n <= wikiLimits.summaries; n += 1) await add(n)
    expect((await refusalOf(add(99))).field).toBe('summaryText')
    expect((await refusalOf(add(1, 'Mine.', beginner))).reason).toBe('wiki-needs-karma')
  })

  test('what they said before stands in the history whole, also of two that were changed in one moment', async () => {
    const long = 'Water '.repeat(300).trim()
    await add(1, long)
    await add(2, long.toUpperCase())
    for (const n of [1, 2]) await mutations.run(removeSummary, { id: water, summaryId: idOf(800 + n) }, { viewer: ben, now: T0 + 9 })
    const changes = await mutations.read((read) => read.list(changesOf(water, 10)))
    expect(changes.filter(({ at }) => at === T0 + 9).map(({ from, to }) => [from, to])).toEqual(
      expect.arrayContaining([[long, ''], [long.toUpperCase(), '']]), // oxfmt-ignore
    )
    expect(changes.find(({ at }) => at === T0 + 1)).toMatchObject({ field: 'summaries', from: '', to: long })
  })

  test('hold no signs that nobody sees', async () => {
    await add(1, 'Right\u202Eleft\u0000.')
    expect(await texts()).toEqual(['Rightleft.'])
  })
})

describe('lenses and flags', () => {
  beforeEach(async () => {
    for (const n of [1, 2, 3]) await put(idOf(600 + n), `Lens${n}`, { state: 'lens', lensOf: water, lensOrder: n, tabTitle: `${n}` })
  })

  test('lenses are put in order, and their tabs named', async () => {
    await mutations.run(moveLens, { id: idOf(603), beforeId: idOf(601) }, { viewer: ben })
    const order = await Promise.all([1, 2, 3].map(async (n) => (await mutations.get(tags, idOf(600 + n)))?.lensOrder))
    expect(order).toEqual([2, 3, 1])
    await mutations.run(setTab, { id: idOf(601), tabTitle: 'Simple', tabSubtitle: 'For children' }, { viewer: ben })
    expect(await mutations.get(tags, idOf(601))).toMatchObject({ tabTitle: 'Simple', tabSubtitle: 'For children' })
    await mutations.run(setTab, { id: idOf(601), tabTitle: 'Simple', tabSubtitle: 'For all' }, { viewer: ben, now: T0 + 2 })
    const changes = await mutations.read((read) => read.list(changesOf(idOf(601), 10)))
    expect(changes[0]).toMatchObject({ field: 'tabSubtitle', from: 'For children', to: 'For all' })
    expect((await refusalOf(mutations.run(moveLens, { id: water, beforeId: null }, { viewer: ben }))).code).toBe('invalid')
    expect((await refusalOf(mutations.run(setTab, { id: water, tabTitle: 'a', tabSubtitle: '' }, { viewer: ben }))).code).toBe('invalid')
    expect((await refusalOf(mutations.run(moveLens, { id: idOf(601), beforeId: null }, { viewer: beginner }))).code).toBe('not-allowed')
  })

  test('a lens is renamed to a name that a page has, under an address of its own', async () => {
    await rename('Wine', ben, idOf(601))
    expect(await mutations.get(tags, idOf(601))).toMatchObject({ name: 'Wine', slug: 'wine-2' })
  })

  test('flags are made by administrators and set by editors', async () => {
    const flag = { id: idOf(900), name: 'Needs sources', text: 'Say where it is from.', order: 1, isDeleted: false }
    expect((await refusalOf(mutations.run(putWorkFlag, flag, { viewer: moderator }))).reason).toBe('admins-only')
    await mutations.run(putWorkFlag, flag, { viewer: admin })
    const flagged = (isOn: boolean, viewer = ben) =>
      mutations.run(setPageFlag, { id: water, flagId: flag.id, isOn }, { viewer, now: T0 + 1 })
    await flagged(true)
    await flagged(true)
    expect((await mutations.get(tags, water))?.flagIds).toEqual([flag.id])
    await flagged(false)
    expect((await mutations.get(tags, water))?.flagIds).toEqual([])
    expect((await refusalOf(flagged(true, beginner))).reason).toBe('wiki-needs-karma')
    await mutations.run(putWorkFlag, { ...flag, isDeleted: true }, { viewer: admin })
    expect((await refusalOf(flagged(true))).code).toBe('not-found')
    expect((await refusalOf(mutations.run(putWorkFlag, { ...flag, id: idOf(901) }, { viewer: admin }))).code).toBe('taken')
  })
})
