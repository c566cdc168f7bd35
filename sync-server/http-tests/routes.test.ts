/**
 * Every route that the site must have, asked for by each role: the table of `routes.ts` holds.
 */
import { beforeAll, expect, test } from 'vitest'
import type { Client } from './testing/client.ts'
import { answeredRoutes, offRoutes, ownRoutes, roles } from '../http/testing/routes.ts'
import { examplePaths } from './testing/example-path.ts'
import { siteForTests } from './testing/site-for-tests.ts'

/** None gets lost. */
const routeCount = 159

const site = siteForTests()
let clients: readonly Client[]
let exampleOf: (route: string) => string

beforeAll(async () => {
  clients = [site.visitor(), await site.member('yusuf'), await site.member('teo'), await site.member('marit')]
  exampleOf = examplePaths(site)
}, 60_000)

/** What each role gets, in the order of `roles`. */
async function statusesOf(route: string): Promise<readonly number[]> {
  const [path = '', method = 'GET'] = route.split(' ').toReversed()
  return Promise.all(clients.map(async (client) => (await client.send(method, exampleOf(path))).status))
}

test.each(Object.entries({ ...answeredRoutes, ...ownRoutes }))(`%s answers ${roles.join(', ')} with %j`, async (route, expected) => {
  expect(await statusesOf(route)).toEqual(expected)
})

test.each(Object.entries(offRoutes))('%s is of a module that is off: 404 for everybody, and the page says “%s”', async (route, words) => {
  expect(await statusesOf(route)).toEqual(roles.map(() => 404))
  for (const client of clients) expect((await client.send('GET', `${exampleOf(route)}?token=a.b.c`)).text).toContain(words)
  // What is not built says nothing of the kind.
  const nowhere = (await site.visitor().send('GET', '/there-is-no-such-page')).text
  expect(nowhere).toContain('Page not found')
  expect(nowhere).not.toContain(words)
})

test('no route is lost or listed twice', () => {
  const listed = [...Object.keys(answeredRoutes), ...Object.keys(offRoutes)]
  expect(listed.filter((route, at) => listed.indexOf(route) !== at)).toEqual([])
  expect(listed).toHaveLength(routeCount)
})
