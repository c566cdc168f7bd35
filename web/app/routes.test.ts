import { describe, expect, test } from 'vitest'
import { reservedSlugs } from '#shared/wiki/slugs.ts'
import { loads } from './loads.ts'
import { pageRoutes } from './routes.ts'

describe('the route table', () => {
  test('no path stands twice', () => {
    const paths = pageRoutes.map(({ path }) => path.toLowerCase().replace(/:\w+/gu, ':'))
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([])
  })

  test.each(pageRoutes.map((route) => [route.path, route] as const))(
    '%s says for whom it is, what it does offline, and its title where no load does',
    (_path, route) => {
      expect(route.path).toMatch(/^\/[\w:/.?*-]*$/u)
      // Every reader loads this table whole: no title stands in it that a load says.
      expect(route.title === undefined).toBe(Object.hasOwn(loads, route.path))
      expect(['everyone', 'member', 'staff', 'admin', 'anyone-private']).toContain(route.audience)
      expect(['full', 'saved', 'none']).toContain(route.offline)
    },
  )

  test.each(pageRoutes.map((route) => [route.path, route] as const))('%s has a page', async (_path, route) => {
    expect(typeof (await route.page()).default).toBe('function')
  })

  test('no page of the wiki can have the name of a route beside it', () => {
    const names = pageRoutes.flatMap(({ path }) => /^\/(?:w|tag|p)\/([^:/]+)/u.exec(path)?.[1] ?? [])
    expect(names).toEqual(expect.arrayContaining(['create', 'dashboard', 'random']))
    expect(names.filter((name) => !reservedSlugs.has(name))).toEqual([])
  })

  test('every load belongs to a route', () => {
    const paths = new Set(pageRoutes.map(({ path }) => path))
    expect(Object.keys(loads).filter((path) => !paths.has(path))).toEqual([])
  })
})
