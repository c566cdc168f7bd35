import { beforeEach, expect, test } from 'vitest'
import type { Browser, FeatureSite } from '#server/features/testing/feature-site.ts'
import { featureSite, shownForm } from '#server/features/testing/feature-site.ts'
import { keepRels } from '#server/features/tag-votes/effects.ts'
import { startEffects } from '#server/sync/effects.ts'
import { holderOf } from '#shared/wiki/slugs.ts'

let site: FeatureSite
/** Has karma. */
let ben: Browser
/** Has none. */
let nova: Browser
let caughtUp: () => Promise<void>
beforeEach(async () => {
  site = await featureSite()
  // Who comes first runs the place.
  await site.browser().signUp('Ada')
  ben = site.browser()
  nova = site.browser()
  await ben.signUp('Ben')
  await nova.signUp('Nova')
  await site.earn(ben)
  const essay = { postId: '', title: 'On zorking', markdown: 'Words.', lang: 'en', kind: 'post', linkUrl: '', writtenOn: '' }
  await nova.form('posts.publish', { ...essay, tags: 'Zork', submitToFrontpage: 'on', from: '/newPost' })
  const [effect] = startEffects(site.store, site.writer, [keepRels()])
  caughtUp = async () => effect?.caughtUp()
  return async () => effect?.stop()
})

const tagNow = () => site.store.read((read) => holderOf(read, 'zork'))
const decide = async (by: Browser, name: string) => by.form(name, { id: (await tagNow())?.id ?? '', from: '/w/dashboard' })
const publicPlaces = [
  '/api/v1/posts/on-zorking',
  '/api/v1/posts',
  '/feed.xml',
  '/feed.xml?format=json',
  '/sitemap.xml',
  '/api/post/on-zorking',
]
const whereNamed = async () => {
  const answers = await Promise.all(publicPlaces.map(async (path) => [path, (await site.browser().get(path)).body] as const))
  return answers.filter(([, body]) => body.includes('Zork')).map(([path]) => path)
}

test('a tag that waits is in no answer of the API, no feed and no sitemap; one that was accepted is', async () => {
  expect(await whereNamed()).toEqual([])
  expect((await decide(ben, 'wiki.acceptTag')).status).toBe(303)
  await caughtUp()
  expect(await whereNamed()).toEqual(expect.arrayContaining(['/api/v1/posts/on-zorking', '/api/v1/posts', '/feed.xml?format=json']))
})

test.each([
  ['wiki.acceptTag', 'placeholder'],
  ['wiki.rejectTag', 'rejected'],
])('the plain form %s decides, leads back to the list, and says when somebody has decided otherwise', async (name, state) => {
  const answer = await decide(ben, name)
  expect([answer.status, answer.headers['location'], (await tagNow())?.state]).toEqual([303, '/w/dashboard', state])
  const other = name === 'wiki.acceptTag' ? 'wiki.rejectTag' : 'wiki.acceptTag'
  const id = (await tagNow())?.id ?? ''
  expect(shownForm(await ben.form(other, { id, from: '/login' })).error).toMatchObject({ code: 'conflict' })
  expect((await tagNow())?.state).toBe(state)
})

test('neither its author nor a visitor decides', async () => {
  for (const name of ['wiki.acceptTag', 'wiki.rejectTag']) {
    expect((await decide(nova, name)).status).toBe(403)
    expect((await decide(site.browser(), name)).status).toBe(401)
  }
  expect((await tagNow())?.state).toBe('proposed')
})
