import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { usualSettings } from '#shared/feed/settings-schema.ts'
import { feedSettings, hiddenItemId, hiddenItems } from '#shared/feed/settings-schema.ts'
import { readMarkId, readMarks } from '#shared/reading/schema.ts'
import { idOf } from '#shared/testing/factories.ts'
import { mayBePersonal } from './front-preferences.ts'
import type { TestSite } from './testing/test-site.ts'
import { ada, postId, smallCommunity, testSite } from './testing/test-site.ts'

let site: TestSite
beforeEach(async () => {
  site = await testSite()
  await smallCommunity(site)
})
afterEach(() => site.close())

const rendered = (): readonly string[] => [...site.web.renders.keys()]

describe('the front page as its reader wants it', () => {
  test('is everybody’s for who wants nothing, signed in or not', async () => {
    await site.get('/')
    await site.get('/', { cookie: `as=${ada}` })
    await site.get('/', { cookie: 'other=1' })
    expect(rendered()).toEqual(['html /'])
  })

  test('of a visitor follows the cookie, and is one page for all who want the same', async () => {
    const cookie = `front=${encodeURIComponent('tides~hidden,bees~x2')}`
    const first = await site.get('/', { cookie })
    await site.get('/?limit=33', { cookie: 'front=nonsense; front=tides~loud' })
    await site.get('/', { cookie: `front=${encodeURIComponent('bees~x2,,tides~hidden')}` })
    expect(rendered()).toEqual(['html /?filters=bees%7Ex2%2Ctides%7Ehidden', 'html /?limit=33'])
    expect(first.headers['cache-control']).toBe('private, max-age=0, must-revalidate')
    expect(first.headers['vary']).toContain('cookie')
    expect(first.headers).not.toHaveProperty('x-copy-for')
    expect((await site.get('/')).headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  })

  test('of a member has their filters, how often they are here, and nothing they have hidden', async () => {
    await site.change(async (tx) => {
      await tx.put(feedSettings, { ...usualSettings(ada), filters: 'tides~hidden' })
      await tx.put(hiddenItems, {
        id: hiddenItemId(ada, 'front', postId),
        userId: ada,
        list: 'front',
        itemId: postId,
        reason: '',
        isHidden: true,
        changedAt: 1,
      })
      await tx.put(readMarks, { id: readMarkId(ada, postId), userId: ada, postId, isRead: true, seenUpTo: 0, readAt: Date.now() })
    })
    await site.get('/', { cookie: `as=${ada}` })
    const { searchParams } = new URL(rendered()[0]?.slice('html '.length) ?? '', 'http://site.test')
    expect([searchParams.get('filters'), searchParams.get('hide')]).toEqual(['tides~hidden', postId])
    expect(Number(searchParams.get('decay'))).toBeGreaterThan(50)
  })

  test('what a client writes into the address itself counts for filters alone', async () => {
    await site.get(`/?filters=tides~hidden&decay=60&hide=${idOf(1)}`)
    expect(rendered()).toEqual(['html /?filters=tides%7Ehidden'])
  })

  test('in another’s words: filters of the address go before one’s own', async () => {
    await site.change((tx) => tx.put(feedSettings, { ...usualSettings(ada), filters: 'tides~hidden' }))
    await site.get('/?filters=bees~x2', { cookie: `as=${ada}` })
    expect(rendered()).toEqual(['html /?filters=bees%7Ex2'])
  })
})

test('all posts open as the member last chose them, unless the address says otherwise', async () => {
  await site.change((tx) => tx.put(feedSettings, { ...usualSettings(ada), archive: 'timeframe=allTime&made=up' }))
  const cookie = `as=${ada}`
  for (const url of ['/allPosts', '/allPosts?filter=curated']) await site.get(url, { cookie })
  await site.get('/allPosts')
  expect(rendered()).toEqual(['html /allPosts?timeframe=allTime', 'html /allPosts?filter=curated', 'html /allPosts'])
})

test.each([
  ['/', { cookie: 'a=b' }, true],
  ['/?limit=33', { cookie: 'a=b' }, true],
  ['/feed', { cookie: 'a=b' }, true],
  ['/', {}, false],
  ['/posts/x', { cookie: 'a=b' }, false],
])('%s with %o may be personal: %s', (url, headers, expected) => {
  expect(mayBePersonal({ url, headers })).toBe(expected)
})
