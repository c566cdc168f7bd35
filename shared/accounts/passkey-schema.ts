import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { serverOnly } from '../kernel/visibility.ts'
import { Hash } from './fields.ts'
import { passkeyLimits } from './passkey-limits.ts'

/** WebAuthn's ID of a credential, base64url: up to 1,023 bytes. */
export const PasskeyId = z.string().check(z.regex(/^[\w-]{1,1364}$/u))

/** A key pair whose private half never leaves its owner's devices. Never leaves the server. */
export const Passkey = z.object({
  id: PasskeyId,
  userId: Id,
  /** As its owner calls it. */
  name: z.string().check(z.minLength(1), z.maxLength(passkeyLimits.nameLength)),
  /** COSE, base64url. */
  publicKey: z.string().check(z.regex(/^[\w-]{1,4000}$/u)),
  /** How often it has signed; 0 for those that several devices share, which do not count. */
  counter: z.int().check(z.minimum(0)),
  /** As the browser said: where to look for it. */
  transports: z.array(z.string().check(z.maxLength(30))).check(z.maxLength(8)),
  createdAt: Time,
  lastUsedAt: z.nullable(Time),
})
export type Passkey = z.infer<typeof Passkey>

export const passkeys = defineTable({
  name: 'passkeys',
  row: Passkey,
  indexes: [['userId', 'createdAt']],
  visibility: serverOnly,
  journal: false,
})

/** What a browser was asked to sign, once; id = the SHA-256 of it. */
export const PasskeyChallenge = z.object({
  id: Hash,
  /** Who adds a passkey; `null`: somebody signs in. */
  userId: z.nullable(Id),
  expiresAt: Time,
})

export const passkeyChallenges = defineTable({
  name: 'passkey_challenges',
  row: PasskeyChallenge,
  indexes: [['expiresAt']],
  visibility: serverOnly,
  journal: false,
})
