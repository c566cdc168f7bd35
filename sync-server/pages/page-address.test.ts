import { expect, test } from 'vitest'
import type { RouteFacts } from '#shared/pages/page-data.ts'
import { pageAddress } from './page-address.ts'
import { RouteTable } from './route-table.ts'

const route = (path: string, audience: RouteFacts['audience'] = 'everyone'): RouteFacts => ({
  path,
  title: path,
  audience,
  offline: 'none',
})
const table = new RouteTable([
  route('/posts/:postId/:slug?'),
  route('/posts/slug/:slug'),
  route('/'),
  route('/allPosts'),
  route('/users/:slug'),
  route('/login', 'anyone-private'),
  route('/about'),
])

test.each([
  ['/', '/', {}],
  ['/posts/1', '/posts/:postId/:slug?', { postId: '1' }],
  ['/posts/1/on-tides', '/posts/:postId/:slug?', { postId: '1', slug: 'on-tides' }],
  ['/posts/slug/on-tides', '/posts/slug/:slug', { slug: 'on-tides' }],
  ['/users/%C5%81ukasz', '/users/:slug', { slug: 'Łukasz' }],
  ['/users/a%2Fb', '/users/:slug', { slug: 'a/b' }],
])('%s is a page of %s', (target, path, params) => {
  const address = pageAddress(table, target)
  expect(address).toMatchObject({ kind: 'page', match: { route: { path }, params } })
})

test.each([
  ['/users/%41da', '/users/Ada'],
  ["/users/o'neill", "/users/o'neill"],
  ['/users/Ł', '/users/%C5%81'],
])('%s is known as %s', (target, publicUrl) => {
  expect(pageAddress(table, target)).toMatchObject({ kind: 'page', publicUrl })
})

test.each([
  ['/about?a=1', '/about'],
  ['/?limit=5&sort=latest&x=1', '/?limit=5&sort=latest'],
  ['/?sort=sideways', '/'],
  ['/?limit=1e9', '/'],
  ['/?limit=5&limit=6', '/?limit=5'],
  ['/posts/1?commentId=zzz', '/posts/1'],
  ['/allPosts?timeframe=weekly&filter=curated', '/allPosts?filter=curated&timeframe=weekly'],
])('%s is kept as %s', (target, publicUrl) => {
  expect(pageAddress(table, target)).toMatchObject({ kind: 'page', publicUrl })
})

test('a page for one viewer gets its query as it came', () => {
  expect(pageAddress(table, '/login?returnTo=%2Fdrafts&x=1')).toMatchObject({ kind: 'page', url: '/login?returnTo=%2Fdrafts&x=1' })
})

test.each([['*'], ['http://evil.test/'], ['posts/1'], ['/a b'], ['/a\\b'], ['/%'], ['/%E0%A4%A'], ['/%00'], ['/a\u0000']])(
  '%j is malformed',
  (target) => {
    expect(pageAddress(table, target).kind).toBe('malformed')
  },
)

test.each([
  ['//evil.test'],
  ['//'],
  ['/about//'],
  ['/posts//1'],
  ['/posts/1/2/3'],
  ['/users'],
  ['/users/'],
  ['/submit'],
  ['/saved'],
  ['/tag/x'],
])('%s is nothing', (target) => {
  expect(pageAddress(table, target).kind).toBe('unknown')
})

test.each([
  ['/ABOUT/', '/about'],
  ['/Users/Ada?tab=posts', '/users/Ada?tab=posts'],
  ['/U/Ada', '/users/Ada'],
  ['/daily', '/allPosts'],
  ['/promoted?limit=3', '/allPosts?filter=curated&sortedBy=new&timeframe=allTime&limit=3'],
])('%s leads to %s', (target, location) => {
  expect(pageAddress(table, target)).toEqual({ kind: 'moved', location })
})
