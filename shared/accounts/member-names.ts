import type { Read } from '../kernel/transaction.ts'
import type { Member } from './schema.ts'
import { AppError } from '../kernel/errors.ts'
import { defineQuery } from '../kernel/query.ts'
import { slugify } from '../kernel/slug.ts'
import { memberSlugs } from './member-edit-schema.ts'
import { isReservedName, UserName } from './names.ts'
import { memberBySlug, memberByUserName } from './queries.ts'
import { members } from './schema.ts'

/**
 * Why nobody can sign up by this name; `null`: it is free. Asked while it is typed, by the form and
 * by the mutation, which also finds the names that are only shown, by the table's unique key.
 * @param siteNames further names that are refused: the site's own.
 */
export async function userNameRefusal(read: Read, name: string, siteNames: readonly string[]): Promise<'invalid' | 'taken' | null> {
  if (!UserName.safeParse(name).success) return 'invalid'
  if (isReservedName(name, siteNames)) return 'taken'
  return (await memberByUserName(read, name)) === undefined ? null : 'taken'
}

/**
 * @throws AppError 'taken' when somebody else signs in by a name that looks like it. Shown names
 *   are unique by the table.
 */
export async function requireNameIsFree(read: Read, key: string, userId: string, field: string): Promise<void> {
  const [holder] = await read.list(defineQuery({ table: members, index: ['userNameKey'], equals: [key], order: 'ascending', limit: 1 }))
  if (holder !== undefined && holder.id !== userId) throw new AppError('taken', { field })
}

/** The name's slug, with a number when it is in use: `ada`, `ada-2`. */
export async function freeSlug(read: Read, name: string, userId: string): Promise<string> {
  const base = slugify(name) || 'member'
  if (await isFreeSlug(read, base)) return base
  for (let n = 2; n < 100; n += 1) if (await isFreeSlug(read, `${base}-${n}`)) return `${base}-${n}`
  return `${base}-${userId.slice(-10)}`
}

/** An earlier address still leads to whose it was. */
async function isFreeSlug(read: Read, slug: string): Promise<boolean> {
  return (await memberBySlug(read, slug)) === undefined && (await read.get(memberSlugs, slug)) === undefined
}

/** A row's unique keys under the name that its reader typed. */
export async function putAs(field: string, put: () => Promise<void>): Promise<void> {
  try {
    await put()
  } catch (error) {
    throw error instanceof AppError && error.code === 'taken' ? new AppError('taken', { field }) : error
  }
}

export async function isFirstMember(read: Read): Promise<boolean> {
  return (await read.list(membersByAge(0, 1))).length === 0
}

/**
 * Whether an administrator who can act stands beside this member. Walks all members: for rare
 * mutations.
 */
export async function hasAdminBeside(read: Read, userId: string, now: number): Promise<boolean> {
  const step = 500
  for (let offset = 0; ; offset += step) {
    const some = await read.list(membersByAge(offset, step))
    if (some.some((member) => member.id !== userId && isActingAdmin(member, now))) return true
    if (some.length < step) return false
  }
}

function isActingAdmin(member: Member, now: number): boolean {
  return member.isAdmin && !member.isDeactivated && (member.bannedUntil ?? 0) <= now
}

function membersByAge(offset: number, limit: number) {
  return defineQuery({ table: members, index: ['joinedAt'], equals: [], order: 'ascending', offset, limit })
}
