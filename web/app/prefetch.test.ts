import { describe, expect, test } from 'vitest'
import { figures } from '#shared/reports/figures.ts'
import type { Answer } from '../data/answer.ts'
import { freshFor, openAhead } from './prefetch.ts'

const page: Answer = {
  kind: 'page',
  status: 200,
  showing: '/about',
  head: { title: 'About' },
  page: null,
  bodies: {},
  form: null,
  problem: null,
  me: null,
}

function scene(options: { readonly fails?: boolean; readonly isSlow?: boolean; readonly hasCode?: boolean } = {}) {
  const prepared: string[] = []
  const fetched: string[] = []
  let now = 0
  let arrive = (): void => undefined
  const line = options.isSlow === true ? new Promise<void>((resolve) => (arrive = resolve)) : Promise.resolve()
  const ahead = openAhead({
    routeOf: (address) => (address.startsWith('/posts/') ? '/posts/:postId/:slug?' : (address.split('?')[0] ?? '*')),
    hasCode: () => options.hasCode === true,
    prepare: async (routeId) => void prepared.push(routeId),
    fetch: async (address) => {
      fetched.push(address)
      await line
      if (options.fails === true) throw new TypeError('no network')
      return page
    },
    now: () => now,
  })
  const answer = (routeId: string, address: string) => ahead.answer({ routeId, url: new URL(address, 'https://site.example') })
  return { ahead, prepared, fetched, answer, arrive: () => arrive(), pass: (ms: number) => void (now += ms) }
}

describe('freshness', () => {
  test.each(['/about', '/faq', '/contact', '/donate', '/help'])('%s: 300 s', (routeId) => {
    expect(freshFor(routeId)).toBe(figures.freshStaticMs)
    expect(freshFor(routeId)).toBe(300_000)
  })

  test.each(['/', '/posts/:postId/:slug?', '/allPosts', '/users/:slug', '*'])('%s: 0 s', (routeId) => {
    expect(freshFor(routeId)).toBe(figures.freshDynamicMs)
    expect(freshFor(routeId)).toBe(0)
  })
})

test('a static page is fetched once, and shown without asking for 300 s', async () => {
  const { ahead, prepared, fetched, answer, pass } = scene()
  await ahead.want('/about', false)
  await ahead.want('/about', false)
  expect([prepared, fetched]).toEqual([['/about'], ['/about']])
  pass(299_999)
  expect(answer('/about', '/about')).toBe(page)
  pass(1)
  expect(answer('/about', '/about')).toBeUndefined()
  await ahead.want('/about', false)
  expect(fetched).toHaveLength(2)
})

test('of any other page only its code comes, once, and its content is always asked for', async () => {
  const { ahead, prepared, fetched, answer } = scene()
  await ahead.want('/posts/1/one', false)
  await ahead.want('/posts/2/two', false)
  expect([prepared, fetched]).toEqual([['/posts/:postId/:slug?'], []])
  expect(answer('/posts/:postId/:slug?', '/posts/1/one')).toBeUndefined()
})

test('a static page with a query is another page', async () => {
  const { ahead, fetched, answer } = scene()
  await ahead.want('/about?x=1', false)
  await ahead.want('/about', false)
  expect(fetched).toEqual(['/about'])
  expect(answer('/about', '/about?x=1')).toBeUndefined()
})

test.each([
  ['is waited for', false, page],
  ['and does not come is asked for', true, undefined],
])('what is on its way %s', async (_what, fails, comes) => {
  const { ahead, fetched, answer, arrive } = scene({ fails, isSlow: true })
  const wanted = ahead.want('/about', false)
  const found = answer('/about', '/about')
  expect([fetched, found]).toEqual([['/about'], expect.any(Promise)])
  arrive()
  expect(await found).toBe(comes)
  await wanted
})

test('what could not be fetched is asked for again', async () => {
  const { ahead, fetched, answer } = scene({ fails: true })
  await ahead.want('/about', false)
  await ahead.want('/about', false)
  expect([fetched.length, answer('/about', '/about')]).toEqual([2, undefined])
})

test('an address of no page is left alone', async () => {
  const { ahead, prepared } = scene()
  await ahead.want('*', false)
  expect(prepared).toEqual([])
})

test('code that this device has kept is read when a link is hovered or focused, not when it comes into view', async () => {
  const { ahead, prepared, fetched } = scene({ hasCode: true })
  await ahead.want('/allPosts', false)
  await ahead.want('/about', false)
  expect([prepared, fetched]).toEqual([[], ['/about']])
  await ahead.want('/allPosts', true)
  expect(prepared).toEqual(['/allPosts'])
})
