import { describe, expect, test } from 'vitest'
import { idOf } from '../testing/factories.ts'
import { synonymsShape } from '../search/schema.ts'
import { isNestedDeeper, parseClientMessage, parseServerMessage, syncLimits } from './protocol.ts'

const hello = { t: 'hello', proto: 1, schema: 1, device: idOf(7), shapes: [{ id: `thread:${idOf(1)}`, epoch: 'e', cursor: 3 }] }
const mutation = { n: 1, name: 'votes.set', v: 1, args: {}, at: 5 }

describe('what a device says', () => {
  test('is taken when it is whole', () => {
    expect(parseClientMessage(hello)).toEqual(hello)
    expect(parseClientMessage({ t: 'push', mutations: [mutation] })).toEqual({ t: 'push', mutations: [mutation] })
    const follow = { t: 'follow', shapes: [{ id: synonymsShape, epoch: '', cursor: 0 }] }
    expect(parseClientMessage(follow)).toEqual(follow)
    expect(parseClientMessage({ t: 'ping' })).toEqual({ t: 'ping' })
  })

  test.each([
    ['nothing', null],
    ['an array', []],
    ['an unknown kind', { t: 'grant' }],
    ['a key nobody knows', { ...hello, role: 'admin' }],
    ['a device id of another form', { ...hello, device: '__proto__' }],
    ['a shape of another form', { ...hello, shapes: [{ id: 'thread:../me', epoch: '', cursor: 0 }] }],
    ['a negative cursor', { ...hello, shapes: [{ id: `me:${idOf(1)}`, epoch: '', cursor: -1 }] }],
    ['number zero', { t: 'push', mutations: [{ ...mutation, n: 0 }] }],
    ['half a number', { t: 'push', mutations: [{ ...mutation, n: 1.5 }] }],
    ['a number beyond all counting', { t: 'push', mutations: [{ ...mutation, n: 2 ** 60 }] }],
    ['an empty push', { t: 'push', mutations: [] }],
    ['a push that is too long', { t: 'push', mutations: Array.from({ length: syncLimits.mutationsInPush + 1 }, () => mutation) }],
    ['too many shapes', { t: 'unfollow', shapes: Array.from({ length: syncLimits.shapesInMessage + 1 }, () => `me:${idOf(1)}`) }],
  ])('%s is no message', (_what, value) => {
    expect(parseClientMessage(value)).toBeNull()
  })
})

test('a page of HTML, half a message and unknown kinds are never taken for data', () => {
  for (const text of ['<!doctype html><title>Sign in to this Wi-Fi', '{"t":"page"', '[]', 'null', '{"t":"constructor"}', '{"t":7}', '']) {
    expect(parseServerMessage(text)).toBeNull()
  }
  expect(parseServerMessage('{"t":"pong","now":5}')).toEqual({ t: 'pong', now: 5 })
})

test('nesting is counted without overflowing, however deep', () => {
  const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
  expect(isNestedDeeper(deep(10), 10)).toBe(false)
  expect(isNestedDeeper(deep(12), 10)).toBe(true)
  expect(isNestedDeeper(deep(5_000), 300)).toBe(true)
})
