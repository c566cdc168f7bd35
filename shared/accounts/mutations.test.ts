import { describe, expect, test } from 'vitest'
import type { Viewer } from '../kernel/viewer.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { idOf, member, T0 } from '../testing/factories.ts'
import { ban, becomeFirstAdmin, endSessionsOfMember, register, setRoles, updateProfile } from './mutations.ts'
import { displayNameChangeMs } from './rules.ts'
import { issueEmailToken, openSession } from './sign-in-mutations.ts'
import { attempts, credentials, emailTokens, members, sessions, karmaStats } from './schema.ts'

const tables = [members, karmaStats, credentials, sessions, emailTokens, attempts]
const hash = (letter: string) => letter.repeat(43)

function newcomer(n: number, more: Record<string, unknown> = {}) {
  const name = ['Ada', 'Bob', 'Cleo', 'Dan'][n] ?? `member-${n}`
  return {
    userId: idOf(n),
    userName: name,
    displayName: name,
    email: `${name.toLowerCase()}@example.org`,
    isEmailVerified: false,
    passwordHash: '$argon2id$x',
    firstIsAdmin: true,
    reservedNames: [],
    bio: '',
    ...more,
  }
}
const ada: Viewer = member(idOf(0), { isAdmin: true, groups: ['moderators'] })
const bob: Viewer = member(idOf(1))

async function adaAndBob() {
  const mutations = mutationsOver(tables)
  await mutations.run(register, newcomer(0))
  await mutations.run(register, newcomer(1))
  return mutations
}

describe('register', () => {
  test('the first account runs the place, the second does not', async () => {
    const mutations = await adaAndBob()
    expect(await mutations.get(members, idOf(0))).toMatchObject({
      isAdmin: true,
      groups: ['moderators'],
      approvedBy: idOf(0),
      slug: 'ada',
      joinedAt: T0,
    })
    expect(await mutations.get(members, idOf(1))).toMatchObject({ isAdmin: false, groups: [], approvedBy: null, userNameKey: 'bob' })
  })
  test('where strangers can come first, the first account is like any other', async () => {
    const mutations = mutationsOver(tables)
    await mutations.run(register, newcomer(0, { firstIsAdmin: false }))
    expect(await mutations.get(members, idOf(0))).toMatchObject({ isAdmin: false, groups: [] })
  })
  test.each([
    ['the same name in capitals', { userName: 'ADA', displayName: 'Zed' }, 'userName'],
    ['a look-alike', { userName: 'аԁа', displayName: 'Zed' }, 'userName'],
    ['a shown name that another signs in by', { userName: 'zed', displayName: 'Ada' }, 'userName'],
    ['a reserved name', { userName: 'Admin', displayName: 'Zed' }, 'userName'],
    ['the site’s name', { userName: 'harbour', displayName: 'Zed', reservedNames: ['Harbour'] }, 'userName'],
    ['an address that is proved', { email: 'ADA@example.org', isEmailVerified: true }, 'email'],
  ])('%s is taken, and nothing is stored', async (_what, more, field) => {
    const mutations = mutationsOver(tables)
    await mutations.run(register, newcomer(0, { isEmailVerified: true }))
    const before = await mutations.everything()
    expect(await refusalOf(mutations.run(register, newcomer(1, more)))).toMatchObject({ code: 'taken', field })
    expect(await mutations.everything()).toBe(before)
  })
  test('any number of accounts may claim one address', async () => {
    const mutations = await adaAndBob()
    await mutations.run(register, newcomer(2, { email: 'ada@example.org' }))
    expect(await mutations.get(credentials, idOf(2))).toMatchObject({ email: 'ada@example.org', emailVerifiedAt: null })
  })
  test('names that give one slug are numbered', async () => {
    const mutations = await adaAndBob()
    await mutations.run(register, newcomer(2, { userName: 'Adá', displayName: 'Adá' }))
    await mutations.run(register, newcomer(3, { userName: '☀7', displayName: '☀☁1' }))
    expect(await mutations.get(members, idOf(2))).toMatchObject({ slug: 'ada-2' })
  })
  test('a replay makes no second account and no second admin', async () => {
    const mutations = await adaAndBob()
    const before = await mutations.everything()
    await mutations.run(register, newcomer(0), { now: T0 + 5 })
    expect(await mutations.everything()).toBe(before)
  })
  test.each(['isAdmin', 'role', 'groups', 'approvedBy', '__proto__x'])('%s is no argument', async (field) => {
    const mutations = mutationsOver(tables)
    expect(await refusalOf(mutations.run(register, newcomer(0, { [field]: true })))).toMatchObject({ code: 'invalid', field })
  })
})

describe('links of a profile', () => {
  test('are set, taken away, and left alone by who says nothing of them', async () => {
    const mutations = await adaAndBob()
    const links = ['https://bob.example/', 'https://notes.example/~bob?x=1#y']
    const now = async () => (await mutations.get(members, idOf(1)))?.links
    await mutations.run(updateProfile, { links }, { viewer: bob })
    expect(await now()).toEqual(links)
    await mutations.run(updateProfile, { bio: 'Reads.' }, { viewer: bob })
    expect(await now()).toEqual(links)
    await mutations.run(updateProfile, { links: [] }, { viewer: bob })
    expect(await now()).toEqual([])
  })

  test.each([
    ['plain http', ['http://bob.example/']],
    ['a script', ['javascript:alert(1)']],
    ['a name before the host', ['https://bank.example@bob.example/']],
    ['markup', ['https://bob.example/><script>']],
    ['one twice', ['https://bob.example/', 'https://bob.example/']],
    ['six', Array.from({ length: 6 }, (_, n) => `https://bob.example/${n}`)],
    ['one beyond its length', [`https://bob.example/${'x'.repeat(3_000)}`]],
  ])('are refused with %s', async (_what, links) => {
    const mutations = await adaAndBob()
    expect(await refusalOf(mutations.run(updateProfile, { links }, { viewer: bob }))).toMatchObject({ code: 'invalid', field: 'links' })
  })
})

describe('interests of a profile', () => {
  test('are single lines, set and taken away, and left alone by who says nothing of them', async () => {
    const mutations = await adaAndBob()
    const now = async () => (await mutations.get(members, idOf(1)))?.interests
    await mutations.run(updateProfile, { interests: [' Tides\n', 'Night\u202E shifts'] }, { viewer: bob })
    expect(await now()).toEqual(['Tides', 'Night shifts'])
    await mutations.run(updateProfile, { bio: 'Reads.' }, { viewer: bob })
    expect(await now()).toEqual(['Tides', 'Night shifts'])
    await mutations.run(updateProfile, { interests: [] }, { viewer: bob })
    expect(await now()).toEqual([])
  })

  test.each([
    ['one twice', ['Tides', ' Tides ']],
    ['nine', Array.from({ length: 9 }, (_, n) => `Tide ${n}`)],
    ['one that is too long', ['x'.repeat(41)]],
    ['an empty one', [' ']],
  ])('are refused with %s', async (_what, interests) => {
    const mutations = await adaAndBob()
    const refused = await refusalOf(mutations.run(updateProfile, { interests }, { viewer: bob }))
    expect(refused).toMatchObject({ code: 'invalid', field: 'interests' })
  })
})

describe('updateProfile', () => {
  test('the first change of the shown name is free, the next waits sixty days', async () => {
    const mutations = await adaAndBob()
    await mutations.run(updateProfile, { displayName: 'Robert', bio: ' A line\r\nand another\u202E ' }, { viewer: bob })
    expect(await mutations.get(members, idOf(1))).toMatchObject({
      displayName: 'Robert',
      userName: 'Bob',
      slug: 'bob',
      bio: 'A line\nand another',
    })
    const early = await refusalOf(mutations.run(updateProfile, { displayName: 'Rob' }, { viewer: bob, now: T0 + 1_000 }))
    expect(early).toMatchObject({ code: 'rate-limited', field: 'displayName', retryAfterMs: displayNameChangeMs - 1_000 })
    await mutations.run(updateProfile, { displayName: 'Rob' }, { viewer: bob, now: T0 + displayNameChangeMs })
  })
  test('staff may change theirs any time', async () => {
    const mutations = await adaAndBob()
    await mutations.run(updateProfile, { displayName: 'Countess' }, { viewer: ada })
    await mutations.run(updateProfile, { displayName: 'Lovelace' }, { viewer: ada })
    expect(await mutations.get(members, idOf(0))).toMatchObject({ displayName: 'Lovelace' })
  })
  test.each([
    ['another’s name', { displayName: 'ада' }, bob, 'taken'],
    ['a reserved name', { displayName: 'Moderator' }, bob, 'taken'],
    ['an empty name', { displayName: ' ' }, bob, 'invalid'],
    ['a bio too long', { bio: 'x'.repeat(2_001) }, bob, 'invalid'],
    ['a role', { isAdmin: true }, bob, 'invalid'],
    ['another’s profile', { userId: idOf(0), bio: 'x' }, bob, 'invalid'],
    ['a visitor', { bio: 'x' }, { kind: 'visitor' } as const, 'not-allowed'],
  ])('%s is refused and stores nothing', async (_what, args, viewer, code) => {
    const mutations = await adaAndBob()
    await mutations.run(updateProfile, { displayName: 'ада ольга' }, { viewer: ada })
    await mutations.run(updateProfile, { displayName: 'ада' }, { viewer: ada })
    const before = await mutations.everything()
    expect(await refusalOf(mutations.run(updateProfile, args, { viewer }))).toMatchObject({ code })
    expect(await mutations.everything()).toBe(before)
  })
  test('a replay changes nothing more', async () => {
    const mutations = await adaAndBob()
    await mutations.run(updateProfile, { displayName: 'Robert' }, { viewer: bob })
    const before = await mutations.everything()
    await mutations.run(updateProfile, { displayName: 'Robert' }, { viewer: bob, now: T0 + 9 })
    expect(await mutations.everything()).toBe(before)
  })
})

describe('setRoles', () => {
  test('an admin makes a moderator, who is approved by it', async () => {
    const mutations = await adaAndBob()
    await mutations.run(setRoles, { userId: idOf(1), isAdmin: false, groups: ['moderators', 'trusted', 'trusted'] }, { viewer: ada })
    expect(await mutations.get(members, idOf(1))).toMatchObject({ groups: ['trusted', 'moderators'], approvedBy: idOf(0) })
  })
  test.each([
    ['a member', bob, { userId: idOf(1), isAdmin: true, groups: [] }, 'not-allowed'],
    ['a moderator', member(idOf(1), { groups: ['moderators'] }), { userId: idOf(1), isAdmin: true, groups: [] }, 'not-allowed'],
    ['the last admin', ada, { userId: idOf(0), isAdmin: false, groups: [] }, 'conflict'],
    ['an unknown group', ada, { userId: idOf(1), isAdmin: false, groups: ['emperors'] }, 'invalid'],
    ['an unknown member', ada, { userId: idOf(9), isAdmin: false, groups: [] }, 'not-found'],
  ])('%s is refused and nothing is stored', async (_who, viewer, args, code) => {
    const mutations = await adaAndBob()
    const before = await mutations.everything()
    expect(await refusalOf(mutations.run(setRoles, args, { viewer }))).toMatchObject({ code })
    expect(await mutations.everything()).toBe(before)
  })
  test('an admin steps back once there is another, also twice', async () => {
    const mutations = await adaAndBob()
    await mutations.run(setRoles, { userId: idOf(1), isAdmin: true, groups: [] }, { viewer: ada })
    for (const _again of [1, 2]) await mutations.run(setRoles, { userId: idOf(0), isAdmin: false, groups: [] }, { viewer: ada })
    expect(await mutations.get(members, idOf(0))).toMatchObject({ isAdmin: false })
  })
})

test('an administrator ends every session of a member, once; nobody else does', async () => {
  const mutations = await adaAndBob()
  const open = { tokenHash: hash('a'), label: 'x', replaces: null, forgets: [] }
  await mutations.run(openSession, { ...open, sessionId: idOf(50), userId: idOf(1) })
  await mutations.run(openSession, { ...open, sessionId: idOf(51), userId: idOf(0), tokenHash: hash('b') })
  const args = { userId: idOf(1) }
  for (const viewer of [bob, member(idOf(2), { groups: ['moderators'] })])
    expect(await refusalOf(mutations.run(endSessionsOfMember, args, { viewer }))).toMatchObject({ reason: 'admins-only' })
  expect(await refusalOf(mutations.run(endSessionsOfMember, { userId: idOf(9) }, { viewer: ada }))).toMatchObject({ code: 'not-found' })
  expect(await mutations.get(sessions, idOf(50))).toMatchObject({ endedAt: null })
  for (const now of [T0 + 7, T0 + 9]) await mutations.run(endSessionsOfMember, args, { viewer: ada, now })
  expect(await mutations.get(sessions, idOf(50))).toMatchObject({ endedAt: T0 + 7 })
  expect(await mutations.get(sessions, idOf(51))).toMatchObject({ endedAt: null })
})

describe('ban', () => {
  const session = { sessionId: idOf(20), tokenHash: hash('a'), userId: idOf(1), label: '', replaces: null, forgets: [] }
  test('a ban ends the sessions and refuses new ones until it is over; twice is once', async () => {
    const mutations = await adaAndBob()
    await mutations.run(openSession, session)
    for (const _again of [1, 2]) await mutations.run(ban, { userId: idOf(1), until: T0 + 100 }, { viewer: ada })
    expect(await mutations.get(sessions, idOf(20))).toMatchObject({ endedAt: T0 })
    const next = { ...session, sessionId: idOf(21), tokenHash: hash('b') }
    expect(await refusalOf(mutations.run(openSession, next))).toMatchObject({ code: 'not-allowed', reason: 'banned' })
    await mutations.run(openSession, next, { now: T0 + 100 })
  })
  test('members ban nobody, and admins are not banned', async () => {
    const mutations = await adaAndBob()
    const before = await mutations.everything()
    expect(await refusalOf(mutations.run(ban, { userId: idOf(0), until: T0 + 1 }, { viewer: bob }))).toMatchObject({ code: 'not-allowed' })
    expect(await refusalOf(mutations.run(ban, { userId: idOf(0), until: T0 + 1 }, { viewer: ada }))).toMatchObject({ code: 'conflict' })
    expect(await mutations.everything()).toBe(before)
  })
})

describe('becomeFirstAdmin', () => {
  const token = { tokenHash: hash('z'), kind: 'firstAdmin', userId: null, email: '' }
  async function bobAlone() {
    const mutations = mutationsOver(tables)
    await mutations.run(register, newcomer(1, { firstIsAdmin: false }))
    await mutations.run(issueEmailToken, token)
    return mutations
  }
  test('whoever holds the link becomes administrator, once', async () => {
    const mutations = await bobAlone()
    await mutations.run(becomeFirstAdmin, { tokenHash: hash('z') }, { viewer: bob })
    expect(await mutations.get(members, idOf(1))).toMatchObject({ isAdmin: true, groups: ['moderators'], approvedBy: idOf(1) })
    const before = await mutations.everything()
    expect(await refusalOf(mutations.run(becomeFirstAdmin, { tokenHash: hash('z') }, { viewer: bob }))).toMatchObject({
      code: 'token-invalid',
    })
    expect(await mutations.everything()).toBe(before)
  })
  test('whoever is administrator already uses the link up', async () => {
    const late = await adaAndBob()
    await late.run(issueEmailToken, token)
    await late.run(becomeFirstAdmin, { tokenHash: hash('z') }, { viewer: ada })
    expect(await refusalOf(late.run(becomeFirstAdmin, { tokenHash: hash('z') }, { viewer: ada }))).toMatchObject({ code: 'token-invalid' })
  })
  test('a visitor, a wrong token and a place that has an admin are refused', async () => {
    const mutations = await bobAlone()
    expect(await refusalOf(mutations.run(becomeFirstAdmin, { tokenHash: hash('z') }))).toMatchObject({
      code: 'not-allowed',
      reason: 'sign-in-first',
    })
    expect(await refusalOf(mutations.run(becomeFirstAdmin, { tokenHash: hash('y') }, { viewer: bob }))).toMatchObject({
      code: 'token-invalid',
    })
    const late = await adaAndBob()
    await late.run(issueEmailToken, token)
    expect(await refusalOf(late.run(becomeFirstAdmin, { tokenHash: hash('z') }, { viewer: bob }))).toMatchObject({ code: 'token-invalid' })
  })
})
