import { describe, expect, test } from 'vitest'
import { idOf, T0 } from '#shared/testing/factories.ts'
import { readUnsubscribe, signUnsubscribe } from './signed.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const [key, other] = ['k'.repeat(43), 'o'.repeat(43)]
const right = { userId: idOf(1), types: ['newPost', 'newReplyToYou'] } as const

describe('a link that ends mails', () => {
  test('says whose and which, for a year', () => {
    const token = signUnsubscribe(key, right, T0)
    expect(readUnsubscribe(key, token, T0 + 364 * dayMs)).toEqual(right)
    expect(readUnsubscribe(key, token, T0 + 366 * dayMs)).toBeNull()
    expect(readUnsubscribe(key, signUnsubscribe(key, { ...right, types: 'all' }, T0), T0)).toEqual({ ...right, types: 'all' })
  })

  const token = signUnsubscribe(key, right, T0)
  test.each([
    ['another’s name in it', token.replace(idOf(1), idOf(2))],
    ['more in it than was signed', token.replace(/-0\.\d-|-\d+\.\d+-/u, '-all-')],
    ['a longer time in it', token.replace(/-([0-9a-z]+)-([\w-]{43})$/u, '-zzzzzzz-$2')],
    ['one letter of its signature changed', `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
    ['no signature', token.slice(0, -44)],
    ['nothing', ''],
    ['something after it', `${token}x`],
  ])('with %s ends nothing', (_what, forged) => {
    expect(forged).not.toBe(token)
    expect(readUnsubscribe(key, forged, T0)).toBeNull()
  })

  test('of another site ends nothing here', () => {
    expect(readUnsubscribe(other, token, T0)).toBeNull()
  })
})
