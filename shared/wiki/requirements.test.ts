import { beforeEach, describe, expect, test } from 'vitest'
import type { Viewer } from '../kernel/viewer.ts'
import type { Tag } from './schema.ts'
import { visitor } from '../kernel/viewer.ts'
import { inlineComments } from '../inline-comments/schema.ts'
import { authorships, posts, revisions } from '../posts/schema.ts'
import { admin, aPost, aTag, idOf, member, moderator, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { fc } from '../testing/properties.ts'
import { deletePage, mergePages, restorePage } from './page-status-mutations.ts'
import { setRequirement } from './requirement-mutations.ts'
import { allRequiredBy, dependentsOf, pathLimits, pathTo, reliedUponBy, requirementsOf } from './requirements.ts'
import { tagChanges, tagRequirements, tags, tagSlugs, wikiLimits } from './schema.ts'

const ben = member(idOf(200), { karma: 1 })
const [water, tides, moon, lens, kelp, draft, gone] = [500, 501, 502, 503, 504, 505, 506].map((n) => idOf(n)) as [
  ...[string, string, string, string, string, string, string],
]
const tables = [posts, revisions, authorships, inlineComments, tags, tagSlugs, tagRequirements, tagChanges]

let mutations: ReturnType<typeof mutationsOver>
beforeEach(async () => {
  mutations = mutationsOver(tables)
  for (const [id, name] of [
    [water, 'Water'],
    [tides, 'Tides'],
    [moon, 'Moon'],
  ] as const)
    await put(id, name)
  await put(lens, 'Simply', { state: 'lens', lensOf: water })
  await mutations.put(tags, aTag({ id: kelp, state: 'placeholder', name: 'Kelp', slug: 'kelp' }))
  await put(draft, 'Foam', { state: 'draft', slug: null, publishedAt: null }, { status: 'draft', publishedAt: null, authorId: ben.userId })
  await put(gone, 'Ether', { state: 'deleted' }, { status: 'removed' })
})

async function put(id: string, name: string, more: Partial<Tag> = {}, post: Parameters<typeof aPost>[0] = {}): Promise<void> {
  const slug = name.toLowerCase()
  await mutations.put(posts, aPost({ id, kind: 'wiki', slug: null, title: name, authorId: idOf(100), ...post }))
  await mutations.put(tags, aTag({ id, name, slug, ...more }))
  if (more.slug !== null) await mutations.put(tagSlugs, { id: `${id}:${slug}`, slug, tagId: id })
}
const require = (id: string, requiredId: string, isOn = true, viewer: Viewer = ben, now = T0 + 1) =>
  mutations.run(setRequirement, { id, requiredId, isOn }, { viewer, now })
const requiredBy = async (id: string) => (await mutations.get(tags, id))?.requiresIds
const dependents = (id: string) => mutations.read(async (read) => (await read.list(dependentsOf(id))).map(({ tagId }) => tagId))
/** What is found from the other end says what pages say, and nothing else. */
async function expectBothEndsAlike(): Promise<void> {
  for (const id of [water, tides, moon]) {
    const said: string[] = []
    for (const other of [water, tides, moon]) if ((await requiredBy(other))?.includes(id) === true) said.push(other)
    expect(await dependents(id)).toEqual(said)
  }
}

describe('a page requires another', () => {
  test('in the order in which they were chosen, found from both ends, and said in the history', async () => {
    await require(tides, moon)
    await require(tides, water, true, ben, T0 + 2)
    expect(await requiredBy(tides)).toEqual([moon, water])
    expect((await mutations.get(tags, tides))?.changedAt).toBe(T0 + 2)
    expect(await mutations.get(tagChanges, `${tides}:${T0 + 2}:requiresIds:${water}`)).toMatchObject({
      userId: ben.userId,
      field: 'requiresIds',
    })
    await expectBothEndsAlike()
    await require(tides, moon, false, ben, T0 + 3)
    expect(await requiredBy(tides)).toEqual([water])
    await require(tides, water, false, ben, T0 + 4)
    expect(await mutations.get(tags, tides)).not.toHaveProperty('requiresIds')
    expect(await dependents(water)).toEqual([])
  })

  test('and no more often for being asked again', async () => {
    await require(tides, moon)
    const before = await mutations.everything()
    await require(tides, moon, true, ben, T0 + 9)
    expect(await mutations.everything()).toBe(before)
    await require(tides, water, false, ben, T0 + 9)
    expect(await mutations.everything()).toBe(before)
  })

  test.each<[string, Viewer, string]>([
    ['a visitor', visitor, 'sign-in-first'],
    ['a member without karma', member(idOf(300)), 'wiki-needs-karma'],
    ['who may not post', { ...ben, postingDisabled: true }, 'posting-disabled'],
    ['a member with one karma', ben, 'allowed'],
    ['an administrator', admin, 'allowed'],
  ])('%s, of a page that is open: %s', async (_who, viewer, expected) => {
    expect(await attempt(viewer)).toBe(expected)
  })

  test.each<[string, Viewer, string]>([
    ['a member', ben, 'page-is-restricted'],
    ['a member who is named', member(idOf(201), { karma: 1 }), 'allowed'],
    ['a moderator who is not', { ...moderator, karma: 9 }, 'page-is-restricted'],
    ['an administrator', admin, 'allowed'],
  ])('%s, of a page that is kept for some', async (_who, viewer, expected) => {
    const editing = { isAdminOnly: false, editorIds: [idOf(201)] }
    await mutations.put(posts, aPost({ id: tides, kind: 'wiki', slug: null, title: 'Tides', editing }))
    expect(await attempt(viewer)).toBe(expected)
  })

  async function attempt(viewer: Viewer): Promise<string> {
    const before = await mutations.everything()
    const refusal = await require(tides, moon, true, viewer).then(
      () => null,
      (error: unknown) => error as { readonly reason: string },
    )
    if (refusal === null) return 'allowed'
    expect(await mutations.everything()).toBe(before)
    return refusal.reason
  }

  test.each([
    ['itself', tides, tides],
    ['a lens', tides, lens],
    ['a name that nobody has made a page of', tides, kelp],
    ['a draft, also one’s own', tides, draft],
    ['what is deleted', tides, gone],
    ['what is not there', tides, idOf(999)],
    ['anything, of a lens', lens, moon],
    ['anything, of a draft', draft, moon],
  ])('but not %s, and then nothing is stored', async (_what, id, requiredId) => {
    const before = await mutations.everything()
    expect(await refusalOf(require(id, requiredId))).toMatchObject({ code: 'invalid', field: 'requiredId' })
    expect(await mutations.everything()).toBe(before)
  })

  test('but not more than eight; what was deleted gives up its place when it is needed', async () => {
    const others = Array.from({ length: wikiLimits.requirements + 1 }, (_, n) => idOf(600 + n))
    for (const [n, id] of others.entries()) await put(id, `Page ${n}`)
    for (const id of others.slice(0, -1)) await require(tides, id)
    const before = await mutations.everything()
    expect(await refusalOf(require(tides, others.at(-1) ?? ''))).toMatchObject({ code: 'invalid', field: 'requiredId' })
    expect(await mutations.everything()).toBe(before)
    const [first = ''] = others
    await mutations.run(deletePage, { id: first, leadsToId: null }, { viewer: moderator, now: T0 + 2 })
    await require(tides, others.at(-1) ?? '', true, ben, T0 + 3)
    expect(await requiredBy(tides)).toEqual(others.slice(1))
    expect(await dependents(first)).toEqual([])
  })
})

describe('a circle', () => {
  test('of two pages is refused, and one through others, and nothing is stored', async () => {
    await require(water, moon)
    await require(tides, water)
    const before = await mutations.everything()
    for (const [id, requiredId] of [
      [moon, water],
      [moon, tides],
    ] as const)
      expect(await refusalOf(require(id, requiredId))).toMatchObject({ field: 'requiredId', reason: 'requires-each-other' })
    expect(await mutations.everything()).toBe(before)
  })

  test('through a deleted page is refused too: it may come back', async () => {
    await require(water, moon)
    await require(tides, water)
    await mutations.run(deletePage, { id: water, leadsToId: null }, { viewer: moderator, now: T0 + 2 })
    expect(await refusalOf(require(moon, tides))).toMatchObject({ reason: 'requires-each-other' })
  })

  test('is not looked for without end: a page with too much behind it cannot be required', async () => {
    const chain = Array.from({ length: 202 }, (_, n) => idOf(1_000 + n))
    for (const [n, id] of chain.entries()) await put(id, `Link ${n}`, n === 0 ? {} : { requiresIds: [chain[n - 1] ?? ''] })
    expect(await refusalOf(require(tides, chain.at(-1) ?? ''))).toMatchObject({ code: 'invalid', field: 'requiredId' })
    await require(tides, chain.at(-2) ?? '')
    expect(await requiredBy(tides)).toEqual([chain.at(-2)])
  })
})

describe('what becomes of requirements', () => {
  const merge = (fromId: string, toId: string, isRedirected = true) =>
    mutations.run(mergePages, { fromId, toId, movesSubTags: true, isRedirected }, { viewer: moderator, now: T0 + 5 })

  test('a page that is merged away is required by its heir’s name, once', async () => {
    await require(tides, moon)
    await require(tides, water)
    await merge(moon, water)
    expect(await requiredBy(tides)).toEqual([water])
    await expectBothEndsAlike()
  })

  test('a merge makes no circle, and no page that requires itself', async () => {
    await require(water, moon)
    await require(tides, water)
    await merge(moon, tides)
    expect(await requiredBy(water)).toBeUndefined()
    expect(await requiredBy(tides)).toEqual([water])
    await merge(water, tides)
    expect(await requiredBy(tides)).toBeUndefined()
    await expectBothEndsAlike()
  })

  test('a merge that leaves the page leaves what requires it', async () => {
    await require(tides, moon)
    await merge(moon, water, false)
    expect(await requiredBy(tides)).toEqual([moon])
  })

  test('a deleted page is not shown, and is once it is back; deleted with where it leads, that is', async () => {
    await require(tides, moon)
    const shown = () =>
      mutations.read(async (read) => (await requirementsOf(read, (await read.get(tags, tides)) ?? aTag())).map(({ id }) => id))
    await mutations.run(deletePage, { id: moon, leadsToId: null }, { viewer: moderator, now: T0 + 2 })
    expect(await shown()).toEqual([])
    await mutations.run(restorePage, { id: moon }, { viewer: moderator, now: T0 + 3 })
    expect(await shown()).toEqual([moon])
    await mutations.run(deletePage, { id: moon, leadsToId: water }, { viewer: moderator, now: T0 + 4 })
    expect(await shown()).toEqual([water])
  })

  test('a page says whom it carries, of many the first twenty and how many more', async () => {
    for (let n = 0; n < 23; n += 1) {
      await put(idOf(2_000 + n), `Page ${n}`)
      await require(idOf(2_000 + n), water)
    }
    await mutations.run(deletePage, { id: idOf(2_000), leadsToId: null }, { viewer: moderator, now: T0 + 2 })
    const found = await mutations.read(async (read) => reliedUponBy(read, (await read.get(tags, water)) ?? aTag()))
    expect([found.pages[0]?.id, found.pages.length, found.more]).toEqual([idOf(2_001), 20, 2])
  })
})

describe('a path', () => {
  const pathOf = (rows: readonly Tag[], target: string) => {
    const store = mutationsOver([tags])
    return (async () => {
      for (const row of rows) await store.put(tags, row)
      return store.read(async (read) => {
        const tag = rows.find(({ id }) => id === target) ?? aTag()
        const path = await pathTo(read, tag)
        return { path: path.map(({ id }) => id), behind: await allRequiredBy(read, tag) }
      })
    })()
  }
  const page = (n: number, requires: readonly number[], more: Partial<Tag> = {}): Tag =>
    aTag({ id: idOf(n), slug: `page-${n}`, requiresIds: requires.map((each) => idOf(each)), ...more })

  test('has each page once and after what it requires, the same each time, and ends with its own', async () => {
    // Page n requires some of those before it.
    const wiki = fc.array(fc.array(fc.nat({ max: 40 }), { maxLength: wikiLimits.requirements }), { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(wiki, async (requirements) => {
        const rows = requirements.map((some, n) => page(n, [...new Set(some.filter((each) => each < n))]))
        const target = rows.at(-1)?.id ?? ''
        const { path, behind } = await pathOf(rows, target)
        expect(path.at(-1)).toBe(target)
        expect(new Set(path).size).toBe(path.length)
        expect(path.length).toBeLessThanOrEqual(pathLimits.pages)
        const placeOf = new Map(path.map((id, at) => [id, at]))
        for (const { id, requiresIds = [] } of rows)
          for (const required of requiresIds)
            if (placeOf.has(id) && placeOf.has(required)) expect(placeOf.get(required)).toBeLessThan(placeOf.get(id) ?? 0)
        for (const id of path) expect(id === target || behind?.has(id)).toBe(true)
        if ((behind?.size ?? 0) < pathLimits.pages && requirements.length <= pathLimits.depth)
          expect(path).toHaveLength((behind?.size ?? 0) + 1)
        expect((await pathOf(rows.toReversed(), target)).path).toEqual(path)
      }),
      { numRuns: 90 },
    )
  })

  test('goes through eight requirements of requirements, and has the nearest twenty', async () => {
    const chain = Array.from({ length: 12 }, (_, n) => page(n, n === 0 ? [] : [n - 1]))
    expect((await pathOf(chain, idOf(11))).path).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11].map((n) => idOf(n)))
    const branches = [1, 2, 3].map((branch) =>
      page(
        branch,
        Array.from({ length: 8 }, (_, n) => 10 * branch + n),
      ),
    )
    const leaves = branches.flatMap(({ requiresIds = [] }) => requiresIds).map((id) => aTag({ id, slug: id }))
    const { path } = await pathOf([page(0, [1, 2, 3]), ...branches, ...leaves], idOf(0))
    expect(path).toHaveLength(pathLimits.pages)
    for (const branch of [1, 2, 3]) expect(path).toContain(idOf(branch))
  })

  test('leaves out what is no page for readers, and ends where somebody has made a circle', async () => {
    const rows = [page(0, [1, 2, 3]), page(1, [], { state: 'deleted' }), page(2, [4], { state: 'placeholder' }), page(3, [0]), page(4, [])]
    expect((await pathOf(rows, idOf(0))).path).toEqual([idOf(3), idOf(0)])
  })
})
