import { describe, expect, test } from 'vitest'
import { browserLabel } from '#server/http/browser-label.ts'
import { knownDeviceProof, rememberDevice } from './known-device.ts'
import { limits, loginKey } from './limits.ts'
import { cookieJar } from './session-cookie.ts'
import { idOf } from '#shared/testing/factories.ts'

test('one login in several spellings counts once, and a name is never an address', () => {
  expect(loginKey(' Ada ')).toBe(loginKey('ada'))
  expect(loginKey('ADA@Example.org')).toBe(loginKey('ada@example.org '))
  expect(loginKey('ada')).not.toBe(loginKey('ada@example.org'))
})

test.each(['ada.lovelace@example.org', 'ADALOVELACE+one@Example.org', 'a.d.a.lovelace+2@example.org', '"ada.lovelace"@example.org'])(
  'mails to %s count for one mailbox',
  (email) => {
    expect(limits.mailTo(email).key).toBe(limits.mailTo('adalovelace@example.org').key)
    expect(limits.resetFor(email).key).toBe(limits.resetFor('adalovelace@example.org').key)
    expect(limits.mailTo(email).key).not.toBe(limits.mailTo('adalovelace@example.com').key)
  },
)

test('keys fit their column and hold nothing readable', () => {
  const keys = [
    limits.signInAt('x'.repeat(300)),
    limits.signInFrom('2001:db8::1'),
    limits.resetFor('ada@example.org'),
    limits.signInOnDevice(idOf(1), 'x'.repeat(500)),
  ].map((limit) => limit.key)
  expect(keys.every((key) => /^[a-z-]+:[\w-]{24}$/u.test(key))).toBe(true)
})

describe('a known browser', () => {
  const proof = rememberDevice(null, idOf(1), '$hash-one')
  test.each([
    ['itself', proof, idOf(1), '$hash-one', true],
    ['another account', proof, idOf(2), '$hash-one', false],
    ['after a new password', proof, idOf(1), '$hash-two', false],
    ['nothing', null, idOf(1), '$hash-one', false],
    ['rubbish', '~~.~', idOf(1), '$hash-one', false],
    ['a proof cut short', proof.slice(0, -1), idOf(1), '$hash-one', false],
  ])('%s', (_what, cookie, userId, hash, expected) => {
    expect(knownDeviceProof(cookie, userId, hash) !== null).toBe(expected)
  })
  test('a cookie with anything beside the proof yields the same proof, so the same count', () => {
    const known = knownDeviceProof(proof, idOf(1), '$hash-one')
    for (const cookie of [`${proof}~x`, `x~${proof}`, `${proof}~${proof}`, `${proof}~${idOf(2)}.${'A'.repeat(43)}`])
      expect(knownDeviceProof(cookie, idOf(1), '$hash-one')).toBe(known)
  })
  test('remembers three accounts, the last ones', () => {
    const cookie = [1, 2, 3, 4].reduce<string | null>((before, n) => rememberDevice(before, idOf(n), `$${n}`), null)
    expect([1, 2, 3, 4].map((n) => knownDeviceProof(cookie, idOf(n), `$${n}`) !== null)).toEqual([false, true, true, true])
    expect(rememberDevice(cookie, idOf(4), '$4')).toBe(cookie)
  })
})

test.each([
  ['session=abc', 'abc'],
  ['a=b; session=abc; c=d', 'abc'],
  ['xsession=abc', null],
  ['session=abc; session=def', null],
  ['session=', null],
  ['session', null],
  [undefined, null],
  ['Session=abc', null],
  [' session = abc ', 'abc'],
])('the cookie header %j holds the session %j', (header, expected) => {
  expect(cookieJar(false).session(header)).toBe(expected)
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome on iOS',
  ],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['<script>alert(1)</script>', 'A browser on an unknown system'],
  ['', 'A browser on an unknown system'],
])('%s is shown as %s', (userAgent, label) => {
  expect(browserLabel(userAgent)).toBe(label)
})
