import { expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { posts } from '../posts/schema.ts'
import { admin, aPost, idOf, moderator } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { putDonationGoal, putSitePage, removeDonationGoal, removeSitePage } from './mutations.ts'
import { allSitePages, donationGoal } from './queries.ts'
import { donationGoals, sitePages } from './schema.ts'

const args = { id: idOf(900), name: 'faq', postId: idOf(1) } as const

async function site() {
  const mutations = mutationsOver([sitePages, posts])
  await mutations.put(posts, aPost())
  await mutations.put(posts, aPost({ id: idOf(2), slug: null, status: 'draft', publishedAt: null, revisionId: null }))
  await mutations.put(posts, aPost({ id: idOf(3), slug: 'third', rejectedReason: 'Not here.' }))
  return mutations
}

test('administrators choose the post of a page, another one, and none', async () => {
  const mutations = await site()
  await mutations.run(putSitePage, args, { viewer: admin })
  await mutations.run(putSitePage, { ...args, name: 'contact' }, { viewer: admin })
  expect((await mutations.read((read) => read.list(allSitePages()))).map(({ name, postId }) => [name, postId])).toEqual([
    ['contact', idOf(1)],
  ])
  for (const _again of [1, 2]) await mutations.run(removeSitePage, { id: args.id }, { viewer: admin })
  expect(await mutations.get(sitePages, args.id)).toBeUndefined()
})

test.each([
  ['a visitor', visitor, {}, { reason: 'sign-in-first' }],
  ['a moderator', moderator, {}, { reason: 'admins-only' }],
  ['a page that is not about the site', admin, { name: 'login' }, { field: 'name' }],
  ['a page that has a post', admin, { id: idOf(901) }, { code: 'taken', field: 'name' }],
  ['a post that is not there', admin, { postId: idOf(77) }, { code: 'not-found' }],
  ['a draft', admin, { postId: idOf(2) }, { code: 'invalid', field: 'postId' }],
  ['a rejected post', admin, { postId: idOf(3) }, { code: 'invalid', field: 'postId' }],
] as const)('%s is refused, and nothing is stored', async (_what, viewer, given, error) => {
  const mutations = await site()
  await mutations.run(putSitePage, args, { viewer: admin })
  const before = await mutations.everything()
  const mutation = (async () => mutations.run(putSitePage, { ...args, ...given } as typeof args, { viewer }))()
  expect(await refusalOf(mutation)).toMatchObject(error)
  expect(await mutations.everything()).toBe(before)
})

const goal = { id: idOf(910), goal: 2_000, raised: 0, currency: 'EUR' } as const

test('administrators say what is asked for and what has come in, also more than that, and take it away', async () => {
  const mutations = mutationsOver([donationGoals])
  const again = [goal, goal, { ...goal, raised: 2_001 }]
  for (const args of again) await mutations.run(putDonationGoal, args, { viewer: admin })
  expect(await mutations.read((read) => read.list(donationGoal()))).toMatchObject([{ page: 'donate', raised: 2_001 }])
  for (const _again of [1, 2]) await mutations.run(removeDonationGoal, { id: goal.id }, { viewer: admin })
  expect(await mutations.read((read) => read.list(donationGoal()))).toEqual([])
})

test.each([
  ['a visitor’s', visitor, {}, { reason: 'sign-in-first' }],
  ['a moderator’s', moderator, {}, { reason: 'admins-only' }],
  ['a second', admin, { id: idOf(911) }, { code: 'taken', field: 'page' }],
  ['one of nothing', admin, { goal: 0 }, { field: 'goal' }],
  ['one of cents', admin, { goal: 10.5 }, { field: 'goal' }],
  ['an endless one', admin, { goal: 1_000_000_001 }, { field: 'goal' }],
  ['less than nothing raised', admin, { raised: -1 }, { field: 'raised' }],
  ['a currency’s name', admin, { currency: 'euro' }, { field: 'currency' }],
] as const)('%s donation goal is refused, and nothing is stored', async (_what, viewer, given, error) => {
  const mutations = mutationsOver([donationGoals])
  await mutations.run(putDonationGoal, goal, { viewer: admin })
  const before = await mutations.everything()
  const mutation = (async () => mutations.run(putDonationGoal, { ...goal, ...given } as typeof goal, { viewer }))()
  expect(await refusalOf(mutation)).toMatchObject(error)
  expect(await mutations.everything()).toBe(before)
})
