import { describe, expect, test } from 'vitest'
import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { staffActs, Target } from './measure-rules.ts'
import { canLockComments, canModeratePost } from '../posts/rules.ts'
import { canMarkComment } from '../comments/mark-rules.ts'
import { canRemoveComment } from '../comments/rules.ts'
import { visitor } from '../kernel/viewer.ts'
import { aComment, admin, aPost, idOf, member, moderator, T0 } from '../testing/factories.ts'
import { canAgainst, canBan, canOpenMeasures, canPurge, canSetOwnAdmin, canSetRole, mayAct } from './measure-rules.ts'
import { dayMs } from '../kernel/durations.ts'
const roles = {
  visitor,
  banned: { kind: 'visitor', bannedUntil: 9e15 },
  member: member(idOf(1)),
  trusted: member(idOf(2), { karma: 5_000, groups: ['trusted', 'canModeratePersonal', 'canCommentLock', 'tagManager'] }),
  moderator,
  admin,
} as const satisfies Record<string, Viewer>
type Role = keyof typeof roles
const roleNames = ['visitor', 'banned', 'member', 'trusted', 'moderator', 'admin'] as const satisfies readonly Role[]

const target = (changes: Partial<Target> = {}): Target => ({ id: idOf(100), isAdmin: false, groups: [], joinedAt: T0, ...changes })
const aModerator = target({ id: idOf(910), groups: ['moderators'] })
const anAdmin = target({ id: idOf(911), isAdmin: true })
const post = aPost({ guidelines: 'Be kind.' })

/** What each may be asked, and whom it is done to. */
const actions: Readonly<Record<string, (viewer: Viewer) => Verdict>> = {
  'let a member in': (viewer) => mayAct(viewer, 'approve'),
  'reject a text': (viewer) => mayAct(viewer, 'reject'),
  'snooze a member': (viewer) => mayAct(viewer, 'snooze'),
  'take a member out of the queue': (viewer) => mayAct(viewer, 'dequeue'),
  'flag a member': (viewer) => canAgainst(viewer, 'flag', target()),
  'write a note': (viewer) => mayAct(viewer, 'note'),
  'take a right': (viewer) => canAgainst(viewer, 'setRight', target()),
  'take a right from a moderator': (viewer) => canAgainst(viewer, 'setRight', aModerator),
  'take a right from an administrator': (viewer) => canAgainst(viewer, 'setRight', anAdmin),
  'limit a member': (viewer) => canAgainst(viewer, 'limit', target()),
  'exempt a member from limits': (viewer) => canAgainst(viewer, 'exempt', target()),
  'ban for three months': (viewer) => canBan(viewer, target(), 92 * dayMs),
  'ban for longer': (viewer) => canBan(viewer, target(), 92 * dayMs + 1),
  'ban a moderator': (viewer) => canBan(viewer, aModerator, dayMs),
  'ban an administrator': (viewer) => canBan(viewer, anAdmin, dayMs),
  'purge an account of 29 days': (viewer) => canPurge(viewer, target(), T0 + 29 * dayMs),
  'purge an account of 30 days': (viewer) => canPurge(viewer, target(), T0 + 30 * dayMs),
  'purge a moderator’s account': (viewer) => canPurge(viewer, aModerator, T0 + dayMs),
  'give or take what karma gives': (viewer) => canSetRole(viewer, target(), 'trusted'),
  'make a moderator': (viewer) => canSetRole(viewer, target(), 'moderators'),
  'give the power to become administrator': (viewer) => canSetRole(viewer, target(), 'realAdmins'),
  'give up or take up all power': (viewer) => canSetOwnAdmin(viewer),
  'see what was done to a member': (viewer) => mayAct(viewer, 'readMeasures'),
  'list the moderators’ comments': (viewer) => mayAct(viewer, 'readModeratorComments'),
  'read the audit log': (viewer) => mayAct(viewer, 'readAuditLog'),
  'put a post on the front page': (viewer) => canModeratePost(viewer, post),
  'close a post to comments': (viewer) => canLockComments(viewer, post),
  'close a thread': (viewer) => canMarkComment(viewer, aComment(), post, 'lock'),
  'reject a comment by its menu': (viewer) => canMarkComment(viewer, aComment(), post, 'rejected'),
  'remove another’s comment': (viewer) => canRemoveComment(viewer, aComment(), post),
}

const staffOnly = ['sign-in-first', 'banned', 'staff-only', 'staff-only', 'allowed', 'allowed'] as const
const adminsOnly = ['sign-in-first', 'banned', 'admins-only', 'admins-only', 'admins-only', 'allowed'] as const
const againstModerators = ['sign-in-first', 'banned', 'staff-only', 'staff-only', 'not-against-staff', 'allowed'] as const
const againstAdmins = ['sign-in-first', 'banned', 'staff-only', 'staff-only', 'not-against-staff', 'not-against-staff'] as const

const matrix: Readonly<Record<keyof typeof actions, readonly string[]>> = {
  'let a member in': staffOnly,
  'reject a text': staffOnly,
  'snooze a member': staffOnly,
  'take a member out of the queue': staffOnly,
  'flag a member': staffOnly,
  'write a note': staffOnly,
  'take a right': staffOnly,
  'take a right from a moderator': againstModerators,
  'take a right from an administrator': againstAdmins,
  'limit a member': staffOnly,
  'exempt a member from limits': staffOnly,
  'ban for three months': staffOnly,
  'ban for longer': adminsOnly,
  'ban a moderator': againstModerators,
  'ban an administrator': againstAdmins,
  'purge an account of 29 days': staffOnly,
  'purge an account of 30 days': adminsOnly,
  'purge a moderator’s account': againstModerators,
  'give or take what karma gives': staffOnly,
  'make a moderator': adminsOnly,
  'give the power to become administrator': adminsOnly,
  'give up or take up all power': ['sign-in-first', 'banned', 'admins-only', 'admins-only', 'admins-only', 'admins-only'],
  'see what was done to a member': staffOnly,
  'list the moderators’ comments': staffOnly,
  'read the audit log': adminsOnly,
  'put a post on the front page': ['sign-in-first', 'sign-in-first', 'staff-only', 'staff-only', 'allowed', 'allowed'],
  'close a post to comments': ['sign-in-first', 'sign-in-first', 'staff-only', 'staff-only', 'allowed', 'allowed'],
  'close a thread': staffOnly,
  'reject a comment by its menu': staffOnly,
  'remove another’s comment': ['sign-in-first', 'sign-in-first', 'not-yours', 'not-yours', 'allowed', 'allowed'],
}

const said = (verdict: Verdict): string => (verdict.allowed ? 'allowed' : verdict.reason)

describe.each(Object.entries(actions))('%s', (name, rule) => {
  test.each(roleNames.map((role, at) => [role, matrix[name]?.[at]] as const))('%s: %s', (role, expected) => {
    expect(expected).toBeDefined()
    expect(said(rule(roles[role]))).toBe(expected)
  })
})

test('what the table does not name nobody but an administrator does', () => {
  // As a program that was not checked might ask.
  const unknown = 'promote' as keyof typeof staffActs
  for (const role of ['visitor', 'banned', 'member', 'trusted', 'moderator'] as const)
    expect(mayAct(roles[role], unknown).allowed, role).toBe(false)
})

test.each([
  ['a moderator', moderator],
  ['an administrator', admin],
])('%s does nothing to themselves', (_who, viewer) => {
  const self = target({ id: viewer.userId })
  for (const verdict of [canAgainst(viewer, 'setRight', self), canBan(viewer, self, dayMs), canPurge(viewer, self, T0)])
    expect(said(verdict)).toBe('not-against-oneself')
})

test('who may have all power takes it up and gives it up', () => {
  expect(said(canSetOwnAdmin(member(idOf(1), { groups: ['realAdmins'] })))).toBe('allowed')
  expect(said(canSetOwnAdmin(member(idOf(1), { groups: ['realAdmins'], isAdmin: true })))).toBe('allowed')
})

describe('the page about a member', () => {
  const dropped = member(idOf(5), { groups: ['realAdmins'] })

  test('is the staff’s, of everybody and of nobody', () => {
    expect(roleNames.filter((name) => canOpenMeasures(roles[name], idOf(100)).allowed)).toEqual(['moderator', 'admin'])
    expect(roleNames.filter((name) => canOpenMeasures(roles[name], null).allowed)).toEqual(['moderator', 'admin'])
    expect(canOpenMeasures(roles.member, idOf(1))).toEqual({ allowed: false, reason: 'staff-only' })
  })

  test('is there for who put an administrator’s power down, on their own', () => {
    expect(canOpenMeasures(dropped, idOf(5)).allowed).toBe(true)
    expect(canOpenMeasures(dropped, idOf(100))).toEqual({ allowed: false, reason: 'staff-only' })
  })
})
