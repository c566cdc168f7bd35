/**
 * Codes of authenticator apps (RFC 6238: SHA-1, six digits, 30 seconds, as all apps have it) and
 * the recovery codes that stand in for them. Random enough to be kept as plain SHA-256.
 */
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { SecondFactor } from '#shared/accounts/second-factor-schema.ts'
import type { UsedFactor } from '#shared/accounts/second-factor-mutations.ts'
import { secondFactorLimits } from '#shared/accounts/second-factor-limits.ts'
import { hashOf } from './tokens.ts'

/** 160 bits, as RFC 4226 §4 recommends. */
const secretBytes = 20
const settings = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Base32, as apps take it. */
export function newSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** What an app reads from a picture or a link. */
export function otpAuthUri(secret: string, { site, userName }: { readonly site: string; readonly userName: string }): string {
  return new TOTP({ ...settings, issuer: site, label: userName, secret: Secret.fromBase32(secret) }).toString()
}

/** The step of a right code, one before and one after now included; `null`: a wrong one. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ ...settings, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? null : totp.counter({ timestamp: now }) + delta
}

/** Ten, to be shown once: 80 bits each, in groups that can be copied by hand. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: secondFactorLimits.recoveryCodes }, () =>
    new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32.toLowerCase().replaceAll(/.{4}(?=.)/gu, '$&-'),
  )
}

export function recoveryHashOf(userId: string, code: string): string {
  return hashOf(`${userId} ${code.toLowerCase().replaceAll(/[^a-z2-7]/gu, '')}`)
}

/** What was typed, if it is right as far as can be said without taking it; else `null`. */
export function usedFactor(factor: SecondFactor, typed: string, now: number): UsedFactor | null {
  const code = typed.slice(0, 100).replaceAll(/[\s-]/gu, '')
  if (/^\d{6}$/u.test(code)) {
    const step = stepOfCode(factor.secret, code, now)
    return step === null ? null : { step }
  }
  const recoveryHash = recoveryHashOf(factor.id, code)
  return factor.recoveryHashes.includes(recoveryHash) ? { recoveryHash } : null
}
