import { expect, test } from 'vitest'
import { idOf } from '#shared/testing/factories.ts'
import { feedKey, feedParams } from './feed-params.ts'

const params = (query: string) => feedParams(new URLSearchParams(query))

test.each([
  ['', { view: 'rss', format: 'rss', karmaThreshold: null, userId: null }],
  ['view=frontpage-rss', { view: 'frontpageRss' }],
  ['view=curatedRss&format=atom', { view: 'curatedRss', format: 'atom' }],
  [`view=userPosts&userId=${idOf(1)}`, { view: 'userPosts', userId: idOf(1) }],
  ['type=comments', { view: 'comments' }],
])('%j is a feed', (query, expected) => {
  expect(params(query)).toMatchObject(expected)
})

test.each([
  ['view=drafts'],
  ['view=constructor'],
  ['view=userPosts'],
  ['view=userPosts&userId=ada'],
  ['format=xml'],
  ['view=rejected'],
  ['view='],
])('%j is none', (query) => {
  expect(params(query)).toBeNull()
})

test.each([
  [1, 2],
  [15, 2],
  [16, 30],
  [36, 30],
  [37, 45],
  [60, 75],
  [100, 125],
  [161, 125],
  [162, 200],
  [9_999, 200],
  [-5, 2],
])('a threshold of %i is rounded to %i', (given, rounded) => {
  expect(params(`karmaThreshold=${given}`)?.karmaThreshold).toBe(rounded)
})

test('feeds that are the same have one key', () => {
  const keys = ['karmaThreshold=31&x=1', 'view=rss&karmaThreshold=17', 'karmaThreshold=30&userId=x'].map((query) => {
    const found = params(query)
    return found && feedKey(found)
  })
  expect(new Set(keys).size).toBe(1)
})
