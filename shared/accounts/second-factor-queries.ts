import type { Read } from '../kernel/transaction.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { isStaff } from '../kernel/viewer.ts'
import { defineQuery } from '../kernel/query.ts'
import { passkeys } from './passkey-schema.ts'
import { members } from './schema.ts'
import { secondFactors, signInRules } from './second-factor-schema.ts'

async function hasPasskey(read: Read, userId: string): Promise<boolean> {
  const own = defineQuery({ table: passkeys, index: ['userId', 'createdAt'], equals: [userId], order: 'ascending', limit: 1 })
  return (await read.list(own)).length > 0
}

/**
 * Whether an account of the staff that has a passkey and no app signs in by the passkey alone: a
 * password or a mail would be one factor, where the operator asks for two.
 */
export async function needsPasskey(read: Read, userId: string): Promise<boolean> {
  if ((await read.get(signInRules, 'site'))?.staffNeedSecondFactor !== true) return false
  const member = await read.get(members, userId)
  if (member === undefined || !(member.isAdmin || member.groups.includes('moderators'))) return false
  return typeof (await read.get(secondFactors, userId))?.confirmedAt !== 'number' && hasPasskey(read, userId)
}

/**
 * Where the operator asks the staff for a second factor, who has neither an app nor a passkey has
 * the rights of any member until then. Asked in the one place where it is found out who an account
 * is.
 */
export async function withSecondFactorRule(read: Read, viewer: Viewer): Promise<Viewer> {
  if (viewer.kind === 'visitor' || !isStaff(viewer)) return viewer
  if ((await read.get(signInRules, 'site'))?.staffNeedSecondFactor !== true) return viewer
  if (typeof (await read.get(secondFactors, viewer.userId))?.confirmedAt === 'number') return viewer
  if (await hasPasskey(read, viewer.userId)) return viewer
  const groups = viewer.groups.filter((group) => group !== 'moderators' && group !== 'realAdmins')
  return { ...viewer, isAdmin: false, groups, owesSecondFactor: true }
}
