import { beforeEach, expect, test } from 'vitest'
import type { Browser, FeatureSite } from '#server/features/testing/feature-site.ts'
import { featureSite, shownForm } from '#server/features/testing/feature-site.ts'
import { tags } from '#shared/wiki/schema.ts'
import { holderOf } from '#shared/wiki/slugs.ts'
import { pageRateLimit } from './rate-limit.ts'

let site: FeatureSite
/** Has karma. */
let ben: Browser
/** Has none. */
let nova: Browser
let [tides, moon] = ['', '']
beforeEach(async () => {
  site = await featureSite()
  // Who comes first runs the place.
  await site.browser().signUp('Ada')
  ben = site.browser()
  nova = site.browser()
  await ben.signUp('Ben')
  await nova.signUp('Nova')
  await site.earn(ben)
  tides = await aPage('Tides')
  moon = await aPage('The Moon')
})

async function aPage(name: string): Promise<string> {
  await ben.form('wiki.publish', { name, type: 'tag', markdown: `About ${name}.`, from: '/w/create' })
  return (await site.store.read((read) => holderOf(read, name.toLowerCase().replaceAll(' ', '-'))))?.id ?? ''
}
/** A page that the small web of these tests has, so that what was refused is shown on it. */
const at = '/login'
const set = (requirement: string, isOn = 'yes', by = ben, id = tides) => by.form('wiki.setRequirement', { id, requirement, isOn, from: at })
const required = async (id = tides) => (await site.store.read((read) => read.get(tags, id)))?.requiresIds

test.each([
  ['its name, in any letters', ' the MOON '],
  ['its name as tags are written', '#The Moon'],
  ['its address', 'https://here.example/w/the-moon?lens=x#tagged'],
  ['its path', '/w/the-moon'],
])('a page is required by %s, and goes again by its button', async (_what, typed) => {
  const answer = await set(typed)
  expect([answer.status, answer.headers['location']]).toEqual([303, '/w/tides/edit'])
  expect(await required()).toEqual([moon])
  expect((await set(moon, 'no')).status).toBe(303)
  expect(await required()).toBeUndefined()
})

test('an earlier name of it will do', async () => {
  await ben.form('wiki.rename', { id: moon, pageName: 'Luna', from: at })
  await set('The Moon')
  expect(await required()).toEqual([moon])
})

test('the API says what a page requires', async () => {
  const asked = async () => JSON.parse(String((await site.browser().get('/api/v1/tags/tides')).body)) as unknown
  expect(await asked()).toMatchObject({ slug: 'tides', requires: [] })
  await set('The Moon')
  expect(await asked()).toMatchObject({ requires: [{ slug: 'the-moon', name: 'The Moon' }] })
})

test.each([
  ['a name of no page', 'Nothing yet', { code: 'not-found', field: 'requirement' }],
  ['nothing', ' ', { code: 'not-found', field: 'requirement' }],
  ['a broken address', '/w/%E0%A4%A', { code: 'not-found', field: 'requirement' }],
  ['an id of nothing', '0'.repeat(26), { code: 'invalid', field: 'requirement' }],
  ['itself', 'Tides', { code: 'invalid', field: 'requirement' }],
])('%s is refused under the field, and nothing is stored', async (_what, typed, error) => {
  expect(shownForm(await set(typed)).error).toMatchObject(error)
  expect(await required()).toBeUndefined()
})

test('two pages that would require each other are refused with the reason', async () => {
  await set('The Moon')
  expect(shownForm(await set('Tides', 'yes', ben, moon)).error).toMatchObject({ field: 'requirement', reason: 'requires-each-other' })
  expect(await required(moon)).toBeUndefined()
})

test('who may not edit the page may not say what it requires, nor a visitor', async () => {
  expect((await set('The Moon', 'yes', nova)).status).toBe(403)
  expect((await set('The Moon', 'yes', site.browser())).status).toBe(401)
  expect(await required()).toBeUndefined()
})

test('setting it to and fro has to wait after a while', async () => {
  const answers: number[] = []
  for (let n = 0; n <= pageRateLimit.changes.most; n += 1) {
    site.clock.now += 1_000
    answers.push((await set(n % 2 === 0 ? 'The Moon' : moon, n % 2 === 0 ? 'yes' : 'no')).status)
  }
  expect(answers.slice(0, -1).every((status) => status === 303)).toBe(true)
  expect(answers.at(-1)).toBe(429)
})
