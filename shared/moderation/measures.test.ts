import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { karmaStats, members, sessions } from '../accounts/schema.ts'
import { comments } from '../comments/schema.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Mutation } from '../kernel/mutation.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { actionTypeNames } from './action-types.ts'
import { permittedRead } from '../kernel/read-policy.ts'
import { policies } from '../policies.ts'
import { posts } from '../posts/schema.ts'
import { sequences } from '../sequences/schema.ts'
import { tables } from '../registry.ts'
import { aComment, admin, aMember, aPost, aSequence, idOf, member, moderator, someKarmaStats, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { banMember, endLimit, limitMember, setExempt, setOwnAdmin, setRight, setRole, unbanMember } from './measure-mutations.ts'
import { actionsOn, auditEntries, banOn, reviewOf } from './measure-queries.ts'
import { auditLog, bans, memberReviews, moderatorActions, purges, userRateLimits } from './measure-schema.ts'
import { purgeMember } from './purge-mutations.ts'
import { raise } from './record.ts'
import {
  addNote,
  approveContent,
  approveMember,
  approvePost,
  dequeueMember,
  flagMember,
  rejectComment,
  rejectPost,
  setNotes,
  snoozeMember,
} from './review-mutations.ts'
import { dayMs } from '../kernel/durations.ts'
const newcomer = idOf(1)
const mod = { viewer: moderator }

async function scene() {
  const mutations = mutationsOver(tables)
  const put = (id: string, name: string, more = {}) =>
    mutations.put(members, aMember({ id, userNameKey: name, displayNameKey: name, slug: name, displayName: name, ...more }))
  await put(newcomer, 'Nell')
  await put(moderator.userId, 'Teo', { groups: ['moderators'] })
  await put(admin.userId, 'Marit', { isAdmin: true })
  await mutations.put(karmaStats, someKarmaStats({ id: newcomer, postCount: 1, commentCount: 3 }))
  const waiting = { authorId: newcomer, awaitsReview: true, frontpageAt: T0 }
  await mutations.put(posts, aPost({ ...waiting, id: idOf(10), slug: 'a' }))
  await mutations.put(posts, aPost({ ...waiting, id: idOf(11), slug: 'b', rejectedReason: 'Not here.' }))
  await mutations.put(posts, aPost({ ...waiting, id: idOf(12), slug: null, status: 'draft', publishedAt: null, awaitsReview: false }))
  await mutations.put(sequences, aSequence({ id: idOf(13), authorId: newcomer, awaitsReview: true }))
  await mutations.put(comments, aComment({ id: idOf(14), authorId: newcomer, awaitsReview: true }))
  return {
    ...mutations,
    review: () => mutations.read((read) => reviewOf(read, newcomer)),
    types: () => mutations.read(async (read) => (await read.list(actionsOn(newcomer, 100))).map(({ type }) => type)),
    audit: () => mutations.read(async (read) => (await read.list(auditEntries(100))).map(({ act, byId }) => `${act} ${byId}`)),
  }
}

/** As the server does where it notices something. */
const notice = defineMutation({
  name: 'test.notice',
  args: z.strictObject({ type: z.enum(actionTypeNames) }),
  async run(context, { type }) {
    await raise(context, newcomer, type)
  },
})

/** Each mutation of the staff, as a moderator sends it. */
const calls: readonly (readonly [Mutation<never>, Readonly<Record<string, unknown>>])[] = (
  [
    [approveMember, { userId: newcomer }],
    [approveContent, { userId: newcomer }],
    [snoozeMember, { userId: newcomer, contributions: 10 }],
    [flagMember, { userId: newcomer, isOn: true }],
    [setNotes, { userId: newcomer, notes: 'Kind.', base: '' }],
    [addNote, { userId: newcomer, note: 'Kind.' }],
    [rejectPost, { id: idOf(10), reason: 'Not here.' }],
    [rejectComment, { id: idOf(14), reason: 'Not here.' }],
    [approvePost, { id: idOf(10) }],
    [setRight, { userId: newcomer, right: 'voting', isAllowed: false, reason: '' }],
    [
      limitMember,
      {
        ...{ id: idOf(50), userId: newcomer, type: 'allComments', intervalLength: 1, intervalUnit: 'days', actionsPerInterval: 2 },
        ...{ endsAt: T0 + 7 * dayMs, reason: 'Slow down.' },
      },
    ],
    [setExempt, { userId: newcomer, isExempt: true }],
    [banMember, { userId: newcomer, until: T0 + 7 * dayMs, publicReason: 'Spam.', privateNote: '' }],
    [setRole, { userId: newcomer, role: 'tagManager', isOn: true, reason: '' }],
    [purgeMember, { userId: newcomer, publicReason: 'Spam.', privateNote: '' }],
  ] as const
).map(([mutation, args]) => [mutation as unknown as Mutation<never>, args] as const)

describe.each(calls.map(([mutation, args]) => [mutation.name, mutation, args] as const))('%s', (name, mutation, args) => {
  test('is done by a moderator, once, with an entry in the log', async () => {
    const site = await scene()
    await site.run(mutation, args, mod)
    expect(await site.audit()).toEqual([`${name} ${moderator.userId}`])
    const before = await site.everything()
    // A note said twice is two lines.
    if (name === addNote.name) return
    await site.run(mutation, args, mod)
    expect(await site.everything()).toBe(before)
  })

  test.each<readonly [string, Viewer]>([
    ['a visitor', { kind: 'visitor' }],
    ['a banned moderator', { kind: 'visitor', bannedUntil: 9e15 }],
    ['a member with every earned right', member(idOf(2), { karma: 9e6, groups: ['trusted', 'tagManager', 'realAdmins'] })],
    ['the member themselves', member(newcomer)],
  ])('is refused to %s, and nothing is stored', async (_who, viewer) => {
    const site = await scene()
    const before = await site.everything()
    expect((await refusalOf(site.run(mutation, args, { viewer }))).code).toBe('not-allowed')
    expect(await site.everything()).toBe(before)
  })
})

describe('letting a member in', () => {
  test('what waited appears as of now; what was rejected and drafts stay as they are', async () => {
    const site = await scene()
    await site.run(approveMember, { userId: newcomer }, { ...mod, now: T0 + dayMs })
    expect(await site.get(members, newcomer)).toMatchObject({ approvedBy: moderator.userId })
    expect(await site.get(posts, idOf(10))).toMatchObject({ awaitsReview: false, publishedAt: T0 + dayMs, frontpageAt: T0 + dayMs })
    expect(await site.get(posts, idOf(11))).toMatchObject({ awaitsReview: true, publishedAt: T0 })
    expect(await site.get(posts, idOf(12))).toMatchObject({ status: 'draft', publishedAt: null })
    const sequence = await site.get(sequences, idOf(13))
    expect(sequence).toMatchObject({ publishedAt: T0 + dayMs })
    expect(sequence).not.toHaveProperty('awaitsReview')
    expect(await site.get(comments, idOf(14))).toMatchObject({ awaitsReview: false, postedAt: T0 + dayMs })
  })

  test('ends what brought them into the queue, but for warnings, and says so in their notes', async () => {
    const site = await scene()
    await site.run(approveMember, { userId: newcomer }, mod)
    for (const [at, type] of (['manualFlag', 'unreviewedPost', 'flaggedForNDMs'] as const).entries())
      await site.run(notice, { type }, { now: T0 + 1 + at })
    expect(await site.review()).toMatchObject({ needsReview: true, group: 'newContent', queuedAt: T0 + 1 })
    await site.run(dequeueMember, { userId: newcomer }, { ...mod, now: T0 + dayMs })
    expect(await site.review()).toMatchObject({ needsReview: false, group: null, reasons: [], leftQueueAt: T0 + dayMs })
    const open = await site.read(async (read) => (await read.list(actionsOn(newcomer, 100))).filter(({ endedAt }) => endedAt === null))
    expect(open.map(({ type }) => type).sort()).toEqual(['approved', 'flaggedForNDMs', 'removedFromQueue'])
    expect((await site.review()).notes).toBe('2026-11-02 Teo: Removed from the queue\n2026-11-01 Teo: Approved')
  })

  test('of two who decide at once the second is refused', async () => {
    const site = await scene()
    await site.run(approveMember, { userId: newcomer, seen: 0 }, { ...mod, now: T0 + 5 })
    const before = await site.everything()
    const second = { userId: newcomer, until: T0 + dayMs, publicReason: 'Spam.', privateNote: '', seen: 0 }
    expect(await refusalOf(site.run(banMember, second, { viewer: admin, now: T0 + 6 }))).toMatchObject({ code: 'conflict', field: 'seen' })
    expect(await site.everything()).toBe(before)
    await site.run(banMember, { ...second, seen: T0 + 5 }, { viewer: admin, now: T0 + 6 })
  })

  test('snoozed: they are in until they have written so much more', async () => {
    const site = await scene()
    await site.run(snoozeMember, { userId: newcomer, contributions: 10 }, mod)
    expect(await site.review()).toMatchObject({ snoozedUntilCount: 16, reviewedByUserId: moderator.userId })
    expect(await site.get(members, newcomer)).toMatchObject({ approvedBy: moderator.userId })
  })

  test('their content alone: it appears, and what is new still waits', async () => {
    const site = await scene()
    await site.run(approveContent, { userId: newcomer }, mod)
    expect(await site.get(posts, idOf(10))).toMatchObject({ awaitsReview: false })
    expect(await site.get(members, newcomer)).toMatchObject({ approvedBy: null })
  })
})

describe('rejecting', () => {
  test('a post, and taking it back', async () => {
    const site = await scene()
    await site.run(rejectPost, { id: idOf(10), reason: 'Too short.' }, mod)
    expect(await site.get(posts, idOf(10))).toMatchObject({ rejectedReason: 'Too short.' })
    await site.run(rejectPost, { id: idOf(10), reason: null }, { ...mod, now: T0 + 1 })
    expect(await site.get(posts, idOf(10))).toMatchObject({ rejectedReason: null })
    expect(await site.types()).toEqual(['acceptedPost', 'rejectedPost'])
  })
  test('a draft that nobody published is not there', async () => {
    const site = await scene()
    expect(await refusalOf(site.run(rejectPost, { id: idOf(12), reason: 'No.' }, mod))).toMatchObject({ code: 'not-found' })
    expect(await refusalOf(site.run(approvePost, { id: idOf(12) }, mod))).toMatchObject({ code: 'not-found' })
  })
  test.each([
    ['without a reason', ''],
    ['with too long a reason', 'x'.repeat(501)],
  ])('%s is refused', async (_how, reason) => {
    const site = await scene()
    const refused = (async () => site.run(rejectPost, { id: idOf(10), reason }, mod))()
    expect(await refusalOf(refused)).toMatchObject({ code: 'invalid', field: 'reason' })
  })
})

describe('rights', () => {
  test.each([
    ['posting', 'postingDisabled'],
    ['commenting', 'commentingDisabled'],
    ['commentingOnOthers', 'commentingOnOthersDisabled'],
    ['messaging', 'messagingDisabled'],
    ['voting', 'votingDisabled'],
  ] as const)('%s is taken and given back', async (right, field) => {
    const site = await scene()
    await site.run(setRight, { userId: newcomer, right, isAllowed: false, reason: 'Too heated.' }, mod)
    expect(await site.get(members, newcomer)).toMatchObject({ [field]: true })
    await site.run(setRight, { userId: newcomer, right, isAllowed: true, reason: '' }, { ...mod, now: T0 + 1 })
    expect(await site.get(members, newcomer)).toMatchObject({ [field]: false })
    expect(await site.types()).toEqual(['rightGiven', 'rightTaken'])
  })

  test('a role that was taken is marked so, and given it is no longer', async () => {
    const site = await scene()
    await site.run(setRole, { userId: newcomer, role: 'trusted', isOn: true, reason: '' }, mod)
    expect(await site.get(members, newcomer)).toMatchObject({ groups: ['trusted'] })
    await site.run(setRole, { userId: newcomer, role: 'trusted', isOn: false, reason: '' }, { ...mod, now: T0 + 1 })
    expect(await site.get(members, newcomer)).toMatchObject({ groups: [], revokedGroups: ['trusted'] })
    await site.run(setRole, { userId: newcomer, role: 'trusted', isOn: true, reason: '' }, { ...mod, now: T0 + 2 })
    expect(await site.get(members, newcomer)).not.toHaveProperty('revokedGroups')
  })

  test('a moderator makes no moderator', async () => {
    const site = await scene()
    const args = { userId: newcomer, role: 'moderators', isOn: true, reason: '' }
    expect(await refusalOf(site.run(setRole, args, mod))).toMatchObject({ reason: 'admins-only' })
  })
})

describe('limits', () => {
  const limit = {
    ...{ id: idOf(50), userId: newcomer, type: 'allComments', intervalLength: 1, intervalUnit: 'days', actionsPerInterval: 0 },
    ...{ endsAt: T0 + 7 * dayMs, reason: 'Slow down.' },
  }
  test('stand until their end, or until a moderator ends them', async () => {
    const site = await scene()
    await site.run(limitMember, limit, mod)
    expect(await site.get(userRateLimits, idOf(50))).toMatchObject({ actionsPerInterval: 0, endsAt: T0 + 7 * dayMs })
    await site.run(endLimit, { id: idOf(50) }, { ...mod, now: T0 + 5 })
    expect(await site.get(userRateLimits, idOf(50))).toMatchObject({ endsAt: T0 + 5 })
  })
  test.each([
    ['an end that is past', { endsAt: T0 }, 'endsAt'],
    ['a negative number', { actionsPerInterval: -1 }, 'actionsPerInterval'],
    ['an interval of nothing', { intervalLength: 0 }, 'intervalLength'],
    ['half an interval', { intervalLength: 0.5 }, 'intervalLength'],
    ['no reason', { reason: ' ' }, 'reason'],
    ['an unknown unit', { intervalUnit: 'years' }, 'intervalUnit'],
  ])('%s is refused', async (_what, changes, field) => {
    const site = await scene()
    const refused = (async () => site.run(limitMember, { ...limit, ...changes }, mod))()
    expect(await refusalOf(refused)).toMatchObject({ code: 'invalid', field })
  })
})

describe('bans', () => {
  const args = { userId: newcomer, until: T0 + 92 * dayMs, publicReason: 'Spam.', privateNote: 'The third account.' }
  test('a ban takes the account back to guests’ rights, ends its sessions, and is lifted', async () => {
    const site = await scene()
    await site.put(sessions, {
      ...{ id: idOf(60), tokenHash: 'a', userId: newcomer, createdAt: T0, lastSeenAt: T0, expiresAt: T0 + dayMs, endedAt: null },
      label: '',
    })
    await site.run(banMember, args, mod)
    expect(await site.get(members, newcomer)).toMatchObject({ bannedUntil: T0 + 92 * dayMs })
    expect(await site.get(sessions, idOf(60))).toMatchObject({ endedAt: T0 })
    await site.run(unbanMember, { userId: newcomer, reason: 'A mistake.' }, { ...mod, now: T0 + 5 })
    expect(await site.get(members, newcomer)).toMatchObject({ bannedUntil: null })
    expect(await site.read((read) => banOn(read, newcomer, T0 + 6))).toBeUndefined()
    expect(await site.types()).toEqual(['unbanned', 'banned'])
  })
  test('a moderator neither bans for longer, nor lifts or shortens what an administrator has said', async () => {
    const site = await scene()
    const long = { ...args, until: T0 + 400 * dayMs }
    expect(await refusalOf(site.run(banMember, long, mod))).toMatchObject({ reason: 'admins-only' })
    await site.run(banMember, long, { viewer: admin })
    const before = await site.everything()
    expect(await refusalOf(site.run(banMember, args, mod))).toMatchObject({ reason: 'admins-only' })
    expect(await refusalOf(site.run(unbanMember, { userId: newcomer, reason: '' }, mod))).toMatchObject({ reason: 'admins-only' })
    expect(await site.everything()).toBe(before)
  })
  test('that and why is everybody’s, the private note the staff’s', async () => {
    const site = await scene()
    await site.run(banMember, args, mod)
    const seenBy = (viewer: Viewer) =>
      site.read(
        async (read) =>
          (await permittedRead(read, viewer, policies).list({ table: bans, index: ['at'], equals: [], order: 'descending', limit: 9 }))[0],
      )
    expect(await seenBy({ kind: 'visitor' })).toMatchObject({ publicReason: 'Spam.', privateNote: '' })
    expect(await seenBy(member(newcomer))).toMatchObject({ privateNote: '' })
    expect(await seenBy(moderator)).toMatchObject({ privateNote: 'The third account.' })
  })
})

test('a purge bans and says what is to be done', async () => {
  const site = await scene()
  await site.run(purgeMember, { userId: newcomer, publicReason: 'Spam.', privateNote: '' }, mod)
  expect(await site.get(purges, newcomer)).toMatchObject({ doneAt: null, byId: moderator.userId })
  expect((await site.get(members, newcomer))?.bannedUntil).toBeGreaterThan(T0 + 300_000 * dayMs)
})

describe('leaks', () => {
  test.each<readonly [string, Viewer, boolean, boolean]>([
    ['a visitor', { kind: 'visitor' }, false, false],
    ['the member', member(newcomer), false, true],
    ['another member', member(idOf(2)), false, false],
    ['a moderator', moderator, true, true],
  ])('%s', async (_who, viewer, seesMeasures, seesLimits) => {
    const site = await scene()
    for (const [mutation, args] of calls.filter(([{ name }]) => name !== setNotes.name)) await site.run(mutation, args, mod)
    await site.read(async (read) => {
      const own = permittedRead(read, viewer, policies)
      expect((await own.get(memberReviews, newcomer)) !== undefined).toBe(seesMeasures)
      expect((await own.list(actionsOn(newcomer, 9))).length > 0).toBe(seesMeasures)
      expect((await own.get(userRateLimits, idOf(50))) !== undefined).toBe(seesLimits)
      expect(await own.list(auditEntries(9))).toEqual([])
      expect((await read.list(auditEntries(9))).length).toBeGreaterThan(5)
    })
  })
  test('an administrator reads the log', async () => {
    const site = await scene()
    await site.run(addNote, { userId: newcomer, note: 'Kind.' }, mod)
    expect(await site.read((read) => permittedRead(read, admin, policies).list(auditEntries(9)))).toHaveLength(1)
  })
  test('measures against somebody do not stand in their public row', async () => {
    const site = await scene()
    for (const right of ['messaging', 'commentingOnOthers'])
      await site.run(setRight, { userId: newcomer, right, isAllowed: false, reason: '' }, mod)
    await site.run(setRole, { userId: newcomer, role: 'trusted', isOn: false, reason: '' }, mod)
    const row = await site.read((read) => permittedRead(read, { kind: 'visitor' }, policies).get(members, newcomer))
    expect(row).not.toHaveProperty('messagingDisabled')
    expect(row).not.toHaveProperty('commentingOnOthersDisabled')
    expect(row).not.toHaveProperty('revokedGroups')
  })
})

describe('giving up all power', () => {
  const real = member(idOf(3), { isAdmin: true, groups: ['realAdmins'] })
  test('and taking it up again, while somebody else has it', async () => {
    const site = await scene()
    await site.put(
      members,
      aMember({ id: idOf(3), userNameKey: 'r', displayNameKey: 'r', slug: 'r', isAdmin: true, groups: ['realAdmins'] }),
    )
    await site.run(setOwnAdmin, { isAdmin: false }, { viewer: real })
    expect(await site.get(members, idOf(3))).toMatchObject({ isAdmin: false })
    await site.run(setOwnAdmin, { isAdmin: true }, { viewer: { ...real, isAdmin: false } })
    expect(await site.get(members, idOf(3))).toMatchObject({ isAdmin: true })
    expect(await site.audit()).toHaveLength(2)
  })
  test('the last administrator stays', async () => {
    const site = await scene()
    await site.put(
      members,
      aMember({ id: admin.userId, userNameKey: 'm', displayNameKey: 'm', slug: 'm', isAdmin: true, groups: ['realAdmins'] }),
    )
    const alone = { ...admin, groups: ['realAdmins'] as const }
    expect(await refusalOf(site.run(setOwnAdmin, { isAdmin: false }, { viewer: alone }))).toMatchObject({
      code: 'conflict',
      field: 'isAdmin',
    })
    expect(await site.get(auditLog, 'x')).toBeUndefined()
    expect(await site.get(moderatorActions, 'x')).toBeUndefined()
  })
})
