import { expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { posts } from '../posts/schema.ts'
import { admin, aPost, idOf, moderator } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { putSitePage, removeSitePage } from './mutations.ts'
import { allSitePages } from './queries.ts'
import { sitePages } from './schema.ts'

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
