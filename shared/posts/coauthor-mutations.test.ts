/**
 * Nobody's name is put to anything before they agree: who may ask, answer and end it, and how
 * often.
 */
import { describe, expect, test } from 'vitest'
import type { Viewer } from '../kernel/viewer.ts'
import type { Mutation } from '../kernel/mutation.ts'
import { policies } from '../policies.ts'
import { permittedRead } from '../kernel/read-policy.ts'
import { visitor } from '../kernel/viewer.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { admin, aPost, idOf, member, moderator, T0 } from '../testing/factories.ts'
import { acceptCoauthor, endCoauthor, inviteCoauthor, maxCoauthors, setCoauthor } from './coauthor-mutations.ts'
import { canInvite, invitationLimits } from './invitation-rules.ts'
import { invitationId, invitations } from './invitation-schema.ts'
import { setPostDetail } from './mutations.ts'
import { authorshipsOf, invitedTo } from './queries.ts'
import { authorships, posts, revisions, writings } from './schema.ts'
import { setLinkSharing, sharePost, unsharePost } from './share-mutations.ts'
import { dayMs } from '../kernel/durations.ts'

const id = idOf(1)
const ada = member(idOf(100), { karma: 1 })
const ben = member(idOf(201))
const cleo = member(idOf(202))

async function site(changes: Parameters<typeof aPost>[0] = {}) {
  const mutations = mutationsOver([posts, revisions, writings, authorships, invitations])
  await mutations.put(posts, aPost({ id, authorId: ada.userId, ...changes }))
  return {
    ...mutations,
    invite: (userId = ben.userId, now = T0, postId = id) => mutations.run(inviteCoauthor, { id: postId, userId }, { viewer: ada, now }),
    accept: (viewer: Viewer = ben, now = T0) => mutations.run(acceptCoauthor, { id }, { viewer, now }),
    end: (viewer: Viewer, userId = ben.userId, now = T0) => mutations.run(endCoauthor, { id, userId }, { viewer, now }),
    post: async () => (await mutations.get(posts, id)) ?? aPost(),
    row: (userId = ben.userId) => mutations.get(invitations, invitationId(id, userId)),
    seenBy: (viewer: Viewer) => mutations.read((read) => permittedRead(read, viewer, policies).get(posts, id)),
  }
}

const draft = { status: 'draft', publishedAt: null, slug: null, revisionId: null } as const

describe.each([
  ['a public post', {}],
  ['a draft', draft],
])('of %s', (_kind, changes) => {
  test('an invitation gives access and no authorship; accepting it puts the name into the byline', async () => {
    const at = await site(changes)
    await at.invite()
    expect(await at.post()).toMatchObject({
      coauthorIds: [],
      shares: [{ userId: ben.userId, level: 'edit', isByLink: false, isInvited: true }],
    })
    expect(await at.read((read) => read.list(authorshipsOf(ben.userId)))).toMatchObject([{ level: 'edit', isInvited: true }])
    expect(await at.read((read) => invitedTo(read, ben.userId))).toMatchObject([{ id }])
    await at.run(setPostDetail, { id, detail: { field: 'title', value: 'Together' } }, { viewer: ben })
    await at.accept(ben, T0 + 5)
    expect(await at.post()).toMatchObject({ coauthorIds: [ben.userId], shares: [] })
    expect(await at.row()).toMatchObject({ answer: 'accepted', answeredAt: T0 + 5, inviterId: ada.userId })
    const [authorship] = await at.read((read) => read.list(authorshipsOf(ben.userId)))
    expect(authorship).not.toHaveProperty('isInvited')
    expect(await at.read((read) => invitedTo(read, ben.userId))).toEqual([])
  })

  test.each(['decline', 'withdraw', 'leave', 'remove'] as const)('%s: the name is off it, and the access with it', async (what) => {
    const at = await site(changes)
    await at.invite()
    if (what === 'leave' || what === 'remove') await at.accept()
    await at.end(what === 'decline' || what === 'leave' ? ben : ada)
    expect(await at.post()).toMatchObject({ coauthorIds: [], shares: [] })
    expect(await at.read((read) => read.list(authorshipsOf(ben.userId)))).toEqual([])
    expect(await refusalOf(at.accept())).toMatchObject({ code: 'not-found' })
    expect((await at.row())?.answer).toBe({ decline: 'declined', withdraw: null, leave: 'declined', remove: 'accepted' }[what])
  })

  test.each([
    ['invite', 1],
    ['accept', 2],
    ['end', 3],
  ] as const)('%s twice is as once', async (_what, count) => {
    const at = await site(changes)
    const steps = [() => at.invite(ben.userId, T0 + 9), () => at.accept(ben, T0 + 9), () => at.end(ada, ben.userId, T0 + 9)]
    for (const step of steps.slice(0, count)) await step()
    const once = await at.everything()
    await steps[count - 1]?.()
    expect(await at.everything()).toBe(once)
  })
})

const no = 'not-found'
const roles = {
  visitor,
  banned: { ...visitor, bannedUntil: T0 + 1 },
  stranger: member(idOf(300), { karma: 9 }),
  editor: member(idOf(303), { karma: 9 }),
  invited: cleo,
  coauthor: member(idOf(101), { karma: 9 }),
  author: ada,
  'author without karma': { ...ada, karma: 0 },
  'author in the red': { ...ada, karma: -3 },
  'author without a confirmed address': { ...ada, hasConfirmedEmail: false },
  'muted author': { ...ada, postingDisabled: true },
  moderator,
  administrator: admin,
} satisfies Record<string, Viewer>
type Role = keyof typeof roles

const asked = { level: 'edit', isByLink: false } as const
const busy = aPost({
  ...{ id, authorId: ada.userId, coauthorIds: [idOf(101)] },
  shares: [
    { ...asked, userId: idOf(303) },
    { ...asked, userId: cleo.userId, isInvited: true },
  ],
})

/** Of a public post that Cleo is invited to. */
const expected: Readonly<Record<Role, readonly [invite: string, accept: string, withdraw: string, remove: string, oldInvite: string]>> = {
  visitor: ['sign-in-first', 'sign-in-first', 'sign-in-first', 'sign-in-first', 'sign-in-first'],
  banned: ['banned', 'banned', 'sign-in-first', 'sign-in-first', 'banned'],
  stranger: ['not-yours', no, 'not-yours', 'not-yours', 'not-yours'],
  editor: ['not-yours', no, 'not-yours', 'not-yours', 'not-yours'],
  invited: ['not-yours', 'yes', 'yes', 'not-yours', 'not-yours'],
  coauthor: ['not-yours', 'yes', 'not-yours', 'yes', 'not-yours'],
  author: ['yes', no, 'yes', 'yes', 'yes'],
  'author without karma': ['inviting-needs-karma', no, 'yes', 'yes', 'inviting-needs-karma'],
  'author in the red': ['inviting-needs-karma', no, 'yes', 'yes', 'inviting-needs-karma'],
  'author without a confirmed address': ['confirm-email-first', no, 'yes', 'yes', 'confirm-email-first'],
  'muted author': ['posting-disabled', 'posting-disabled', 'yes', 'yes', 'posting-disabled'],
  moderator: ['not-yours', no, 'not-yours', 'not-yours', 'not-yours'],
  administrator: ['not-yours', no, 'not-yours', 'not-yours', 'not-yours'],
}

async function outcome<Args>(mutation: Mutation<Args>, args: unknown, viewer: Viewer): Promise<string> {
  const mutations = mutationsOver([posts, authorships, invitations])
  await mutations.put(posts, busy)
  const before = await mutations.everything()
  try {
    await mutations.run(mutation, args, { viewer })
    return 'yes'
  } catch {
    const refused = await refusalOf(mutations.run(mutation, args, { viewer }))
    expect(await mutations.everything()).toBe(before)
    return refused.reason ?? refused.code
  }
}

// Names of an object made right above.
test.each(Object.keys(roles) as Role[])('what a %s may do', async (role) => {
  const viewer = roles[role]
  expect([
    await outcome(inviteCoauthor, { id, userId: ben.userId }, viewer),
    await outcome(acceptCoauthor, { id }, viewer),
    await outcome(endCoauthor, { id, userId: cleo.userId }, viewer),
    await outcome(endCoauthor, { id, userId: idOf(101) }, viewer),
    await outcome(setCoauthor, { id, userId: ben.userId, isOn: true }, viewer),
  ]).toEqual(expected[role])
})

describe('who learns of an open invitation', () => {
  test.each([
    ['author', true],
    ['coauthor', true],
    ['invited', true],
    ['editor', false],
    ['stranger', false],
    ['visitor', false],
    ['moderator', false],
    ['administrator', false],
  ] as const satisfies readonly (readonly [Role, boolean])[])('the %s: %s', async (role, isShown) => {
    const at = await site()
    await at.put(posts, busy)
    const post = await at.seenBy(roles[role])
    expect(post?.title).toBe(busy.title)
    expect(JSON.stringify(post).includes('isInvited')).toBe(isShown)
    if (!isShown && role !== 'editor') expect(JSON.stringify(post)).not.toContain(cleo.userId)
  })

  test('the row that counts toward the limit is its inviter’s alone', async () => {
    const at = await site()
    await at.invite()
    const seen = (viewer: Viewer) => at.read((read) => permittedRead(read, viewer, policies).get(invitations, invitationId(id, ben.userId)))
    expect(await seen(ada)).toMatchObject({ userId: ben.userId })
    for (const viewer of [visitor, ben, cleo, moderator, admin]) expect(await seen(viewer)).toBeUndefined()
  })
})

describe('limits', () => {
  const many = async () => {
    const at = await site()
    for (let n = 2; n <= 8; n += 1) await at.put(posts, aPost({ id: idOf(n), slug: `p-${n}`, authorId: ada.userId }))
    return at
  }

  test('five open invitations a day, over all posts; an accepted one makes room, a withdrawn or declined one does not', async () => {
    const at = await many()
    for (const n of [1, 2, 3, 4, 5]) await at.invite(ben.userId, T0 + n, idOf(n))
    expect(await refusalOf(at.invite(ben.userId, T0 + 6, idOf(6)))).toMatchObject({ reason: 'too-many-invitations' })
    await at.end(ada)
    await at.run(endCoauthor, { id: idOf(2), userId: ben.userId }, { viewer: ben })
    expect(await refusalOf(at.invite(ben.userId, T0 + 7, idOf(6)))).toMatchObject({ reason: 'too-many-invitations' })
    // The withdrawn one may be made again: it counts once.
    await at.invite(ben.userId, T0 + 8, idOf(1))
    await at.run(acceptCoauthor, { id: idOf(3) }, { viewer: ben, now: T0 + 9 })
    await at.invite(ben.userId, T0 + 10, idOf(6))
    expect(await refusalOf(at.invite(ben.userId, T0 + dayMs, idOf(7)))).toMatchObject({ reason: 'too-many-invitations' })
    await at.invite(ben.userId, T0 + dayMs + 11, idOf(7))
  })

  test('staff invite without that limit, and confirm their address as everybody does', () => {
    const made = Array.from({ length: 9 }, (_, n) => ({
      ...{ id: `x${n}`, inviterId: moderator.userId, postId: id, userId: idOf(n), to: 'coauthor' as const, at: T0 },
      ...{ answer: null, answeredAt: null },
    }))
    expect(canInvite(moderator, { made, now: T0 })).toMatchObject({ allowed: true })
    expect(canInvite({ ...moderator, hasConfirmedEmail: false }, { made: [], now: T0 })).toMatchObject({ reason: 'confirm-email-first' })
  })

  test.each(['decline', 'leave'])('after a %s nobody asks again for a month', async (what) => {
    const at = await site()
    await at.invite()
    if (what === 'leave') await at.accept()
    await at.end(ben)
    expect(await refusalOf(at.invite(ben.userId, T0 + 2 * dayMs))).toMatchObject({ reason: 'invitation-declined' })
    await at.invite(ben.userId, T0 + invitationLimits.declinedMs)
    expect((await at.post()).shares).toMatchObject([{ userId: ben.userId, isInvited: true }])
  })

  test('ten in a byline, those who were asked among them', async () => {
    const others = Array.from({ length: maxCoauthors - 1 }, (_, n) => idOf(500 + n))
    const at = await site({ coauthorIds: others })
    await at.invite()
    expect(await refusalOf(at.invite(cleo.userId))).toMatchObject({ code: 'invalid', field: 'userId' })
  })

  test('sharing by name: twenty members a day, five for a newcomer; changing a level is free', async () => {
    for (const [viewer, limit] of [
      [ada, invitationLimits.maxSharesADay],
      [{ ...ada, karma: 0 }, invitationLimits.maxNewcomerSharesADay],
      [{ ...ada, hasConfirmedEmail: false }, invitationLimits.maxNewcomerSharesADay],
    ] as const) {
      const at = await site(draft)
      const share = (n: number, level = 'read', now = T0) => at.run(sharePost, { id, userId: idOf(600 + n), level }, { viewer, now })
      for (let n = 0; n < limit; n += 1) await share(n)
      expect(await refusalOf(share(limit))).toMatchObject({ reason: 'too-many-shares' })
      await share(0, 'edit')
      await share(limit, 'read', T0 + dayMs)
    }
  })
})

describe('what earlier versions of the app send', () => {
  test('switching a co-author on invites, and off withdraws, declines and leaves', async () => {
    const at = await site()
    const set = (viewer: Viewer, isOn: boolean) => at.run(setCoauthor, { id, userId: ben.userId, isOn }, { viewer })
    await set(ada, true)
    expect(await at.post()).toMatchObject({ coauthorIds: [], shares: [{ userId: ben.userId, isInvited: true }] })
    await set(ada, false)
    expect(await at.post()).toMatchObject({ coauthorIds: [], shares: [] })
    await set(ada, true)
    await at.accept()
    await set(ben, false)
    expect(await at.post()).toMatchObject({ coauthorIds: [], shares: [] })
  })

  test('who was a co-author before members were asked stays one, may leave, and is not asked again at once', async () => {
    const at = await site({ coauthorIds: [ben.userId] })
    await at.invite()
    expect(await at.row()).toBeUndefined()
    expect((await at.seenBy(visitor))?.coauthorIds).toEqual([ben.userId])
    await at.end(ben)
    expect((await at.post()).coauthorIds).toEqual([])
    expect(await refusalOf(at.invite())).toMatchObject({ reason: 'invitation-declined' })
  })
})

test('a member whose posting is switched off cannot accept, and can decline and leave', async () => {
  const muted = { ...ben, postingDisabled: true }
  const at = await site()
  await at.invite()
  expect(await refusalOf(at.accept(muted))).toMatchObject({ reason: 'posting-disabled' })
  await at.end(muted)
  expect((await at.post()).shares).toEqual([])
  const before = await site({ coauthorIds: [ben.userId] })
  await before.end(muted)
  expect((await before.post()).coauthorIds).toEqual([])
})

test('access that is changed or taken away: another level keeps the invitation, none ends it, giving it back declines', async () => {
  const at = await site()
  await at.invite()
  await at.run(sharePost, { id, userId: ben.userId, level: 'comment' }, { viewer: ada })
  await at.accept()
  expect((await at.post()).coauthorIds).toEqual([ben.userId])
  await at.invite(cleo.userId)
  await at.run(sharePost, { id, userId: cleo.userId, level: 'none' }, { viewer: ada })
  expect(await refusalOf(at.accept(cleo))).toMatchObject({ code: 'not-found' })
  await at.invite(cleo.userId)
  await at.run(unsharePost, { id, userId: cleo.userId }, { viewer: cleo })
  expect(await at.row(cleo.userId)).toMatchObject({ answer: 'declined' })
})

test('who is removed does not come back by the link', async () => {
  const at = await site({ coauthorIds: [ben.userId] })
  await at.run(setLinkSharing, { id, level: 'edit', key: idOf(77) }, { viewer: ada })
  await at.end(ada)
  expect((await at.post()).shares).toEqual([{ userId: ben.userId, level: 'none', isByLink: false }])
})

test('nothing in the bin is accepted, and a dialogue is joined by its own rule', async () => {
  for (const changes of [{ status: 'removed' }, { holds: 'dialogue' }] as const) {
    const at = await site({ ...changes, shares: [{ ...asked, userId: ben.userId, isInvited: true }] })
    expect(await refusalOf(at.accept())).toMatchObject({ code: 'not-found' })
  }
})
