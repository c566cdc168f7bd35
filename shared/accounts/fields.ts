import * as z from 'zod/mini'

/** SHA-256 as base64url: what is kept of a secret. */
export const Hash = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/u))

/** PHC string form. */
export const PasswordHash = z.string().check(z.startsWith('$'), z.maxLength(300))

const locked = '$locked$'

/** Of an account without a password: no password has this hash. `random` keeps it a secret. */
export const lockedHashOf = (random: string): string => `${locked}${random}`

export const isLocked = (passwordHash: string): boolean => passwordHash.startsWith(locked)
