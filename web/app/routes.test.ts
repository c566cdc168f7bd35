import { describe, expect, test } from 'vitest'
import { loads } from './loads.ts'
import { pageRoutes } from './routes.ts'

describe('the route table', () => {
  test('no path stands twice', () => {
    const paths = pageRoutes.map(({ path }) => path.toLowerCase().replace(/:\w+/gu, ':'))
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([])
  })

  test.each(pageRoutes.map((route) => [route.path, route] as const))(
    '%s says what it is, for whom, and what it does offline',
    (_path, route) => {
      expect(route.path).toMatch(/^\/[\w:/.?*-]*$/u)
      expect(route.title).toMatch(/\S/u)
      expect(['everyone', 'member', 'staff', 'admin', 'anyone-private']).toContain(route.audience)
      expect(['full', 'saved', 'none']).toContain(route.offline)
    },
  )

  test.each(pageRoutes.map((route) => [route.path, route] as const))('%s has a page', async (_path, route) => {
    expect(typeof (await route.page()).default).toBe('function')
  })

  test('every load belongs to a route', () => {
    const paths = new Set(pageRoutes.map(({ path }) => path))
    expect(Object.keys(loads).filter((path) => !paths.has(path))).toEqual([])
  })
})
