import { describe, expect, test } from 'vitest'
import { T0, idOf } from '#shared/testing/factories.ts'
import { createViewCounter } from './view-counter.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const post = idOf(1)
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const get = (url: string, headers: Readonly<Record<string, string>> = {}) => ({ method: 'GET', url, headers: { ...firefox, ...headers } })
const sums = (counter: ReturnType<typeof createViewCounter>) =>
  counter.take(10).map(({ views, visitors, reads, seconds }) => [views, visitors, reads, seconds])

describe('a view of a post', () => {
  test('counts once as a visitor and each time as a view', () => {
    const counter = createViewCounter(() => T0)
    counter.note(get(`/posts/${post}/on-tides`), '10.0.0.1')
    counter.note(get(`/api/page?url=%2Fposts%2F${post}%2Fon-tides`), '10.0.0.1')
    counter.note(get(`/posts/${post}?revision=1`), '10.0.0.2')
    expect(sums(counter)).toEqual([[3, 2, 0, 0]])
    expect(sums(counter)).toEqual([])
  })

  test.each([
    ['a robot', get(`/posts/${post}`, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })],
    ['nobody in particular', get(`/posts/${post}`, { 'user-agent': '' })],
    ['a page fetched ahead', get(`/posts/${post}`, { 'sec-purpose': 'prefetch' })],
    ['a page fetched to be kept', get(`/posts/${post}`, { 'sec-fetch-dest': 'empty' })],
    ['another page', get('/posts/slug/on-tides')],
    ['what is no id', get('/posts/undefined-undefined-undefined')],
    ['a form', { ...get(`/posts/${post}`), method: 'POST' }],
  ])('is not one by %s', (_what, request) => {
    const counter = createViewCounter(() => T0)
    counter.note(request, '10.0.0.1')
    expect(sums(counter)).toEqual([])
  })

  test('is at most fifty visitors of one network', () => {
    const counter = createViewCounter(() => T0)
    for (let n = 0; n < 60; n += 1) counter.note(get(`/posts/${post}`), `10.0.0.${n}`)
    counter.note(get(`/posts/${post}`), '10.0.1.1')
    expect(sums(counter)).toEqual([[61, 51, 0, 0]])
  })

  test.each([
    ['calls itself otherwise', () => '10.0.0.1'],
    ['takes another address of its IPv6 network', (n: number) => `2001:db8:1:22${n}::${n}`],
  ])('is one visitor who %s', (_how, addressOf) => {
    const counter = createViewCounter(() => T0)
    for (let n = 10; n < 20; n += 1) counter.note(get(`/posts/${post}`, { 'user-agent': `Mozilla/5.0 Firefox/${n}` }), addressOf(n))
    expect(sums(counter)).toEqual([[10, 1, 0, 0]])
  })

  test('is a new visitor tomorrow', () => {
    let now = T0
    const counter = createViewCounter(() => now)
    counter.note(get(`/posts/${post}`), '10.0.0.1')
    now += dayMs
    counter.note(get(`/posts/${post}`), '10.0.0.1')
    expect(sums(counter)).toEqual([
      [1, 1, 0, 0],
      [1, 1, 0, 0],
    ])
  })
})

test('half a minute in sight is a read, told once a day, and no more than an hour', () => {
  const counter = createViewCounter(() => T0)
  counter.noteSight(post, 20, get('/'), '10.0.0.1')
  counter.noteSight(post, 90, get('/'), '10.0.0.1')
  counter.noteSight(post, 1e9, get('/'), '10.0.0.2')
  counter.noteSight(post, Number.NaN, get('/'), '10.0.0.3')
  counter.noteSight('no id', 90, get('/'), '10.0.0.4')
  expect(sums(counter)).toEqual([[0, 0, 1, 3_620]])
})

test('what could not be written is counted on', () => {
  const counter = createViewCounter(() => T0)
  counter.note(get(`/posts/${post}`), '10.0.0.1')
  counter.putBack(counter.take(10))
  counter.note(get(`/posts/${post}`), '10.0.0.1')
  expect(sums(counter)).toEqual([[2, 1, 0, 0]])
})
