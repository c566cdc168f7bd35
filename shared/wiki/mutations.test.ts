import { beforeEach, describe, expect, test } from 'vitest'
import { members } from '../accounts/schema.ts'
import { publishPost, saveDraft, setPostDetail } from '../posts/mutations.ts'
import { authorships, posts, revisions, writings } from '../posts/schema.ts'
import { inlineComments } from '../inline-comments/schema.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { aTag, idOf, member, paragraph, publishArgs, T0 } from '../testing/factories.ts'
import { createPage, publishPage } from './mutations.ts'
import { lensesOf } from './page-queries.ts'
import { tags, wikiLimits } from './schema.ts'

const ada = member(idOf(100), { karma: 5 })
const ben = member(idOf(200), { karma: 1 })
const beginner = member(idOf(300))
const id = idOf(500)

let mutations: ReturnType<typeof mutationsOver>
beforeEach(() => {
  mutations = mutationsOver([posts, revisions, writings, authorships, inlineComments, members, tags])
})

const beginning = { id, revisionId: idOf(600), lang: 'en', isWikiOnly: false, lensOf: null }
const version = (n: number, text = 'About water.', more: Record<string, unknown> = {}) => ({
  ...{ ...beginning, revisionId: idOf(600 + n), name: 'Water', body: paragraph(text) },
  ...more,
})
const publish = (n: number, viewer = ada, more: Record<string, unknown> = {}, text = 'About water.') =>
  mutations.run(publishPage, version(n, text, more), { viewer, now: T0 + n })

describe('beginning a page', () => {
  test('makes a draft of whoever begins it, once; its name is without the sign that tags are written with', async () => {
    await mutations.run(createPage, { ...beginning, name: '# Water' }, { viewer: ada })
    expect(await mutations.get(posts, id)).toMatchObject({
      kind: 'wiki',
      status: 'draft',
      title: 'Water',
      authorId: ada.userId,
      slug: null,
    })
    expect(await mutations.get(tags, id)).toMatchObject({ state: 'draft', name: 'Water', slug: null, isWikiOnly: false })
    expect(await mutations.get(authorships, `${ada.userId}:${id}`)).toMatchObject({ level: 'own' })
    const before = await mutations.everything()
    await mutations.run(createPage, { ...beginning, name: 'Wine' }, { viewer: ada, now: T0 + 9 })
    expect(await mutations.everything()).toBe(before)
  })

  test('is refused without karma, to visitors, under the id of something else, and with too long a name', async () => {
    await mutations.run(createPage, { ...beginning, name: 'Water' }, { viewer: ada })
    const before = await mutations.everything()
    const args = { ...beginning, id: idOf(501), revisionId: idOf(601), name: 'Wine' }
    expect((await refusalOf(mutations.run(createPage, args, { viewer: beginner }))).reason).toBe('wiki-needs-karma')
    expect((await refusalOf(mutations.run(createPage, args))).reason).toBe('sign-in-first')
    expect((await refusalOf(mutations.run(createPage, { ...args, id }, { viewer: ben }))).code).toBe('not-found')
    expect((await refusalOf(mutations.run(createPage, { ...args, revisionId: idOf(600) }, { viewer: ben }))).code).toBe('not-found')
    const long = 'x'.repeat(wikiLimits.name + 1)
    expect((await refusalOf(mutations.run(createPage, { ...args, name: long }, { viewer: ben }))).field).toBe('name')
    expect(await mutations.everything()).toBe(before)
  })
})

describe('publishing', () => {
  test('makes the page everybody’s: nobody has a part in it any more, and shares end', async () => {
    await mutations.run(createPage, { ...beginning, name: 'Water' }, { viewer: ada })
    const draft = await mutations.get(posts, id)
    if (draft === undefined) throw new Error('no draft')
    const link = { key: idOf(7), level: 'edit' } as const
    await mutations.put(posts, { ...draft, shares: [{ userId: ben.userId, level: 'edit', isByLink: false }], link })
    await publish(1)
    const page = await mutations.get(posts, id)
    expect(page).toMatchObject({
      status: 'published',
      publishedAt: T0 + 1,
      version: '1.0.0',
      revisionId: idOf(601),
      excerpt: 'About water.',
    })
    expect([page?.shares, page?.link]).toEqual([undefined, undefined])
    expect(await mutations.get(tags, id)).toMatchObject({ state: 'page', publishedAt: T0 + 1 })
    expect(await mutations.get(authorships, `${ada.userId}:${id}`)).toBeUndefined()
  })

  test('another member’s version is theirs, minor unless they say otherwise, and brings no old name back', async () => {
    await publish(1)
    await publish(2, ben, { name: 'Wine', note: 'More on rain.' }, 'About water and rain.')
    expect(await mutations.get(revisions, idOf(602))).toMatchObject({
      ...{ authorId: ben.userId, version: '1.1.0', isDraft: false, note: 'More on rain.', followsId: idOf(601), title: 'Water' },
    })
    await publish(3, ada, { level: 'major' }, 'All new.')
    expect(await mutations.get(posts, id)).toMatchObject({
      version: '2.0.0',
      title: 'Water',
      authorId: ada.userId,
      editedAt: T0 + 3,
      publishedAt: T0 + 1,
    })
    const before = await mutations.everything()
    await publish(2, ben, {}, 'About water and rain.')
    expect(await mutations.everything()).toBe(before)
  })

  test('an empty text makes a page too: a tag needs no words', async () => {
    await publish(1, ada, { body: { type: 'doc', content: [{ type: 'paragraph' }] } })
    expect((await mutations.get(tags, id))?.state).toBe('page')
  })

  test.each([
    ['a name that this site needs', { name: 'Create' }, 'pageName'],
    ['a name without letters', { name: '#!?' }, 'pageName'],
    ['no name', { name: '  ' }, 'name'],
    ['a level there is none of', { level: 'huge' }, 'level'],
    ['a text of a form there is none of', { body: { type: 'doc', content: [{ type: 'script' }] } }, 'body'],
    ['what no such mutation has', { isAdmin: true }, 'isAdmin'],
  ])('refuses %s, and stores nothing', async (_what, more, field) => {
    const before = await mutations.everything()
    const refusal = await refusalOf(publish(1, ada, more))
    expect([refusal.code, refusal.field?.split('.')[0]]).toEqual(['invalid', field])
    expect(await mutations.everything()).toBe(before)
  })

  test('is refused to whoever may not edit it, of a draft to all but whoever began it, and for posts', async () => {
    await mutations.run(createPage, { ...beginning, name: 'Water' }, { viewer: ada })
    expect((await refusalOf(publish(1, ben))).code).toBe('not-found')
    await publish(1)
    expect((await refusalOf(publish(2, beginner))).reason).toBe('wiki-needs-karma')
    await mutations.run(publishPost, publishArgs({ id: idOf(1), revisionId: idOf(2) }), { viewer: ada })
    expect((await refusalOf(publish(3, ada, { id: idOf(1) }))).reason).toBe('not-a-wiki-page')
  })

  test('under the id of another text’s state, or of a state that was never published, nothing is begun and nothing published', async () => {
    await mutations.run(createPage, { ...beginning, name: 'Water' }, { viewer: ada })
    const before = await mutations.everything()
    // Ben names a state of Ada’s draft as the newest one of a page of his.
    expect((await refusalOf(publish(0, ben, { id: idOf(501) }))).code).toBe('not-found')
    expect((await refusalOf(publish(0, ada))).code).toBe('not-found')
    expect(await mutations.everything()).toBe(before)
  })

  test('a page is not changed by the mutations of posts, nor becomes one', async () => {
    await publish(1)
    const before = await mutations.everything()
    const args = publishArgs({ id, revisionId: idOf(699) })
    expect((await refusalOf(mutations.run(publishPost, args, { viewer: ada }))).reason).toBe('is-wiki-page')
    expect((await refusalOf(mutations.run(saveDraft, args, { viewer: ada }))).reason).toBe('is-wiki-page')
    for (const detail of [
      { field: 'title', value: 'Wine' },
      { field: 'kind', value: 'post' },
      { field: 'tags', value: ['wine'] },
    ]) {
      expect((await refusalOf(mutations.run(setPostDetail, { id, detail }, { viewer: ada }))).reason).toBe('is-wiki-page')
    }
    expect((await refusalOf(mutations.run(publishPost, { ...args, kind: 'wiki' }, { viewer: ada }))).field).toBe('kind')
    expect(await mutations.everything()).toBe(before)
  })
})

describe('lenses', () => {
  const lens = (n: number, more: Record<string, unknown> = {}) => ({
    ...{ ...beginning, id: idOf(500 + n), revisionId: idOf(700 + n), lensOf: id, tabTitle: 'Simple' },
    ...{ name: 'Water, simply', body: paragraph('Wet.') },
    ...more,
  })
  beforeEach(async () => publish(1))

  test('are texts of their own, in the order in which they came', async () => {
    await mutations.run(publishPage, lens(1), { viewer: ben })
    await mutations.run(publishPage, lens(2, { tabTitle: 'Hard', name: 'Water' }), { viewer: ben })
    expect(await mutations.get(tags, idOf(501))).toMatchObject({ state: 'lens', lensOf: id, lensOrder: 1, tabTitle: 'Simple' })
    expect((await mutations.get(tags, idOf(502)))?.lensOrder).toBe(2)
  })

  test('stand after those that stand, however many others have begun', async () => {
    for (let n = 1; n <= 10 * wikiLimits.lenses; n += 1) {
      const row = aTag({ id: idOf(5_000 + n), state: 'draft', slug: null, lensOf: id, lensOrder: n })
      await mutations.put(tags, row)
    }
    // Two were begun before either was published.
    for (const n of [1, 2]) {
      const { body: _none, ...begun } = lens(n)
      await mutations.run(createPage, { ...begun, revisionId: idOf(800 + n) }, { viewer: ben })
    }
    for (const n of [1, 2]) await mutations.run(publishPage, lens(n), { viewer: ben })
    const existing = await mutations.read((read) => read.list(lensesOf(id)))
    expect(existing.map((one) => [one.id, one.lensOrder])).toEqual([[idOf(501), 1], [idOf(502), 2]]) // oxfmt-ignore
  })

  test.each([
    ['without a word on its tab', { tabTitle: undefined }, 'invalid', 'tabTitle'],
    ['of what is not there', { lensOf: idOf(999) }, 'not-found', undefined],
    ['of a lens', { lensOf: idOf(501), id: idOf(502), revisionId: idOf(702) }, 'invalid', 'lensOf'],
    ['with nothing in their name but the sign of tags', { name: '# #' }, 'invalid', 'pageName'],
  ])('are refused %s', async (_what, more, code, field) => {
    await mutations.run(publishPage, lens(1), { viewer: ben })
    const { tabTitle, ...rest } = lens(2, more)
    const refusal = await refusalOf(mutations.run(publishPage, tabTitle === undefined ? rest : { ...rest, tabTitle }, { viewer: ben }))
    expect([refusal.code, refusal.field]).toEqual([code, field])
  })

  test('are as many as there may be, and refused to whoever may not edit the page', async () => {
    for (let n = 1; n <= wikiLimits.lenses; n += 1) await mutations.run(publishPage, lens(n), { viewer: ben })
    expect((await refusalOf(mutations.run(publishPage, lens(90), { viewer: ben }))).field).toBe('lensOf')
    await mutations.run(publishPage, lens(1, { revisionId: idOf(899) }), { viewer: ada })
    expect((await refusalOf(mutations.run(publishPage, lens(91), { viewer: beginner }))).reason).toBe('wiki-needs-karma')
  })
})
