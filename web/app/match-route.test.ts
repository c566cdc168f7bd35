import fc from 'fast-check'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { routeMatcher } from './match-route.ts'
import { routeObjects } from './router.ts'

const routes = routeObjects()
const match = routeMatcher(routes)
const theirs = (to: string) => matchRoutes(routes, to)?.at(-1)

test.each(routes.map(({ path = '' }) => path.replaceAll(/:\w+\??/gu, 'a').replaceAll('*', 'b')))(
  '%s is matched as react-router does',
  (to) => {
    expect(match(to)).toEqual(theirs(to))
  },
)

test.each([
  '/',
  '//posts/x',
  '/PoSts/x/y?q=/users/z#c',
  '/%70osts/x',
  '/posts%2Fx',
  '/%zz/x',
  '/?posts',
  '/#users',
  '/İposts',
  '',
  'posts/x',
  '/nothing-of-that-name',
])('so is %j', (to) => {
  expect(match(to)).toEqual(theirs(to))
})

test('so is whatever an address can be made of', () => {
  const words = routes.flatMap(({ path = '' }) => path.split('/'))
  const segment = fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 6 }).map(encodeURI), fc.constantFrom('%2F', '..', 'É', '日本'))
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 5 }), (segments) => {
      const to = `/${segments.join('/')}`
      expect(match(to)).toEqual(theirs(to))
    }),
    { numRuns: 300 },
  )
})

test('routes that may begin with anything, or with nothing, are always asked', () => {
  const some = [{ path: '/:lang?/about' }, { path: '/about/:page' }, { path: '/x?/y' }, { path: '*' }]
  const own = routeMatcher(some)
  for (const to of ['/about', '/de/about', '/about/us', '/y', '/x/y', '/z/y'])
    expect(own(to)?.route, to).toBe(matchRoutes(some, to)?.at(-1)?.route)
})
