import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { serverOnly } from '../kernel/visibility.ts'

export const traceKinds = ['browser', 'address'] as const
export const TraceKind = z.enum(traceKinds)
export type TraceKind = z.infer<typeof TraceKind>

/** HMAC-SHA256, base64url. */
export const TraceHash = z.string().check(z.regex(/^[\w-]{43}$/u))

/**
 * From where a member signed in: a browser or an address, as a hash by a key that is changed. Gone
 * 90 days after it was first seen; id `KIND:HASH:USER`.
 */
export const SignInTrace = z.object({
  id: z.string(),
  kind: TraceKind,
  hash: TraceHash,
  userId: Id,
  firstAt: Time,
  lastAt: Time,
  times: z.number(),
  expiresAt: Time,
})
export type SignInTrace = z.infer<typeof SignInTrace>

export const signInTraces = defineTable({
  name: 'sign_in_traces',
  row: SignInTrace,
  indexes: [['userId', 'lastAt'], ['hash', 'lastAt'], ['expiresAt']],
  visibility: serverOnly,
  journal: false,
})

/**
 * By which traces are hashed for a while; deleted with the last of them, so that none can be made
 * again.
 */
export const TraceKey = z.object({ id: Id, secret: z.string(), at: Time, expiresAt: Time })
export type TraceKey = z.infer<typeof TraceKey>

export const traceKeys = defineTable({
  name: 'trace_keys',
  row: TraceKey,
  indexes: [['at'], ['expiresAt']],
  visibility: serverOnly,
  journal: false,
})

/** One look for a member's other accounts, shown to who asked until its end. */
export const AltAccountLook = z.object({
  id: Id,
  byId: Id,
  /** Where it begins: a member, or the hashes of a browser or an address. */
  userId: z.nullable(Id),
  hashes: z.array(TraceHash),
  at: Time,
  endsAt: Time,
})
export type AltAccountLook = z.infer<typeof AltAccountLook>

export const altAccountLooks = defineTable({
  name: 'alt_account_looks',
  row: AltAccountLook,
  indexes: [['endsAt']],
  visibility: serverOnly,
  journal: false,
})
