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

  // Other pages lead to them, most with a parameter that says of what: no entry could.
  const ledTo = [
    ...[
      '/shell',
      '/login',
      '/logout',
      '/welcome',
      '/resendVerificationEmail',
      '/banNotice',
      '/crosspostLogin',
      '/curated',
      '/report',
      '/vote',
      '/payments',
      '/poll',
      '/prediction',
    ],
    ...[
      '/react',
      '/editComment',
      '/discussionSettings',
      '/postTags',
      '/doorList',
      '/editPost',
      '/collaborateOnPost',
      '/editSequence',
      '/editCollection',
    ],
    // Each shows what the deployment puts there; the library has them.
    ...['/sequences', '/rationality', '/codex', '/hpmor', '/highlights'],
    // Moved.
    '/admin/moderation',
    '/posts/slug',
    '/nominations',
    '/reviewQuickPage',
  ]

  test('every page with an address of its own has an entry in a menu or among the commands', () => {
    const without = pageRoutes.filter(({ path, menu }) => menu === undefined && !path.includes(':')).map(({ path }) => path)
    expect(without.toSorted()).toEqual(ledTo.toSorted())
  })

  test('no two entries have one word, and none stands where no address is', () => {
    const entries = pageRoutes.filter(({ menu }) => menu !== undefined)
    const words = entries.map(({ menu }) => menu?.word)
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([])
    expect(entries.filter(({ path }) => path.includes(':'))).toEqual([])
  })

  test('every load belongs to a route', () => {
    const paths = new Set(pageRoutes.map(({ path }) => path))
    expect(Object.keys(loads).filter((path) => !paths.has(path))).toEqual([])
  })
})
