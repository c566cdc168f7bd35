import { expect, test } from 'vitest'
import { knownQuery } from './known-queries.ts'

test('a page that declares no parameters is cached once, whatever follows its question mark', () => {
  expect(knownQuery({ path: '/books/:year' }, '?limit=5&view=new&sort=old')).toBe('')
  expect(knownQuery({ path: '/of-a-new-entity' }, '?limit=5')).toBe('')
})

test('a list keeps the parameters it knows, in one order', () => {
  expect(knownQuery({ path: '/quicktakes' }, '?view=new&x=1&limit=5')).toBe('?limit=5&view=new')
})

test('a page whose manifest says so takes a limit, and nothing else', () => {
  expect(knownQuery({ path: '/of-a-new-entity', takesLimit: true }, '?limit=5&view=new')).toBe('?limit=5')
  expect(knownQuery({ path: '/of-a-new-entity', takesLimit: true }, '?limit=all')).toBe('')
})

test('a map keeps where it is, what it shows, and nothing that is no number', () => {
  const map = { path: '/groups-map' }
  expect(knownQuery(map, '?lat=60.39&lng=-5&zoom=3&show=groups&filters=city,high-school&x=1')).toBe(
    '?filters=city%2Chigh-school&lat=60.39&lng=-5&show=groups&zoom=3',
  )
  expect(knownQuery(map, '?lat=1e9&lng=north&zoom=x&show=people&filters=%3Cb%3E')).toBe('')
})

test('a page of the wiki keeps which path it is read on, and that one is begun, with a value or without', () => {
  const wiki = { path: '/w/:slug' }
  expect(knownQuery(wiki, '?pathId=least-count&x=1')).toBe('?pathId=least-count')
  expect(knownQuery(wiki, '?startPath')).toBe('?startPath=')
  expect(knownQuery(wiki, '?startPath=true&lens=')).toBe('?startPath=true')
  expect(knownQuery(wiki, '?startPath=x&pathId=%3Cb%3E')).toBe('')
})
