import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * A browser that has signed in to an account before is not held up by strangers' guesses at that
 * account. Its proof is made from the account's password hash, which only the server knows: nothing
 * to store, and a new password makes all browsers strangers again.
 */
const longest = 3

/** The cookie's value with this account in front; the last three accounts of a browser are kept. */
export function rememberDevice(cookie: string | null, userId: string, passwordHash: string): string {
  const others = proofsIn(cookie).filter((proof) => !proof.startsWith(`${userId}.`))
  return [proofOf(userId, passwordHash), ...others].slice(0, longest).join('~')
}

/**
 * The account's proof among those in the cookie; `null`: this browser has not signed in to it.
 * Nothing else of the cookie counts.
 */
export function knownDeviceProof(cookie: string | null, userId: string, passwordHash: string): string | null {
  const proof = proofOf(userId, passwordHash)
  const expected = Buffer.from(proof)
  const isGiven = proofsIn(cookie).some((one) => {
    const given = Buffer.from(one)
    return given.byteLength === expected.byteLength && timingSafeEqual(given, expected)
  })
  return isGiven ? proof : null
}

function proofOf(userId: string, passwordHash: string): string {
  return `${userId}.${createHmac('sha256', passwordHash).update(`known device of ${userId}`).digest('base64url')}`
}

function proofsIn(cookie: string | null): readonly string[] {
  return (cookie ?? '')
    .split('~')
    .filter((proof) => /^[0-9a-z]{26}\.[A-Za-z0-9_-]{43}$/u.test(proof))
    .slice(0, longest)
}
