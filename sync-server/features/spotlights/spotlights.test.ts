import { beforeEach, describe, expect, test } from 'vitest'
import type { Browser, FeatureSite } from '#server/features/testing/feature-site.ts'
import { featureSite, shownForm } from '#server/features/testing/feature-site.ts'
import { turnIfDue } from '#server/features/spotlights/jobs.ts'
import { allBookSets } from '#shared/books/queries.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { links } from '#shared/links.ts'
import { auditEntries } from '#shared/moderation/measure-queries.ts'
import { sequences } from '#shared/sequences/schema.ts'
import { searchSynonyms, synonymsId } from '#shared/search/schema.ts'
import { allSitePages } from '#shared/site-pages/queries.ts'
import { allSpotlights, shownSpotlights } from '#shared/spotlights/queries.ts'
import { holderOf } from '#shared/wiki/slugs.ts'
import { dayMs } from '#shared/kernel/durations.ts'

let site: FeatureSite
/** Runs the place: the first is an administrator. */
let ada: Browser
let ben: Browser
let postId = ''

beforeEach(async () => {
  site = await featureSite()
  ada = site.browser()
  ben = site.browser()
  await ada.signUp('Ada')
  await ben.signUp('Ben')
  postId = await published(ben, 'On tides')
})

async function published(by: Browser, title: string): Promise<string> {
  const about = { postId: '', lang: 'en', tags: '', kind: 'post', linkUrl: '', writtenOn: '', submitToFrontpage: 'on', from: '/newPost' }
  const answer = await by.form('posts.publish', { ...about, title, markdown: `About ${title}.` })
  return /posts\/([0-9a-z]{26})/u.exec(answer.headers['location'] ?? '')?.[1] ?? ''
}

const all = () => site.store.read((read) => read.list(allSpotlights()))
const sequencesOf = defineQuery({ table: sequences, index: ['publishedAt'], equals: [], order: 'descending', limit: 10 })
const wikiIdOf = async (slug: string) => (await site.store.read((read) => holderOf(read, slug)))?.id
const create = (browser: Browser, item: string, targetKind = 'post') =>
  browser.form('spotlights.create', { targetKind, item, from: '/newPost' })

describe('the forms of /spotlights', () => {
  test('make one of an address, once, change what was changed, publish, order, show and take away', async () => {
    const answers = [await create(ada, `/posts/${postId}/on-tides`), await create(ada, `/posts/${postId}/on-tides`)]
    const [one] = await all()
    const id = one?.id ?? ''
    expect(answers.map(({ status, headers }) => [status, headers['location']])).toEqual([
      [303, `${links.spotlights()}#${id}`],
      [303, `${links.spotlights()}#${id}`],
    ])
    await create(ada, await published(ada, 'On boats'))
    const other = (await all())[1]?.id ?? ''
    const was = { 'was-title': '', 'was-words': '', 'was-days': '3', 'was-showsAuthor': '' }
    await ada.form('spotlights.setDetails', {
      id,
      title: '',
      words: 'Read it.\r\n\r\nTwice.',
      days: '5',
      showsAuthor: 'on',
      ...was,
      from: '/',
    })
    await ada.form('spotlights.setDraft', { id, isDraft: 'false', from: '/' })
    await ada.form('spotlights.move', { id, beforeId: '', from: '/' })
    await ada.form('spotlights.promote', { id, from: '/' })
    expect((await all()).map((spotlight) => [spotlight.id, spotlight.number])).toEqual([
      [other, 1],
      [id, 2],
    ])
    const about = { title: '', words: 'Read it.\n\nTwice.', days: 5, showsAuthor: true, isDraft: false, shownAt: site.clock.now }
    expect((await all())[1]).toMatchObject(about)
    await ada.form('spotlights.setRemoved', { id, isRemoved: 'true', from: '/' })
    expect((await all())[1]).toMatchObject({ isRemoved: true })
  })

  test('know what an address points at, whatever kind was chosen', async () => {
    const page = { id: '', name: 'Приливы', type: 'tag', lensOf: '', tabTitle: '', note: '', markdown: 'Text.', from: '/' }
    const { location = '' } = (await ada.form('wiki.publish', page)).headers
    expect(location).toBe(links.wiki('приливы'))
    await ada.form('sequences.create', { title: 'Water', from: '/' })
    const sequence = (await site.store.read((read) => read.list(sequencesOf))).at(0)?.id ?? ''
    await ada.form('sequences.setDetails', { sequenceId: sequence, isDraft: '', 'was-isDraft': 'on', from: '/' })
    const addresses = [`https://here.example${location}/discussion?lens=x`, `/s/${sequence}/p/${postId}`, `/s/${sequence}/?x=y`]
    for (const item of addresses) expect((await create(ada, item, 'sequence')).status).toBe(303)
    expect((await all()).map(({ targetKind, targetId }) => [targetKind, targetId])).toEqual([
      ['post', await wikiIdOf('приливы')],
      ['post', postId],
      ['sequence', sequence],
    ])
    for (const item of ['/w/nothing', '/w/%']) expect((await create(ada, item)).status).toBe(400)
  })

  test.each([
    ['no address', { item: 'on-tides' }, 400],
    ['what is not there', { item: '01m0000000000000000000000x' }, 400],
    ['another kind', { targetKind: 'comment' }, 400],
  ])('%s is refused', async (_what, fields, status) => {
    const answer = await ada.form('spotlights.create', { targetKind: 'post', item: postId, from: '/newPost', ...fields })
    expect(answer.status).toBe(status)
    expect(await all()).toEqual([])
  })

  test.each([
    ['a number of days that is none', { days: 'many', 'was-days': '3' }, 'days'],
    ['a link that runs', { subtitleUrl: 'javascript:alert(1)', 'was-subtitleUrl': '' }, 'subtitleUrl'],
    ['a picture of somebody else', { imageUrl: 'https://elsewhere.example/a.png', 'was-imageUrl': '' }, 'imageUrl'],
    ['a field that is none', { shownAt: '1' }, 'shownAt'],
  ])('%s is refused by its name', async (_what, fields, field) => {
    await create(ada, postId)
    const answer = await ada.form('spotlights.setDetails', { id: (await all())[0]?.id ?? '', from: '/newPost', ...fields })
    expect([answer.status, shownForm(answer).error?.['field']]).toEqual([400, field])
  })

  test('a member who is no moderator does none of it', async () => {
    expect((await create(ben, postId)).status).toBe(403)
    expect(await all()).toEqual([])
  })
})

test('turns begin by themselves', async () => {
  for (const id of [postId, await published(ada, 'On boats')]) await create(ada, id)
  for (const { id } of await all()) await ada.form('spotlights.setDraft', { id, isDraft: 'false', from: '/' })
  const ids = (await all()).map(({ id }) => id)
  const shown: (string | undefined)[] = []
  const ports = { store: site.store, apply: (request: Parameters<FeatureSite['writer']['apply']>[0]) => site.writer.apply(request) }
  for (const days of [0, 2.9, 3, 6]) {
    const now = site.clock.now + days * dayMs
    await turnIfDue({ ...ports, apply: (request) => ports.apply({ ...request, now }) }, now)
    shown.push((await site.store.read((read) => read.list(shownSpotlights(1))))[0]?.id)
  }
  expect(shown).toEqual([ids[0], ids[0], ids[1], ids[0]])
})

describe('the forms of /books', () => {
  const books = () => site.store.read((read) => read.list(allBookSets()))
  const said = { id: '', year: '2018', title: 'A map', text: 'Five.', coverUrl: '', buyUrl: ' https://books.example/1 ', collection: '' }
  test('make a set, say it anew, and take it away', async () => {
    const answer = await ada.form('bookSets.put', { ...said, from: '/' })
    expect([answer.status, answer.headers['location']]).toEqual([303, '/books/2018'])
    const [set] = await books()
    await ada.form('bookSets.put', { ...said, id: set?.id ?? '', title: 'Maps', from: '/' })
    expect(await books()).toMatchObject([{ year: 2018, title: 'Maps', buyUrl: 'https://books.example/1', collectionId: null }])
    await ada.form('bookSets.remove', { id: set?.id ?? '', from: '/' })
    expect(await books()).toEqual([])
  })

  test.each([
    ['no year', { year: 'MMXVIII' }, 'year'],
    ['no collection', { collection: '/rationality' }, 'collection'],
    ['no web address', { buyUrl: 'books.example' }, 'buyUrl'],
  ])('%s is refused', async (_what, fields, field) => {
    const answer = await ada.form('bookSets.put', { ...said, from: '/newPost', ...fields })
    expect([answer.status, shownForm(answer).error?.['field'], await books()]).toEqual([400, field, []])
  })

  test('nobody but administrators', async () => {
    expect((await ben.form('bookSets.put', { ...said, from: '/' })).status).toBe(403)
  })
})

describe('the form of /admin/synonyms', () => {
  const save = (browser: Browser, text: string, seenAt = '') => browser.form('searchSynonyms.set', { text, seenAt, from: '/newPost' })
  const row = () => site.store.read((read) => read.get(searchSynonyms, synonymsId))

  test('saves the groups for administrators, with an entry in the audit log; a form of before says that they were changed', async () => {
    const answer = await save(ada, 'Tide, ebb and flow\r\n')
    expect([answer.status, answer.headers['location']]).toEqual([303, '/admin/synonyms'])
    expect(await row()).toMatchObject({ text: 'Tide, ebb and flow', groups: [['tide', 'ebb and flow']] })
    expect(shownForm(await save(ada, 'Tide, flood')).error).toMatchObject({ code: 'conflict', field: 'text' })
    expect((await save(ada, 'Tide, flood', String((await row())?.changedAt))).status).toBe(303)
    const audit = await site.store.read((read) => read.list(auditEntries(20)))
    expect(audit.filter(({ act }) => act === 'searchSynonyms.set')).toHaveLength(2)
  })

  test.each([
    ['a group of one term', 'tide', 'invalid', 400],
    ['a term in two groups', 'tide, flood\nflow, TIDE', 'taken', 409],
  ])('%s is refused', async (_what, text, code, status) => {
    const before = await row()
    const answer = await save(ada, text, String(before?.changedAt ?? ''))
    expect([answer.status, shownForm(answer).error]).toMatchObject([status, { code, field: 'text' }])
    expect(await row()).toEqual(before)
  })

  test('nobody but administrators', async () => {
    expect((await save(ben, 'tide, flow')).status).toBe(403)
    expect((await save(site.browser(), 'tide, flow')).status).toBe(401)
  })
})

describe('the forms of /admin/pages', () => {
  const pages = () => site.store.read((read) => read.list(allSitePages()))
  const put = (browser: Browser, fields: Readonly<Record<string, string>>) =>
    browser.form('sitePages.put', { id: '', name: 'faq', post: postId, from: '/newPost', ...fields })

  test('choose a post by its address and take it away, and both stand in the audit log', async () => {
    const answer = await put(ada, { post: `${site.origin}${links.post({ id: postId, slug: 'on-tides' })}` })
    expect([answer.status, answer.headers['location']]).toEqual([303, '/admin/pages'])
    const [row] = await pages()
    expect(row).toMatchObject({ name: 'faq', postId })
    await ada.form('sitePages.remove', { id: row?.id ?? '', from: '/' })
    expect(await pages()).toEqual([])
    const audit = await site.store.read((read) => read.list(auditEntries(9)))
    expect(
      audit
        .map(({ act }) => act)
        .filter((act) => act.startsWith('sitePages'))
        .toSorted(),
    ).toEqual(['sitePages.put', 'sitePages.remove'])
  })

  test.each([
    ['a page of another name', { name: 'login' }, 'name'],
    ['what is not a post', { post: 'tides' }, 'post'],
  ])('%s is refused', async (_what, fields, field) => {
    const answer = await put(ada, fields)
    expect([answer.status, shownForm(answer).error?.['field'], await pages()]).toEqual([400, field, []])
  })

  test('nobody but administrators', async () => {
    expect((await put(ben, {})).status).toBe(403)
    expect((await put(site.browser(), {})).status).toBe(401)
  })
})
