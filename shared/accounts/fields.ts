import * as z from 'zod/mini'

/** SHA-256 as base64url: what is kept of a secret. */
export const Hash = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/u))

/** PHC string form. */
export const PasswordHash = z.string().check(z.startsWith('$'), z.maxLength(300))
