import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { serverOnly } from '../kernel/visibility.ts'

/** What a key may be used for. `vote`: bookmarks too. */
export const apiScopes = ['read', 'draft', 'comment', 'vote'] as const
export type ApiScope = (typeof apiScopes)[number]

/** A member's key for programs; id = a public handle, the secret is kept as SHA-256 only. */
export const ApiKey = z.object({
  id: Id,
  tokenHash: z.string(),
  userId: Id,
  /** What its owner calls it; no two live keys of one member are called the same. */
  name: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  createdAt: Time,
  expiresAt: Time,
  /** `YYYY-MM-DD`, UTC. */
  lastUsedOn: z.nullable(z.string()),
  /** When it was revoked, or its owner was signed out everywhere or banned. */
  endedAt: z.nullable(Time),
})
export type ApiKey = z.infer<typeof ApiKey>

export const apiKeys = defineTable({
  name: 'api_keys',
  row: ApiKey,
  indexes: [['tokenHash'], ['userId', 'createdAt']],
  unique: [['tokenHash']],
  visibility: serverOnly,
  journal: false,
})

/**
 * That a key did a mutation: for moderators, and so that a program's second try is the same
 * mutation. Written in the mutation's own transaction, kept 90 days.
 */
export const ApiCall = z.object({
  id: z.string(),
  keyId: Id,
  userId: Id,
  /** Name of the mutation. */
  mutation: z.string(),
  /** SHA-256 of what was asked: the same id with another one is refused. */
  fingerprint: z.string(),
  at: Time,
})
export type ApiCall = z.infer<typeof ApiCall>

export const apiCalls = defineTable({
  name: 'api_deeds',
  row: ApiCall,
  indexes: [['keyId', 'at'], ['at']],
  visibility: serverOnly,
  journal: false,
})
