import { beforeEach, describe, expect, test } from 'vitest'
import { inlineComments } from '../inline-comments/schema.ts'
import { authorships, posts, revisions } from '../posts/schema.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { aPost, aTag, idOf, member, moderator, paragraph, T0 } from '../testing/factories.ts'
import { setPageDetail } from './detail-mutations.ts'
import { tagChanges, tagRequirements, tags, tagSlugs } from './schema.ts'
import { holderOf } from './slugs.ts'
import { deletePage, mergePages, restorePage, setCredit } from './page-status-mutations.ts'

const ben = member(idOf(200), { karma: 1 })
const [water, wine, rain, lens] = [idOf(500), idOf(501), idOf(502), idOf(503)]

let mutations: ReturnType<typeof mutationsOver>
beforeEach(async () => {
  mutations = mutationsOver([posts, revisions, authorships, inlineComments, tags, tagSlugs, tagRequirements, tagChanges])
  for (const [id, name] of [
    [water, 'Water'],
    [wine, 'Wine'],
    [rain, 'Rain'],
  ] as const)
    await put(id, name)
  await put(lens, 'Simply', { state: 'lens', lensOf: water, lensOrder: 1 })
})

async function put(id: string, name: string, more: Parameters<typeof aTag>[0] = {}): Promise<void> {
  const slug = name.toLowerCase()
  await mutations.put(posts, aPost({ id, kind: 'wiki', slug: null, title: name, authorId: idOf(100) }))
  await mutations.put(tags, aTag({ id, name, slug, ...more }))
  await mutations.put(tagSlugs, { id: `${id}:${slug}`, slug, tagId: id })
}
const remove = (id: string, leadsToId: string | null = null, viewer = moderator, now = T0 + 1) =>
  mutations.run(deletePage, { id, leadsToId }, { viewer, now })
const restore = (id: string, now = T0 + 2) => mutations.run(restorePage, { id }, { viewer: moderator, now })
const merge = (fromId: string, toId: string, more: object = {}, viewer = moderator) =>
  mutations.run(mergePages, { fromId, toId, movesSubTags: true, isRedirected: false, ...more }, { viewer, now: T0 + 3 })
const leads = async (slug: string) => (await mutations.read((read) => holderOf(read, slug)))?.id
const stateOf = async (id: string) => (await mutations.get(tags, id))?.state

describe('deleting', () => {
  test('takes the page and its lenses away, once; both come back together', async () => {
    await remove(water)
    expect([await stateOf(water), await stateOf(lens), (await mutations.get(posts, water))?.status]).toEqual([
      'deleted',
      'deleted',
      'removed',
    ])
    const before = await mutations.everything()
    await remove(water, null, moderator, T0 + 9)
    expect(await mutations.everything()).toBe(before)
    await restore(water)
    expect([await stateOf(water), await stateOf(lens), (await mutations.get(posts, water))?.status]).toEqual(['page', 'lens', 'published'])
    expect((await mutations.get(tags, water))?.deletedAt).toBeNull()
  })

  test('a lens that was deleted by itself before stays so', async () => {
    await remove(lens, null, moderator, T0 + 1)
    await remove(water, null, moderator, T0 + 2)
    await restore(water, T0 + 3)
    expect(await stateOf(lens)).toBe('deleted')
    await restore(lens, T0 + 4)
    expect(await stateOf(lens)).toBe('lens')
  })

  test('with a page to lead to, every address leads there, and back when it is restored', async () => {
    await remove(water, wine)
    expect(await leads('water')).toBe(wine)
    expect((await mutations.get(tags, wine))?.oldSlugs).toEqual(['water'])
    await remove(wine, rain)
    expect([await leads('water'), await leads('wine')]).toEqual([rain, rain])
    await restore(wine)
    expect([await leads('wine'), (await mutations.get(tags, rain))?.oldSlugs.includes('wine')]).toEqual([wine, false])
  })

  test('an earlier address that another page has taken meanwhile is that page’s for good', async () => {
    await mutations.put(tags, aTag({ id: water, name: 'Water', slug: 'water', oldSlugs: ['aqua', 'sea'] }))
    await mutations.put(tagSlugs, { id: `${water}:sea`, slug: 'sea', tagId: water })
    await mutations.put(tagSlugs, { id: `${wine}:aqua`, slug: 'aqua', tagId: wine })
    await mutations.put(tags, aTag({ id: wine, name: 'Aqua', slug: 'aqua' }))
    await remove(water)
    await restore(water)
    expect(await mutations.get(tags, water)).toMatchObject({ slug: 'water', oldSlugs: ['sea'] })
    expect([await leads('aqua'), await leads('sea')]).toEqual([wine, water])
  })

  test('it is not brought back under an address by which the page it led to is called now', async () => {
    await remove(water, wine)
    await mutations.run(setPageDetail, { id: wine, detail: { field: 'slug', value: 'water' } }, { viewer: moderator, now: T0 + 2 })
    expect((await refusalOf(restore(water, T0 + 3))).code).toBe('taken')
    expect([await leads('water'), await stateOf(water)]).toEqual([wine, 'deleted'])
  })

  test.each<[string, string, string | null, string]>([
    ['to itself', water, water, 'invalid'],
    ['to what is not there', water, idOf(999), 'not-found'],
    ['to a lens', water, lens, 'invalid'],
    ['of a lens, with somewhere to lead', lens, wine, 'invalid'],
  ])('%s is refused', async (_what, id, leadsToId, code) => {
    const before = await mutations.everything()
    expect((await refusalOf(remove(id, leadsToId))).code).toBe(code)
    expect(await mutations.everything()).toBe(before)
  })

  test('in a circle is refused: what leads somewhere stands no more', async () => {
    await remove(water, wine)
    expect((await refusalOf(remove(wine, water))).code).toBe('invalid')
  })

  test('is the keepers’; restoring is refused where another page has the address by now', async () => {
    expect((await refusalOf(remove(water, null, ben))).reason).toBe('staff-only')
    await remove(water)
    await mutations.put(tagSlugs, { id: `${water}:gone`, slug: 'gone', tagId: water })
    const place = { id: `${water}:water`, slug: 'water', tagId: wine }
    await mutations.put(tagSlugs, place)
    expect((await refusalOf(restore(water))).code).toBe('taken')
    expect(await stateOf(water)).toBe('deleted')
  })
})

describe('merging', () => {
  test('sends the posts on, and children along; without a redirect both pages stay', async () => {
    await put(idOf(510), 'Dew', { parentTagId: water })
    await merge(water, wine)
    expect(await mutations.get(tags, water)).toMatchObject({ state: 'page', relsGoToId: wine, leadsToId: null })
    expect((await mutations.get(tags, idOf(510)))?.parentTagId).toBe(wine)
    expect(await leads('water')).toBe(water)
  })

  test('with a redirect, the one is deleted and its address leads to the other; repeated, nothing changes', async () => {
    await merge(water, wine, { isRedirected: true })
    expect(await mutations.get(tags, water)).toMatchObject({ state: 'deleted', leadsToId: wine, relsGoToId: wine })
    expect([await leads('water'), await stateOf(lens)]).toEqual([wine, 'deleted'])
    const before = await mutations.everything()
    await merge(water, wine, { isRedirected: true })
    expect(await mutations.everything()).toBe(before)
  })

  test('children stay where the heir could be no parent', async () => {
    await put(idOf(510), 'Dew', { parentTagId: water })
    await mutations.put(tags, aTag({ id: wine, name: 'Wine', slug: 'wine', parentTagId: rain }))
    await merge(water, wine)
    expect((await mutations.get(tags, idOf(510)))?.parentTagId).toBe(water)
  })

  test('a child takes the place of its parent', async () => {
    await put(idOf(510), 'Dew', { parentTagId: water })
    await mutations.put(tags, aTag({ id: wine, name: 'Wine', slug: 'wine', parentTagId: water }))
    await merge(water, wine)
    expect([(await mutations.get(tags, wine))?.parentTagId, (await mutations.get(tags, idOf(510)))?.parentTagId]).toEqual([null, wine])
  })

  test.each<[string, string, string]>([
    ['with itself', water, water],
    ['with a lens', water, lens],
    ['of a lens', lens, water],
  ])('%s is refused', async (_what, from, to) => {
    const before = await mutations.everything()
    expect((await refusalOf(merge(from, to))).field).toBe('toId')
    expect(await mutations.everything()).toBe(before)
  })

  test('in a circle is refused, while posts are on their way and afterwards', async () => {
    await merge(water, wine)
    expect((await refusalOf(merge(wine, water))).field).toBe('toId')
    await merge(rain, wine, { isRedirected: true })
    expect((await refusalOf(merge(wine, rain))).field).toBe('toId')
  })

  test('is refused to members, and into what takes no posts', async () => {
    expect((await refusalOf(merge(water, wine, {}, ben))).reason).toBe('staff-only')
    await mutations.put(tags, aTag({ id: wine, name: 'Wine', slug: 'wine', isWikiOnly: true }))
    expect((await refusalOf(merge(water, wine))).field).toBe('toId')
  })
})

test('a version is left out of the reckoning by keepers alone, and counts again', async () => {
  const revision = { id: idOf(700), subjectKind: 'post', subjectId: water, postId: water, n: 1, version: '1.0.0', isDraft: false, title: 'Water', body: paragraph('Wet.'), wordCount: 1, authorId: idOf(100), at: T0 } as const // oxfmt-ignore
  await mutations.put(revisions, revision)
  const credit = (isCredited: boolean, viewer = moderator) => mutations.run(setCredit, { revisionId: revision.id, isCredited }, { viewer })
  expect((await refusalOf(credit(false, ben))).reason).toBe('staff-only')
  await credit(false)
  expect((await mutations.get(revisions, revision.id))?.isUncredited).toBe(true)
  await credit(true)
  expect(await mutations.get(revisions, revision.id)).toEqual(revision)
  await mutations.put(revisions, { ...revision, isDraft: true })
  expect((await refusalOf(credit(false))).code).toBe('invalid')
})
