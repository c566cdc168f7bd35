import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { serverOnly } from '../kernel/visibility.ts'

/** An app that makes one-time codes (RFC 6238); id = member id. Never leaves the server. */
export const SecondFactor = z.object({
  id: Id,
  /** Base32, shared with the app once. */
  secret: z.string(),
  startedAt: Time,
  /** `null`: shown, but no code of it has been typed yet; nothing is asked for at sign-in. */
  confirmedAt: z.nullable(Time),
  /** Of the last code that was taken: it and earlier ones are taken no more. */
  lastStep: z.int(),
  /** Of codes that were not used yet. */
  recoveryHashes: z.array(z.string()),
})
export type SecondFactor = z.infer<typeof SecondFactor>

export const secondFactors = defineTable({
  name: 'second_factors',
  row: SecondFactor,
  indexes: [],
  visibility: serverOnly,
  journal: false,
})

/**
 * The password was right and the second factor is asked for; id = SHA-256 of the browser's secret.
 */
export const StartedSignIn = z.object({
  id: z.string(),
  userId: Id,
  /** Of the password's hash: another password since ends it. */
  passwordKey: z.string(),
  /** Counts of wrong passwords that the whole sign-in forgives. */
  forgets: z.array(z.string()),
  /** It began with a mail to this address, which the whole sign-in proves. */
  provesEmail: z.optional(z.string()),
  expiresAt: Time,
})
export type StartedSignIn = z.infer<typeof StartedSignIn>

export const startedSignIns = defineTable({
  name: 'started_sign_ins',
  row: StartedSignIn,
  indexes: [['userId', 'expiresAt'], ['expiresAt']],
  visibility: serverOnly,
  journal: false,
})

/** What the operator asks of sign-ins; one row, `site`. */
export const SignInRules = z.object({ id: z.string(), staffNeedSecondFactor: z.boolean() })
export type SignInRules = z.infer<typeof SignInRules>

export const signInRules = defineTable({ name: 'sign_in_rules', row: SignInRules, indexes: [], visibility: serverOnly, journal: false })
