import type { Read } from '../kernel/transaction.ts'
import type { ModeratorActionType } from './action-types.ts'
import type { Ban, MemberReview, ModeratorAction, UserRateLimit } from './measure-schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { auditLog, bans, memberReviews, moderatorActions, userRateLimits } from './measure-schema.ts'

/** What was done to a member or noticed about them, newest first. */
export const actionsOn = (userId: string, limit: number) =>
  defineQuery({ table: moderatorActions, index: ['userId', 'at'], equals: [userId], order: 'descending', limit })

export const actionsOfType = (userId: string, type: ModeratorActionType, limit: number) =>
  defineQuery({ table: moderatorActions, index: ['userId', 'type', 'at'], equals: [userId, type], order: 'descending', limit })

/** Of all members, newest first. */
export const actionsOfEverybody = (type: ModeratorActionType, limit: number) =>
  defineQuery({ table: moderatorActions, index: ['type', 'at'], equals: [type], order: 'descending', limit })

export async function activeAction(
  read: Read,
  userId: string,
  type: ModeratorActionType,
  now: number,
): Promise<ModeratorAction | undefined> {
  const found = await read.list(actionsOfType(userId, type, 20))
  return found.find((action) => isActive(action, now))
}

export function isActive({ endedAt }: Pick<ModeratorAction, 'endedAt'>, now: number): boolean {
  return endedAt === null || endedAt > now
}

/** A member's limits that have not ended. */
export const limitsOf = (userId: string, now: number) =>
  defineQuery({ table: userRateLimits, index: ['userId', 'endsAt'], equals: [userId], from: now + 1, order: 'ascending', limit: 100 })

export async function activeLimits(read: Read, userId: string, now: number): Promise<readonly UserRateLimit[]> {
  return read.list(limitsOf(userId, now))
}

const bansOf = (userId: string, limit: number) =>
  defineQuery({ table: bans, index: ['userId', 'at'], equals: [userId], order: 'descending', limit })

/** What keeps a member out now, if anything does. */
export async function banOn(read: Read, userId: string, now: number): Promise<Ban | undefined> {
  const [newest] = await read.list(bansOf(userId, 1))
  return newest !== undefined && newest.endsAt > now ? newest : undefined
}

export async function reviewOf(read: Read, userId: string): Promise<MemberReview> {
  return (await read.get(memberReviews, userId)) ?? noReview(userId)
}

function noReview(id: string): MemberReview {
  return {
    ...{ id, needsReview: false, reasons: [], group: null, queuedAt: null, leftQueueAt: null, reviewedAt: null },
    ...{ reviewedByUserId: null, snoozedUntilCount: null, isFlagged: false, notes: '', decidedAt: null },
  }
}

/** Bans, those that end last first; `from`: only those that end after that. */
export const bansEnding = (from: number, limit: number, offset: number) =>
  defineQuery({ table: bans, index: ['endsAt'], equals: [], from, order: 'descending', limit, offset })

/** Limits that a moderator has set, as `bansEnding`. */
export const limitsEnding = (from: number, limit: number, offset: number) =>
  defineQuery({ table: userRateLimits, index: ['endsAt'], equals: [], from, order: 'descending', limit, offset })

/** The log, newest first. */
export const auditEntries = (limit: number, offset = 0) =>
  defineQuery({ table: auditLog, index: ['at'], equals: [], order: 'descending', limit, offset })

export const auditEntriesAbout = (userId: string, limit: number, offset = 0) =>
  defineQuery({ table: auditLog, index: ['userId', 'at'], equals: [userId], order: 'descending', limit, offset })

export const auditEntriesBy = (byId: string, limit: number, offset = 0) =>
  defineQuery({ table: auditLog, index: ['byId', 'at'], equals: [byId], order: 'descending', limit, offset })
