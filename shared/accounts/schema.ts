import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { everyone, serverOnly } from '../kernel/visibility.ts'
import { groups } from '../kernel/viewer.ts'

/**
 * The public face of an account. Names, slug: written by `accounts.*`; groups and bans: by staff;
 * nothing here is secret.
 */
export const Member = z.object({
  id: Id,
  /** What one signs in with; never changes. */
  userName: z.string(),
  /** Lower-case skeleton of the user name; no two live members share one. */
  userNameKey: z.string(),
  displayName: z.string(),
  displayNameKey: z.string(),
  slug: z.string(),
  /** Plain text, at most 2,000 characters. */
  bio: z.string(),
  /** Pages of theirs elsewhere. */
  links: z.optional(z.array(z.string())),
  /** What they care about, in words of their own. */
  interests: z.optional(z.array(z.string())),
  isAdmin: z.boolean(),
  groups: z.array(z.enum(groups)),
  /** Until then the account has guests' rights only. */
  bannedUntil: z.nullable(Time),
  isDeactivated: z.boolean(),
  postingDisabled: z.boolean(),
  commentingDisabled: z.boolean(),
  votingDisabled: z.boolean(),
  /** Under posts that others wrote. */
  commentingOnOthersDisabled: z.optional(z.boolean()),
  messagingDisabled: z.optional(z.boolean()),
  /** Taken by the staff: karma alone does not give them again. */
  revokedGroups: z.optional(z.array(z.enum(groups))),
  /** The moderator who let the account in; `null` while new. */
  approvedBy: z.nullable(z.string()),
  joinedAt: Time,
  displayNameChangedAt: z.nullable(Time),
  /** Posts that they put first on their own page, at most four. */
  pinnedPostIds: z.optional(z.array(Id)),
})
export type Member = z.infer<typeof Member>

export const members = defineTable({
  name: 'members',
  row: Member,
  indexes: [['slug'], ['userNameKey'], ['joinedAt']],
  unique: [['userNameKey'], ['displayNameKey'], ['slug']],
  visibility: { scope: () => 'public', isOnDevices: true },
})

/**
 * What a member's work has earned; id = member id. Derived in the transaction of the mutation that
 * moves it.
 */
export const KarmaStats = z.object({
  id: Id,
  karma: z.number(),
  postCount: z.number(),
  commentCount: z.number(),
})
export type KarmaStats = z.infer<typeof KarmaStats>

export const karmaStats = defineTable({
  name: 'standings',
  row: KarmaStats,
  indexes: [['karma']],
  visibility: everyone,
})

/** How to reach an account and how it proves itself; id = member id. Never leaves the server. */
export const Credential = z.object({
  id: Id,
  email: z.string(),
  /** Lower-case, NFC; no two accounts share one. */
  emailKey: z.string(),
  emailVerifiedAt: z.nullable(Time),
  /** argon2id in PHC form, its parameters inside. */
  passwordHash: z.string(),
  verificationSentAt: z.nullable(Time),
})
export type Credential = z.infer<typeof Credential>

export const credentials = defineTable({
  name: 'credentials',
  row: Credential,
  indexes: [['emailKey']],
  unique: [['emailKey']],
  visibility: serverOnly,
  journal: false,
})

/** A signed-in browser; id = a public handle, the token is kept as SHA-256 only. */
export const Session = z.object({
  id: Id,
  tokenHash: z.string(),
  userId: Id,
  createdAt: Time,
  lastSeenAt: Time,
  expiresAt: Time,
  endedAt: z.nullable(Time),
  /** "Firefox on Linux": derived from the user agent, at most 80 characters. */
  label: z.string(),
})
export type Session = z.infer<typeof Session>

export const sessions = defineTable({
  name: 'sessions',
  row: Session,
  indexes: [['tokenHash'], ['userId', 'lastSeenAt']],
  unique: [['tokenHash']],
  visibility: serverOnly,
  journal: false,
})

/** A one-time right sent by mail; id = SHA-256 of the secret in it. */
export const EmailToken = z.object({
  id: z.string(),
  kind: z.enum(['verifyEmail', 'resetPassword', 'unsubscribeAll', 'firstAdmin', 'changeEmail', 'restoreEmail', 'reopen']),
  userId: z.nullable(Id),
  email: z.string(),
  createdAt: Time,
  expiresAt: Time,
  usedAt: z.nullable(Time),
})
export type EmailToken = z.infer<typeof EmailToken>

export const emailTokens = defineTable({
  name: 'email_tokens',
  row: EmailToken,
  indexes: [['userId', 'kind']],
  visibility: serverOnly,
  journal: false,
})

/**
 * Tries that are limited (sign-in, reset, sign-up), by `key` such as `sign-in:ACCOUNT` or
 * `sign-in:ADDRESS-BLOCK`. Pruned after a day.
 */
export const Attempt = z.object({ id: z.string(), key: z.string(), at: Time })
export type Attempt = z.infer<typeof Attempt>

export const attempts = defineTable({
  name: 'attempts',
  row: Attempt,
  indexes: [['key', 'at'], ['at']],
  visibility: serverOnly,
  journal: false,
})
