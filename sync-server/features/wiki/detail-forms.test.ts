import { beforeEach, expect, test } from 'vitest'
import type { Browser, FeatureSite } from '#server/features/testing/feature-site.ts'
import { featureSite, shownForm } from '#server/features/testing/feature-site.ts'
import { karmaStats } from '#shared/accounts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { workFlags } from '#shared/wiki/page-queries.ts'
import { relId, tagRels } from '#shared/wiki/tag-vote-schema.ts'
import { tags } from '#shared/wiki/schema.ts'
import { holderOf } from '#shared/wiki/slugs.ts'

let site: FeatureSite
/** Runs the place. */
let ada: Browser
let ben: Browser
beforeEach(async () => {
  site = await featureSite()
  ada = site.browser()
  ben = site.browser()
  await ada.signUp('Ada')
  await ben.signUp('Ben')
  const id = (await ben.me()).viewer.userId ?? ''
  await site.store.write(({ tx }) => tx.put(karmaStats, { id, karma: 5, postCount: 0, commentCount: 0 }))
})

async function aPage(name: string, by: Browser = ben): Promise<string> {
  await by.form('wiki.publish', { name, type: 'tag', markdown: `About ${name}.`, from: '/w/create' })
  return idOf(name.toLowerCase())
}
const idOf = async (slug: string): Promise<string> => (await site.store.read((read) => holderOf(read, slug)))?.id ?? ''
const tagOf = (id: string) => site.store.read((read) => read.get(tags, id))
/** A page that the small web of these tests has, so that what was refused is shown on it. */
const at = '/login'

test('every editor renames a page, and its old address leads to it', async () => {
  const id = await aPage('Tides')
  const renamed = await ben.form('wiki.rename', { id, pageName: 'Ebb and flow', from: at })
  expect([renamed.status, renamed.headers['location']]).toEqual([303, '/w/ebb-and-flow/edit'])
  expect(await idOf('tides')).toBe(id)
  await aPage('Kelp')
  expect(shownForm(await ben.form('wiki.rename', { id, pageName: 'Kelp', from: at })).error).toMatchObject({
    code: 'taken',
    field: 'pageName',
  })
})

test('summaries are added, changed, put in order and taken out; too long a one comes back', async () => {
  const id = await aPage('Tides')
  const summary = (fields: Record<string, string>) => ben.form('wiki.setSummary', { id, summaryId: '', tabTitle: '', from: at, ...fields })
  expect((await summary({ summaryText: 'Water comes and goes.' })).status).toBe(303)
  await summary({ summaryText: 'The moon pulls.', tabTitle: 'For children' })
  const [first, second] = (await tagOf(id))?.summaries ?? []
  await summary({ summaryId: first?.id ?? '', summaryText: 'Water goes and comes.' })
  await ben.form('wiki.moveSummary', { id, summaryId: second?.id ?? '', beforeId: first?.id ?? '', from: at })
  expect((await tagOf(id))?.summaries.map(({ text }) => text)).toEqual(['The moon pulls.', 'Water goes and comes.'])
  await ben.form('wiki.removeSummary', { id, summaryId: second?.id ?? '', from: at })
  expect((await tagOf(id))?.summaries).toHaveLength(1)
  const refused = await summary({ summaryText: 'x'.repeat(2_001) })
  expect([refused.status, shownForm(refused).error?.['field']]).toEqual([400, 'summaryText'])
})

test('keepers set what they touched, and nothing else; others set none of it', async () => {
  const [id, parent] = [await aPage('Tides'), await aPage('Water')]
  const fields = {
    subtitle: 'Twice a day',
    'was-subtitle': '',
    isCore: 'on',
    'was-isCore': '',
    order: '3',
    'was-order': '0',
    shortName: 'Old',
    'was-shortName': 'Old',
  }
  const set = (browser: Browser, given: Record<string, string>) => browser.form('wiki.setDetails', { id, from: at, ...given })
  expect((await set(ben, fields)).status).toBe(403)
  expect((await tagOf(id))?.subtitle).toBe('')
  expect((await set(ada, fields)).status).toBe(303)
  expect(await tagOf(id)).toMatchObject({ subtitle: 'Twice a day', isCore: true, order: 3, shortName: '' })
  await set(ada, { parentTagId: parent, 'was-parentTagId': '' })
  expect((await tagOf(id))?.parentTagId).toBe(parent)
  const circle = await ada.form('wiki.setDetails', { id: parent, parentTagId: id, 'was-parentTagId': '', from: at })
  expect(shownForm(circle).error).toMatchObject({ code: 'invalid', field: 'parentTagId' })
  expect((await set(ada, { isAdmin: 'on' })).status).toBe(400)
})

test('a page is kept for those who are named, and for administrators', async () => {
  const id = await aPage('Tides')
  const keep = (fields: Record<string, string>) => ada.form('wiki.setEditing', { id, who: 'all', editors: '', from: at, ...fields })
  expect((await keep({ who: 'named', editors: 'Ben, Nobody' })).status).toBe(404)
  await keep({ who: 'named', editors: 'Ben' })
  const editing = async () => (await site.store.read((read) => read.get(posts, id)))?.editing
  expect((await editing())?.editorIds).toHaveLength(1)
  await keep({ who: 'admins' })
  expect((await ben.form('wiki.publish', { id, markdown: 'Mine.', from: at })).status).toBe(403)
  await keep({ who: 'all' })
  expect(await editing()).toBeUndefined()
})

test('a page is deleted with where it leads, brought back, and merged into another', async () => {
  const [id, other] = [await aPage('Tides'), await aPage('Water')]
  expect((await ben.form('wiki.delete', { id, leadsToId: '', from: at })).status).toBe(403)
  expect((await ada.form('wiki.delete', { id, leadsToId: other, from: at })).headers['location']).toBe('/wikitags/all')
  expect(await idOf('tides')).toBe(other)
  expect((await ada.form('wiki.restore', { id, from: '/w/tides' })).headers['location']).toBe('/w/tides/edit')
  expect(await idOf('tides')).toBe(id)
  const merged = await ada.form('wiki.merge', { id, toId: other, movesSubTags: 'on', isRedirected: 'on', from: at })
  expect(merged.headers['location']).toBe('/w/water/edit')
  expect([await idOf('tides'), (await tagOf(id))?.state]).toEqual([other, 'deleted'])
  expect(shownForm(await ada.form('wiki.merge', { id: other, toId: other, from: at })).error).toMatchObject({
    code: 'invalid',
    field: 'toId',
  })
})

test('a post is put under a tag by its address; what is no address is said to be none', async () => {
  const id = await aPage('Tides')
  const written = await ben.form('posts.publish', { title: 'On tides', markdown: 'Words.', lang: 'en', kind: 'post', from: at })
  const postId = /\/posts\/([0-9a-z]{26})/u.exec(written.headers['location'] ?? '')?.[1] ?? ''
  const added = await ben.form('wiki.addPost', { id, post: ` https://here.example/posts/${postId}/on-tides?x=1`, from: at })
  expect(added.headers['location']).toBe('/w/tides#tagged')
  expect(await site.store.read((read) => read.get(tagRels, relId(postId, id)))).toMatchObject({ postId, tagId: id })
  expect(shownForm(await ben.form('wiki.addPost', { id, post: 'nothing', from: at })).error).toMatchObject({
    code: 'invalid',
    field: 'post',
  })
})

test('administrators say which kinds of work there are, others do not', async () => {
  const flag = { id: '', flagName: 'Too short', flagText: 'Says too little.', order: '1', from: at }
  expect((await ben.form('wiki.putFlag', flag)).status).toBe(403)
  expect((await ada.form('wiki.putFlag', flag)).headers['location']).toBe('/w/dashboard')
  const flags = () => site.store.read((read) => read.list(workFlags()))
  const [made] = await flags()
  expect(made).toMatchObject({ name: 'Too short', slug: 'too-short', order: 1 })
  expect(shownForm(await ada.form('wiki.putFlag', { ...flag, flagText: 'Another.' })).error).toMatchObject({
    code: 'taken',
    field: 'flagName',
  })
  expect(shownForm(await ada.form('wiki.putFlag', { ...flag, order: 'last' })).error).toMatchObject({ code: 'invalid', field: 'order' })
  await ada.form('wiki.putFlag', { ...flag, id: made?.id ?? '', isDeleted: 'on' })
  expect(await flags()).toEqual([])
})
