import type { Read } from '../kernel/transaction.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Member, KarmaStats } from './schema.ts'
import { isId } from '../kernel/ids.ts'
import { defineQuery } from '../kernel/query.ts'
import { visitor } from '../kernel/viewer.ts'
import { memberSlugs } from './member-edit-schema.ts'
import { nameSkeleton } from './names.ts'
import { viewerOf } from './rules.ts'
import { withSecondFactorRule } from './second-factor-queries.ts'
import { credentials, members, karmaStats } from './schema.ts'

/** What a byline needs of a member. */
export interface MemberCard {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly isModerator: boolean
  /** First weeks here: a small mark tells others to be kind. */
  readonly joinedAt: number
}

/** Who an account is now, to rules: a banned or unknown one is a visitor, as nobody is. */
export async function viewerOfAccount(read: Read, userId: string | null, now: number): Promise<Viewer> {
  const member = userId === null ? undefined : await read.get(members, userId)
  if (member === undefined) return visitor
  const hasConfirmedEmail = typeof (await read.get(credentials, member.id))?.emailVerifiedAt === 'number'
  const viewer = viewerOf(member, await read.get(karmaStats, member.id), hasConfirmedEmail, now)
  return withSecondFactorRule(read, viewer)
}

/** Shown for an account that is gone or hidden; its texts stay. */
export const unknownMember: MemberCard = { id: '', name: '[anonymous]', slug: '', isModerator: false, joinedAt: 0 }

export async function memberCards(read: Read, ids: readonly string[]): Promise<ReadonlyMap<string, MemberCard>> {
  const found = await read.getMany(members, [...new Set(ids)])
  return new Map(found.map((member) => [member.id, memberCard(member)]))
}

export function memberCard(member: Member): MemberCard {
  return {
    id: member.id,
    name: member.displayName,
    slug: member.slug,
    isModerator: member.isAdmin || member.groups.includes('moderators'),
    joinedAt: member.joinedAt,
  }
}

export async function memberBySlug(read: Read, slug: string): Promise<Member | undefined> {
  const [member] = await read.list(defineQuery({ table: members, index: ['slug'], equals: [slug], order: 'ascending', limit: 1 }))
  return member
}

/** By the name they sign in with, however it is written. */
export async function memberByUserName(read: Read, userName: string): Promise<Member | undefined> {
  const key = nameSkeleton(userName)
  const [member] = await read.list(defineQuery({ table: members, index: ['userNameKey'], equals: [key], order: 'ascending', limit: 1 }))
  return member
}

/**
 * By what an address says: a slug, an id, which mentions carry, a user name, which people know, or
 * a slug from before the staff gave another.
 */
export async function memberByAddress(read: Read, name: string): Promise<Member | undefined> {
  return (
    (await memberBySlug(read, name)) ??
    (isId(name) ? await read.get(members, name) : undefined) ??
    (await memberByUserName(read, name)) ??
    (await memberByEarlierSlug(read, name))
  )
}

async function memberByEarlierSlug(read: Read, slug: string): Promise<Member | undefined> {
  const earlier = await read.get(memberSlugs, slug)
  return earlier && read.get(members, earlier.userId)
}

export async function karmaStatsOf(read: Read, userId: string): Promise<KarmaStats> {
  return (await read.get(karmaStats, userId)) ?? { id: userId, karma: 0, postCount: 0, commentCount: 0 }
}
