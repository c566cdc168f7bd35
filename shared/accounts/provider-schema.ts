import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { serverOnly } from '../kernel/visibility.ts'
import { Hash } from './fields.ts'

/**
 * An account at an OpenID provider that signs in to one here; id = SHA-256 of issuer and subject.
 */
export const LinkedIdentity = z.object({
  id: Hash,
  userId: Id,
  issuer: z.string(),
  /** What its owner knows it by, as the provider said: an address or a name; may be empty. */
  label: z.string(),
  createdAt: Time,
  lastUsedAt: z.nullable(Time),
})
export type LinkedIdentity = z.infer<typeof LinkedIdentity>

export const linkedIdentities = defineTable({
  name: 'linked_identities',
  row: LinkedIdentity,
  indexes: [['userId', 'createdAt']],
  visibility: serverOnly,
  journal: false,
})

/** Who somebody is, as the provider has said. */
export const ProviderAnswer = z.object({
  identityId: Hash,
  email: z.nullable(z.string()),
  label: z.string().check(z.maxLength(320)),
})

/**
 * A browser went to the provider; id = SHA-256 of a secret that it holds, from which state, nonce
 * and PKCE's verifier are made: none of them is in the store.
 */
export const ProviderSignIn = z.object({
  id: Hash,
  issuer: z.string(),
  /** Who links; `null`: somebody signs in. */
  userId: z.nullable(Id),
  /** A path on this site. */
  returnTo: z.string(),
  /** `null`: not back yet. */
  answer: z.nullable(ProviderAnswer),
  expiresAt: Time,
})
export type ProviderSignIn = z.infer<typeof ProviderSignIn>

export const providerSignIns = defineTable({
  name: 'provider_sign_ins',
  row: ProviderSignIn,
  indexes: [['expiresAt']],
  visibility: serverOnly,
  journal: false,
})
