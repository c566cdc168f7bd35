import { expect, test } from 'vitest'
import { isPageNavigation } from './navigations.ts'

const origin = 'https://example.org'
const isPage = (path: string, method = 'GET') => isPageNavigation(method, new URL(path, origin), origin)

test.each(['/', '/posts/1/on-node.js-and-us/', '/users/ada', '/apiary', '/search?q=a.xml'])(
  '%s is a page: the shell stands in for it',
  (path) => {
    expect(isPage(path)).toBe(true)
  },
)

test.each([
  '/api/page?url=/',
  '/api',
  '/archive/db',
  '/sync',
  '/collab/room',
  '/dev/inbox',
  '/unsubscribe/01k8-all-abc',
  '/feed.xml',
  '/posts/1.md',
  'https://elsewhere.example/',
])("%s is the network's alone", (path) => {
  expect(isPage(path)).toBe(false)
})

test('a form that is sent is never answered by the worker', () => {
  expect(isPage('/login', 'POST')).toBe(false)
})
