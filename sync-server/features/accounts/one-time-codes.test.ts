import { Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { newRecoveryCodes, newSecret, otpAuthUri, recoveryHashOf, stepOfCode, usedFactor } from './one-time-codes.ts'
import { idOf, T0 } from '#shared/testing/factories.ts'

/** The key of RFC 6238, Appendix B: "12345678901234567890". */
const secret = Secret.fromUTF8('12345678901234567890').base32

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code of RFC 6238’s key is %s, and no other’s', (second, code) => {
  expect(stepOfCode(secret, code, second * 1_000)).toBe(Math.floor(second / 30))
  expect(stepOfCode(newSecret(), code, second * 1_000)).toBeNull()
})

test('a clock may be one step off, not two', () => {
  const step = Math.floor(59 / 30)
  expect([-60, -30, 0, 30, 60].map((off) => stepOfCode(secret, '287082', (45 + off) * 1_000))).toEqual([null, step, step, step, null])
})

test('what an app reads names the site and the member, and nothing of it is left open', () => {
  const uri = otpAuthUri(secret, { site: 'Night Harbour', userName: 'Ada & co' })
  expect(decodeURIComponent(uri)).toContain('otpauth://totp/Night Harbour:Ada & co?issuer=Night Harbour&secret=')
  expect(uri).toContain('&algorithm=SHA1&digits=6&period=30')
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/u)
})

test('recovery codes are ten different ones, known again however they are copied, by one member alone', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^(?:[a-z2-7]{4}-){3}[a-z2-7]{4}$/u)
  const [code = ''] = codes
  const factor = { id: idOf(1), secret, startedAt: T0, confirmedAt: T0, lastStep: 0, recoveryHashes: [recoveryHashOf(idOf(1), code)] }
  for (const typed of [code, code.toUpperCase(), ` ${code.replaceAll('-', ' ')} `])
    expect(usedFactor(factor, typed, T0)).toEqual({ recoveryHash: factor.recoveryHashes[0] })
  expect(usedFactor({ ...factor, id: idOf(2) }, code, T0)).toBeNull()
  expect([usedFactor(factor, '', T0), usedFactor(factor, code.slice(0, -1), T0)]).toEqual([null, null])
})
