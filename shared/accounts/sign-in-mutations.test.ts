import { describe, expect, test } from 'vitest'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { idOf, T0 } from '../testing/factories.ts'
import { register } from './mutations.ts'
import {
  accountTimes,
  changePassword,
  endOtherSessions,
  endSession,
  forgiveAttempt,
  issueEmailToken,
  noteAttempt,
  openSession,
  pruneAttempts,
  redeemEmailToken,
  rehash,
  resetPassword,
  touchSession,
} from './sign-in-mutations.ts'
import { attempts, credentials, emailTokens, members, sessions, karmaStats } from './schema.ts'
import { hourMs as hour } from '../kernel/durations.ts'

const tables = [members, karmaStats, credentials, sessions, emailTokens, attempts]
const hash = (letter: string) => letter.repeat(43)
const ada = idOf(0)
const bob = idOf(1)

async function twoMembers() {
  const mutations = mutationsOver(tables)
  const common = { isEmailVerified: false, passwordHash: '$old', firstIsAdmin: false, reservedNames: [], bio: '' }
  await mutations.run(register, { ...common, userId: ada, userName: 'Ada', displayName: 'Ada', email: 'ada@example.org' })
  await mutations.run(register, { ...common, userId: bob, userName: 'Bob', displayName: 'Bob', email: 'ada@example.org' })
  return mutations
}
type Mutations = Awaited<ReturnType<typeof twoMembers>>

const session = (n: number, userId = ada, more = {}) => ({
  sessionId: idOf(n),
  tokenHash: hash('abcdefghij'.charAt(n - 20)),
  userId,
  label: 'x',
  replaces: null,
  forgets: [],
  ...more,
})
const token = (letter: string, kind: string, userId = ada) => ({ tokenHash: hash(letter), kind, userId, email: 'ada@example.org' })
const live = async (mutations: Mutations, n: number) => (await mutations.get(sessions, idOf(n)))?.endedAt === null

async function unchangedBy(mutations: Mutations, mutation: () => Promise<unknown>): Promise<void> {
  const before = await mutations.everything()
  await mutation()
  expect(await mutations.everything()).toBe(before)
}

describe('sessions', () => {
  test('signing in again in one browser ends its session before; a replay opens none', async () => {
    const mutations = await twoMembers()
    await mutations.run(openSession, session(20))
    await mutations.run(openSession, session(21, ada, { replaces: idOf(20) }), { now: T0 + 1 })
    expect([await live(mutations, 20), await live(mutations, 21)]).toEqual([false, true])
    await unchangedBy(mutations, () => mutations.run(openSession, session(21, ada, { replaces: idOf(20) }), { now: T0 + 2 }))
  })
  test('an unknown account opens none', async () => {
    const mutations = await twoMembers()
    await unchangedBy(mutations, async () =>
      expect(await refusalOf(mutations.run(openSession, session(20, idOf(9))))).toMatchObject({ code: 'not-found' }),
    )
  })
  test('use is noted once an hour and lengthens a session, but never wakes an ended or expired one', async () => {
    const mutations = await twoMembers()
    await mutations.run(openSession, session(20))
    await unchangedBy(mutations, () => mutations.run(touchSession, { sessionId: idOf(20) }, { now: T0 + hour - 1 }))
    await mutations.run(touchSession, { sessionId: idOf(20) }, { now: T0 + hour })
    expect(await mutations.get(sessions, idOf(20))).toMatchObject({ lastSeenAt: T0 + hour, expiresAt: T0 + hour + accountTimes.session })
    await unchangedBy(mutations, () => mutations.run(touchSession, { sessionId: idOf(20) }, { now: T0 + hour + accountTimes.session }))
    await mutations.run(endSession, { userId: ada, sessionId: idOf(20) })
    await unchangedBy(mutations, () => mutations.run(touchSession, { sessionId: idOf(20) }, { now: T0 + 9 * hour }))
  })
  test('a session in daily use ends a year after signing in', async () => {
    const mutations = await twoMembers()
    await mutations.run(openSession, session(20))
    for (let at = 100 * 24 * hour; at < 365 * 24 * hour; at += 100 * 24 * hour)
      await mutations.run(touchSession, { sessionId: idOf(20) }, { now: T0 + at })
    expect((await mutations.get(sessions, idOf(20)))?.expiresAt).toBe(T0 + accountTimes.sessionAtMost)
  })
  test('one ends one’s own session, once, and nobody else’s', async () => {
    const mutations = await twoMembers()
    await mutations.run(openSession, session(20))
    await unchangedBy(mutations, async () =>
      expect(await refusalOf(mutations.run(endSession, { userId: bob, sessionId: idOf(20) }))).toMatchObject({ code: 'not-found' }),
    )
    await mutations.run(endSession, { userId: ada, sessionId: idOf(20) })
    await unchangedBy(mutations, () => mutations.run(endSession, { userId: ada, sessionId: idOf(20) }, { now: T0 + 5 }))
  })
  test('the others end, one stays; without a number none stays', async () => {
    const mutations = await twoMembers()
    for (const n of [20, 21, 22]) await mutations.run(openSession, session(n))
    await mutations.run(openSession, session(23, bob))
    await mutations.run(endOtherSessions, { userId: ada, keeps: idOf(21) })
    expect(await Promise.all([20, 21, 22, 23].map((n) => live(mutations, n)))).toEqual([false, true, false, true])
    await mutations.run(endOtherSessions, { userId: ada, keeps: null })
    await unchangedBy(mutations, () => mutations.run(endOtherSessions, { userId: ada, keeps: null }, { now: T0 + 5 }))
    expect(await live(mutations, 21)).toBe(false)
  })
  test('what ended a month ago is forgotten at the next sign-in', async () => {
    const mutations = await twoMembers()
    await mutations.run(openSession, session(20))
    await mutations.run(endSession, { userId: ada, sessionId: idOf(20) })
    await mutations.run(openSession, session(21), { now: T0 + accountTimes.endedSessionsRetained + 1 })
    expect(await mutations.get(sessions, idOf(20))).toBeUndefined()
  })
})

describe('mailed tokens', () => {
  test('a proved address belongs to the first who proves it; the token serves once', async () => {
    const mutations = await twoMembers()
    await mutations.run(issueEmailToken, token('v', 'verifyEmail'))
    await mutations.run(issueEmailToken, token('w', 'verifyEmail', bob))
    await mutations.run(redeemEmailToken, { tokenHash: hash('v') }, { now: T0 + 1 })
    expect(await mutations.get(credentials, ada)).toMatchObject({ emailKey: 'ada@example.org', emailVerifiedAt: T0 + 1 })
    for (const letter of ['v', 'w', 'x']) {
      await unchangedBy(mutations, async () =>
        expect(await refusalOf(mutations.run(redeemEmailToken, { tokenHash: hash(letter) }))).toMatchObject({ code: 'token-invalid' }),
      )
    }
  })
  test.each([
    ['an hour after', 'resetPassword', accountTimes.tokens.resetPassword, 'r'],
    ['sent to prove an address', 'verifyEmail', 0, 'r'],
    ['that never was', 'resetPassword', 0, 'q'],
  ])('a reset link %s is refused', async (_what, kind, later, letter) => {
    const mutations = await twoMembers()
    await mutations.run(issueEmailToken, token('r', kind))
    const reset = mutations.run(resetPassword, { tokenHash: hash(letter), passwordHash: '$new' }, { now: T0 + later })
    expect(await refusalOf(reset)).toMatchObject({ code: 'token-invalid' })
    expect(await mutations.get(credentials, ada)).toMatchObject({ passwordHash: '$old' })
  })
  test('a reset sets the password, proves the address, ends every session and serves once', async () => {
    const mutations = await twoMembers()
    await mutations.run(openSession, session(20))
    await mutations.run(issueEmailToken, token('r', 'resetPassword'))
    await mutations.run(resetPassword, { tokenHash: hash('r'), passwordHash: '$new' })
    expect(await mutations.get(credentials, ada)).toMatchObject({ passwordHash: '$new', emailKey: 'ada@example.org', emailVerifiedAt: T0 })
    expect(await live(mutations, 20)).toBe(false)
    await unchangedBy(mutations, async () =>
      expect(await refusalOf(mutations.run(resetPassword, { tokenHash: hash('r'), passwordHash: '$newer' }))).toMatchObject({
        code: 'token-invalid',
      }),
    )
  })
  test('a new reset link cancels the one before, not another member’s; a replay cancels nothing', async () => {
    const mutations = await twoMembers()
    await mutations.run(issueEmailToken, token('b', 'resetPassword', bob))
    for (const letter of ['r', 's', 's']) await mutations.run(issueEmailToken, token(letter, 'resetPassword'))
    expect(await Promise.all(['b', 'r', 's'].map(async (letter) => (await mutations.get(emailTokens, hash(letter)))?.usedAt))).toEqual([
      null,
      T0,
      null,
    ])
  })
  test('verifications go out once a minute and five times a day, and never for a proved address', async () => {
    const mutations = await twoMembers()
    const send = (letter: string, later: number) => mutations.run(issueEmailToken, token(letter, 'verifyEmail'), { now: T0 + later })
    await send('a', 0)
    await unchangedBy(mutations, async () =>
      expect(await refusalOf(send('b', 59_000))).toMatchObject({ code: 'rate-limited', retryAfterMs: 1_000 }),
    )
    for (const [n, letter] of ['b', 'c', 'd', 'e'].entries()) await send(letter, (n + 1) * 60_000)
    expect(await refusalOf(send('f', hour))).toMatchObject({ code: 'rate-limited', retryAfterMs: 23 * hour })
    await send('g', 24 * hour)
    await mutations.run(redeemEmailToken, { tokenHash: hash('g') })
    expect(await refusalOf(send('h', 99 * hour))).toMatchObject({ code: 'conflict' })
  })
})

describe('passwords', () => {
  test('a change keeps this browser and signs the others out; a replay changes nothing', async () => {
    const mutations = await twoMembers()
    for (const n of [20, 21]) await mutations.run(openSession, session(n))
    const args = { userId: ada, oldHash: '$old', passwordHash: '$new', keeps: idOf(20) }
    await mutations.run(changePassword, args)
    expect([await live(mutations, 20), await live(mutations, 21)]).toEqual([true, false])
    await unchangedBy(mutations, () => mutations.run(changePassword, args, { now: T0 + 9 }))
  })
  test('a change or a rehash that comes after another change is not made', async () => {
    const mutations = await twoMembers()
    await unchangedBy(mutations, async () => {
      const late = mutations.run(changePassword, { userId: ada, oldHash: '$older', passwordHash: '$new', keeps: null })
      expect(await refusalOf(late)).toMatchObject({ code: 'conflict', field: 'password' })
      await mutations.run(rehash, { userId: ada, oldHash: '$older', newHash: '$new' })
    })
  })
  test('a rehash replaces the hash, also twice', async () => {
    const mutations = await twoMembers()
    for (const _again of [1, 2]) await mutations.run(rehash, { userId: ada, oldHash: '$old', newHash: '$new' })
    expect(await mutations.get(credentials, ada)).toMatchObject({ passwordHash: '$new' })
  })
})

describe('tries', () => {
  const limits = [
    { key: 'sign-in:ada', max: 3, windowMs: hour, firstWaitMs: 1_000 },
    { key: 'sign-in:block', max: 5, windowMs: hour, firstWaitMs: 1_000 },
  ]
  const attempt = (mutations: Mutations, n: number, now = T0) => mutations.run(noteAttempt, { id: idOf(n), limits }, { now })
  test('the fourth at once is refused and not counted; a replay counts once', async () => {
    const mutations = await twoMembers()
    for (const n of [30, 31, 31, 31, 32]) await attempt(mutations, n)
    await unchangedBy(mutations, async () =>
      expect(await refusalOf(attempt(mutations, 33))).toMatchObject({ code: 'rate-limited', retryAfterMs: 1_000 }),
    )
    await attempt(mutations, 34, T0 + 1_000)
    expect(await refusalOf(attempt(mutations, 35, T0 + 1_000))).toMatchObject({ retryAfterMs: 2_000 })
  })
  test('a right one is taken back, and signing in forgets the account’s wrong ones, not those of the address block', async () => {
    const mutations = await twoMembers()
    for (const n of [30, 31, 32]) await attempt(mutations, n)
    for (const _again of [1, 2]) await mutations.run(forgiveAttempt, { id: idOf(32) })
    await mutations.run(openSession, session(20, ada, { forgets: ['sign-in:ada'] }))
    expect(
      await mutations.read((read) =>
        read.getMany(
          attempts,
          [30, 31, 32].flatMap((n) => [`${idOf(n)}:0`, `${idOf(n)}:1`]),
        ),
      ),
    ).toMatchObject([{ key: 'sign-in:block' }, { key: 'sign-in:block' }])
  })
  test('tries of yesterday are dropped, later ones stay', async () => {
    const mutations = await twoMembers()
    await attempt(mutations, 30)
    await attempt(mutations, 31, T0 + hour)
    for (const _again of [1, 2]) await mutations.run(pruneAttempts, {}, { now: T0 + accountTimes.attemptsRetained + 1 })
    expect(await mutations.read((read) => read.getMany(attempts, [`${idOf(30)}:0`, `${idOf(31)}:0`]))).toHaveLength(1)
  })
})
