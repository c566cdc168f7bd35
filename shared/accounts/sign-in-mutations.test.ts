import { describe, expect, test } from 'vitest'
import { deedsOver, refusalOf } from '../testing/deeds.ts'
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
import { attempts, credentials, emailTokens, members, sessions, standings } from './schema.ts'

const tables = [members, standings, credentials, sessions, emailTokens, attempts]
const hash = (letter: string) => letter.repeat(43)
const hour = 3600_000
const ada = idOf(0)
const bob = idOf(1)

async function twoMembers() {
  const deeds = deedsOver(tables)
  const common = { isEmailVerified: false, passwordHash: '$old', firstIsAdmin: false, reservedNames: [], bio: '' }
  await deeds.run(register, { ...common, userId: ada, userName: 'Ada', displayName: 'Ada', email: 'ada@example.org' })
  await deeds.run(register, { ...common, userId: bob, userName: 'Bob', displayName: 'Bob', email: 'ada@example.org' })
  return deeds
}
type Deeds = Awaited<ReturnType<typeof twoMembers>>

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
const live = async (deeds: Deeds, n: number) => (await deeds.get(sessions, idOf(n)))?.endedAt === null

async function unchangedBy(deeds: Deeds, deed: () => Promise<unknown>): Promise<void> {
  const before = await deeds.everything()
  await deed()
  expect(await deeds.everything()).toBe(before)
}

describe('sessions', () => {
  test('signing in again in one browser ends its session before; a replay opens none', async () => {
    const deeds = await twoMembers()
    await deeds.run(openSession, session(20))
    await deeds.run(openSession, session(21, ada, { replaces: idOf(20) }), { now: T0 + 1 })
    expect([await live(deeds, 20), await live(deeds, 21)]).toEqual([false, true])
    await unchangedBy(deeds, () => deeds.run(openSession, session(21, ada, { replaces: idOf(20) }), { now: T0 + 2 }))
  })
  test('an unknown account opens none', async () => {
    const deeds = await twoMembers()
    await unchangedBy(deeds, async () =>
      expect(await refusalOf(deeds.run(openSession, session(20, idOf(9))))).toMatchObject({ code: 'not-found' }),
    )
  })
  test('use is noted once an hour and lengthens a session, but never wakes an ended or expired one', async () => {
    const deeds = await twoMembers()
    await deeds.run(openSession, session(20))
    await unchangedBy(deeds, () => deeds.run(touchSession, { sessionId: idOf(20) }, { now: T0 + hour - 1 }))
    await deeds.run(touchSession, { sessionId: idOf(20) }, { now: T0 + hour })
    expect(await deeds.get(sessions, idOf(20))).toMatchObject({ lastSeenAt: T0 + hour, expiresAt: T0 + hour + accountTimes.session })
    await unchangedBy(deeds, () => deeds.run(touchSession, { sessionId: idOf(20) }, { now: T0 + hour + accountTimes.session }))
    await deeds.run(endSession, { userId: ada, sessionId: idOf(20) })
    await unchangedBy(deeds, () => deeds.run(touchSession, { sessionId: idOf(20) }, { now: T0 + 9 * hour }))
  })
  test('a session in daily use ends a year after signing in', async () => {
    const deeds = await twoMembers()
    await deeds.run(openSession, session(20))
    for (let at = 100 * 24 * hour; at < 365 * 24 * hour; at += 100 * 24 * hour)
      await deeds.run(touchSession, { sessionId: idOf(20) }, { now: T0 + at })
    expect((await deeds.get(sessions, idOf(20)))?.expiresAt).toBe(T0 + accountTimes.sessionAtMost)
  })
  test('one ends one’s own session, once, and nobody else’s', async () => {
    const deeds = await twoMembers()
    await deeds.run(openSession, session(20))
    await unchangedBy(deeds, async () =>
      expect(await refusalOf(deeds.run(endSession, { userId: bob, sessionId: idOf(20) }))).toMatchObject({ code: 'not-found' }),
    )
    await deeds.run(endSession, { userId: ada, sessionId: idOf(20) })
    await unchangedBy(deeds, () => deeds.run(endSession, { userId: ada, sessionId: idOf(20) }, { now: T0 + 5 }))
  })
  test('the others end, one stays; without a number none stays', async () => {
    const deeds = await twoMembers()
    for (const n of [20, 21, 22]) await deeds.run(openSession, session(n))
    await deeds.run(openSession, session(23, bob))
    await deeds.run(endOtherSessions, { userId: ada, keeps: idOf(21) })
    expect(await Promise.all([20, 21, 22, 23].map((n) => live(deeds, n)))).toEqual([false, true, false, true])
    await deeds.run(endOtherSessions, { userId: ada, keeps: null })
    await unchangedBy(deeds, () => deeds.run(endOtherSessions, { userId: ada, keeps: null }, { now: T0 + 5 }))
    expect(await live(deeds, 21)).toBe(false)
  })
  test('what ended a month ago is forgotten at the next sign-in', async () => {
    const deeds = await twoMembers()
    await deeds.run(openSession, session(20))
    await deeds.run(endSession, { userId: ada, sessionId: idOf(20) })
    await deeds.run(openSession, session(21), { now: T0 + accountTimes.endedSessionsKept + 1 })
    expect(await deeds.get(sessions, idOf(20))).toBeUndefined()
  })
})

describe('mailed tokens', () => {
  test('a proved address belongs to the first who proves it; the token serves once', async () => {
    const deeds = await twoMembers()
    await deeds.run(issueEmailToken, token('v', 'verifyEmail'))
    await deeds.run(issueEmailToken, token('w', 'verifyEmail', bob))
    await deeds.run(redeemEmailToken, { tokenHash: hash('v') }, { now: T0 + 1 })
    expect(await deeds.get(credentials, ada)).toMatchObject({ emailKey: 'ada@example.org', emailVerifiedAt: T0 + 1 })
    for (const letter of ['v', 'w', 'x']) {
      await unchangedBy(deeds, async () =>
        expect(await refusalOf(deeds.run(redeemEmailToken, { tokenHash: hash(letter) }))).toMatchObject({ code: 'token-invalid' }),
      )
    }
  })
  test.each([
    ['an hour after', 'resetPassword', accountTimes.tokens.resetPassword, 'r'],
    ['sent to prove an address', 'verifyEmail', 0, 'r'],
    ['that never was', 'resetPassword', 0, 'q'],
  ])('a reset link %s is refused', async (_what, kind, later, letter) => {
    const deeds = await twoMembers()
    await deeds.run(issueEmailToken, token('r', kind))
    const reset = deeds.run(resetPassword, { tokenHash: hash(letter), passwordHash: '$new' }, { now: T0 + later })
    expect(await refusalOf(reset)).toMatchObject({ code: 'token-invalid' })
    expect(await deeds.get(credentials, ada)).toMatchObject({ passwordHash: '$old' })
  })
  test('a reset sets the password, proves the address, ends every session and serves once', async () => {
    const deeds = await twoMembers()
    await deeds.run(openSession, session(20))
    await deeds.run(issueEmailToken, token('r', 'resetPassword'))
    await deeds.run(resetPassword, { tokenHash: hash('r'), passwordHash: '$new' })
    expect(await deeds.get(credentials, ada)).toMatchObject({ passwordHash: '$new', emailKey: 'ada@example.org', emailVerifiedAt: T0 })
    expect(await live(deeds, 20)).toBe(false)
    await unchangedBy(deeds, async () =>
      expect(await refusalOf(deeds.run(resetPassword, { tokenHash: hash('r'), passwordHash: '$newer' }))).toMatchObject({
        code: 'token-invalid',
      }),
    )
  })
  test('a new reset link cancels the one before, not another member’s; a replay cancels nothing', async () => {
    const deeds = await twoMembers()
    await deeds.run(issueEmailToken, token('b', 'resetPassword', bob))
    for (const letter of ['r', 's', 's']) await deeds.run(issueEmailToken, token(letter, 'resetPassword'))
    expect(await Promise.all(['b', 'r', 's'].map(async (letter) => (await deeds.get(emailTokens, hash(letter)))?.usedAt))).toEqual([
      null,
      T0,
      null,
    ])
  })
  test('verifications go out once a minute and five times a day, and never for a proved address', async () => {
    const deeds = await twoMembers()
    const send = (letter: string, later: number) => deeds.run(issueEmailToken, token(letter, 'verifyEmail'), { now: T0 + later })
    await send('a', 0)
    await unchangedBy(deeds, async () =>
      expect(await refusalOf(send('b', 59_000))).toMatchObject({ code: 'rate-limited', retryAfterMs: 1_000 }),
    )
    for (const [n, letter] of ['b', 'c', 'd', 'e'].entries()) await send(letter, (n + 1) * 60_000)
    expect(await refusalOf(send('f', hour))).toMatchObject({ code: 'rate-limited', retryAfterMs: 23 * hour })
    await send('g', 24 * hour)
    await deeds.run(redeemEmailToken, { tokenHash: hash('g') })
    expect(await refusalOf(send('h', 99 * hour))).toMatchObject({ code: 'conflict' })
  })
})

describe('passwords', () => {
  test('a change keeps this browser and signs the others out; a replay changes nothing', async () => {
    const deeds = await twoMembers()
    for (const n of [20, 21]) await deeds.run(openSession, session(n))
    const args = { userId: ada, oldHash: '$old', passwordHash: '$new', keeps: idOf(20) }
    await deeds.run(changePassword, args)
    expect([await live(deeds, 20), await live(deeds, 21)]).toEqual([true, false])
    await unchangedBy(deeds, () => deeds.run(changePassword, args, { now: T0 + 9 }))
  })
  test('a change or a rehash that comes after another change is not made', async () => {
    const deeds = await twoMembers()
    await unchangedBy(deeds, async () => {
      const late = deeds.run(changePassword, { userId: ada, oldHash: '$older', passwordHash: '$new', keeps: null })
      expect(await refusalOf(late)).toMatchObject({ code: 'conflict', field: 'password' })
      await deeds.run(rehash, { userId: ada, oldHash: '$older', newHash: '$new' })
    })
  })
  test('a rehash replaces the hash, also twice', async () => {
    const deeds = await twoMembers()
    for (const _again of [1, 2]) await deeds.run(rehash, { userId: ada, oldHash: '$old', newHash: '$new' })
    expect(await deeds.get(credentials, ada)).toMatchObject({ passwordHash: '$new' })
  })
})

describe('tries', () => {
  const limits = [
    { key: 'sign-in:ada', max: 3, windowMs: hour, firstWaitMs: 1_000 },
    { key: 'sign-in:block', max: 5, windowMs: hour, firstWaitMs: 1_000 },
  ]
  const attempt = (deeds: Deeds, n: number, now = T0) => deeds.run(noteAttempt, { id: idOf(n), limits }, { now })
  test('the fourth at once is refused and not counted; a replay counts once', async () => {
    const deeds = await twoMembers()
    for (const n of [30, 31, 31, 31, 32]) await attempt(deeds, n)
    await unchangedBy(deeds, async () =>
      expect(await refusalOf(attempt(deeds, 33))).toMatchObject({ code: 'rate-limited', retryAfterMs: 1_000 }),
    )
    await attempt(deeds, 34, T0 + 1_000)
    expect(await refusalOf(attempt(deeds, 35, T0 + 1_000))).toMatchObject({ retryAfterMs: 2_000 })
  })
  test('a right one is taken back, and signing in forgets the account’s wrong ones, not those of the address block', async () => {
    const deeds = await twoMembers()
    for (const n of [30, 31, 32]) await attempt(deeds, n)
    for (const _again of [1, 2]) await deeds.run(forgiveAttempt, { id: idOf(32) })
    await deeds.run(openSession, session(20, ada, { forgets: ['sign-in:ada'] }))
    expect(
      await deeds.read((read) =>
        read.getMany(
          attempts,
          [30, 31, 32].flatMap((n) => [`${idOf(n)}:0`, `${idOf(n)}:1`]),
        ),
      ),
    ).toMatchObject([{ key: 'sign-in:block' }, { key: 'sign-in:block' }])
  })
  test('tries of yesterday are dropped, later ones stay', async () => {
    const deeds = await twoMembers()
    await attempt(deeds, 30)
    await attempt(deeds, 31, T0 + hour)
    for (const _again of [1, 2]) await deeds.run(pruneAttempts, {}, { now: T0 + accountTimes.attemptsKept + 1 })
    expect(await deeds.read((read) => read.getMany(attempts, [`${idOf(30)}:0`, `${idOf(31)}:0`]))).toHaveLength(1)
  })
})
