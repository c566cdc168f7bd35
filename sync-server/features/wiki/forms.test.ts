import { beforeEach, expect, test } from 'vitest'
import type { Browser, FeatureSite } from '#server/features/testing/feature-site.ts'
import { featureSite, shownForm } from '#server/features/testing/feature-site.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { plainText } from '#shared/text/measure.ts'
import { tags } from '#shared/wiki/schema.ts'
import { holderOf } from '#shared/wiki/slugs.ts'

let site: FeatureSite
/** Runs the place: whoever signs up first on one's own machine does. */
let ada: Browser
let ben: Browser
beforeEach(async () => {
  site = await featureSite()
  ada = site.browser()
  ben = site.browser()
  await ada.signUp('Ada')
  await ben.signUp('Ben')
  await site.earn(ben)
})

const blank = { id: '', name: '', type: 'tag', lensOf: '', tabTitle: '', note: '', from: '/login' }
const publish = (browser: Browser, fields: Record<string, string>) => browser.form('wiki.publish', { ...blank, ...fields })
const pageOf = async (slug: string) => {
  const tag = await site.store.read((read) => holderOf(read, slug))
  if (tag === undefined) throw new Error(`no page ${slug}`)
  return tag
}
const textOf = async (slug: string) => {
  const { id } = await pageOf(slug)
  return site.store.read(async (read) => {
    const post = await read.get(posts, id)
    const revision = await read.get(revisions, post?.revisionId ?? '')
    return [post?.version, revision && plainText(revision.body)]
  })
}

test('a page is made, changed by another and brought back to what it was, by forms alone', async () => {
  const made = await publish(ben, { name: '#Tide tables', markdown: 'Lists of *heights*.' })
  expect([made.status, made.headers['location']]).toEqual([303, '/w/tide-tables'])
  const again = await publish(ben, { name: '#Tide tables', markdown: 'Lists of *heights*.' })
  expect(again.headers['location']).toBe('/w/tide-tables') // sent twice, it is one
  const { id } = await pageOf('tide-tables')
  const changed = await publish(ada, { id, markdown: 'Buy pills.', note: 'Better.', from: '/w/tide-tables/edit' })
  expect([changed.status, await textOf('tide-tables')]).toEqual([303, ['1.1.0', 'Buy pills.']])
  const first = (await site.store.read((read) => read.list({ table: revisions, index: ['subjectId', 'n'], equals: [id], order: 'ascending', limit: 9 })))[0] // oxfmt-ignore
  const reverted = await ben.form('wiki.revert', { id, revisionId: first?.id ?? '', from: '/w/tide-tables/history' })
  expect([reverted.status, await textOf('tide-tables')]).toEqual([303, ['1.2.0', 'Lists of heights.']])
})

test('a name that is taken comes back with the text that was typed', async () => {
  await publish(ben, { name: 'Tides', markdown: 'One.' })
  const refused = await publish(ada, { name: 'tides', markdown: 'Another text.' })
  const { error, values } = shownForm(refused)
  expect(error).toMatchObject({ code: 'taken', field: 'pageName' })
  expect(values).toMatchObject({ name: 'tides', markdown: 'Another text.' })
  expect(await textOf('tides')).toEqual(['1.0.0', 'One.'])
})

test('a lens is published under its page; a wiki page alone is no tag', async () => {
  await publish(ben, { name: 'Tides', markdown: 'One.', type: 'wiki' })
  const page = await pageOf('tides')
  expect(page.isWikiOnly).toBe(true)
  const lens = await publish(ben, { name: 'Tides, simply', lensOf: page.id, tabTitle: 'Simple', markdown: 'Water moves.' })
  expect(lens.headers['location']).toBe('/w/tides?lens=tides-simply')
  const changed = await publish(ada, { id: (await pageOf('tides-simply')).id, markdown: 'Water comes and goes.' })
  expect(changed.headers['location']).toBe('/w/tides?lens=tides-simply')
  expect(await site.store.read((read) => read.get(tags, page.id))).toMatchObject({ state: 'page' })
})

test('a form does not rename a page, nor bring out a draft, nor take what is no id', async () => {
  await publish(ben, { name: 'Tides', markdown: 'One.' })
  const { id } = await pageOf('tides')
  await publish(ada, { id, name: 'Wine', markdown: 'Two.' })
  expect((await pageOf('tides')).name).toBe('Tides')
  expect((await publish(ada, { id: '../etc', markdown: 'Three.' })).status).toBe(404)
  expect((await ben.form('wiki.revert', { id, revisionId: 'nothing', from: '/' })).status).toBe(404)
  expect((await ben.form('wiki.publish', { ...blank, isAdmin: 'yes' })).status).toBe(400)
})

test('a visitor’s page waits for them to sign in; a newcomer is told what it takes', async () => {
  const eve = site.browser()
  const asked = await publish(eve, { name: 'Tides', markdown: 'One.' })
  expect(asked.text).toContain('One.')
  await eve.signUp('Eve')
  const refused = await publish(eve, { name: 'Tides', markdown: 'One.' })
  expect(shownForm(refused).error).toMatchObject({ reason: 'wiki-needs-karma' })
  expect(await site.store.read((read) => holderOf(read, 'tides'))).toBeUndefined()
})
