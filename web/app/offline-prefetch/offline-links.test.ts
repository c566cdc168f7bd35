import { expect, test } from 'vitest'
import { idOf } from '#shared/testing/factories.ts'
import { pageRoutes } from '../routes.ts'
import { onDevice, opensOffline } from './offline-links.ts'

const thing = { title: null, keep: 'visited', lastUsed: 1, bytes: 1, isComplete: true } as const
const local = onDevice([
  { ...thing, id: `thread:${idOf(1)}`, kind: 'shape' },
  { ...thing, id: `thread:${idOf(2)}`, kind: 'shape', isComplete: false },
  { ...thing, id: `/posts/${idOf(3)}/kept`, kind: 'page' },
  { ...thing, id: '/library', kind: 'page' },
])
const post = '/posts/:postId/:slug?'

test.each([
  ['a post whose rows are whole', `/posts/${idOf(1)}/tides`, post, true],
  ['a comment in it', `/posts/${idOf(1)}/tides?commentId=${idOf(9)}`, post, true],
  ['a post whose rows are still arriving', `/posts/${idOf(2)}/rivers`, post, false],
  ['a finished page', `/posts/${idOf(3)}/kept`, post, true],
  ['a post that is not here', `/posts/${idOf(4)}/far`, post, false],
  ['a list that is here', '/library', '/library', true],
  ['the same list by another query', '/library?limit=40', '/library', false],
  ['a list that is not here', '/questions', '/questions', false],
  ['a page that needs nothing', '/settings', '/settings', true],
  ['a page that is never kept', '/logout', '/logout', false],
  ['an address of no page', '/no-such', '*', false],
  ['a place in the page that is shown', '/allPosts#main', '/allPosts', null],
  ['a file', '/feed.xml', '*', null],
  ['another site', 'https://other.example/posts/x', '*', null],
])('%s', (_what, href, path, expected) => {
  const shown = new URL('https://site.example/allPosts')
  const route = pageRoutes.find((one) => one.path === path) ?? null
  expect(opensOffline(new URL(href, shown), shown, route, local)).toBe(expected)
})
