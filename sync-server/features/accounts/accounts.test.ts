import { describe, expect, test } from 'vitest'
import type { FastifyRequest } from 'fastify'
import type { Read } from '#shared/kernel/transaction.ts'
import { aCore } from '#server/testing/core.ts'
import { members } from '#shared/accounts/schema.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { accountTimes } from '#shared/accounts/sign-in-mutations.ts'
import { createAccounts } from './accounts.ts'
import { cookieJar } from './session-cookie.ts'
import { newToken } from './tokens.ts'
import { idOf, T0 } from '#shared/testing/factories.ts'

async function signedIn() {
  const core = await aCore()
  const userId = await core.join(1)
  const { token, hash } = newToken()
  await core.must({
    name: 'accounts.openSession',
    args: { sessionId: idOf(50), tokenHash: hash, userId, label: 'x', replaces: null, forgets: [] },
    userId: null,
    source: 'server',
  })
  const clock = { now: T0 }
  let reads = 0
  let pause = async (): Promise<void> => undefined
  const store = {
    async read<T>(work: (read: Read) => Promise<T>): Promise<T> {
      reads += 1
      const found = await core.store.read(work)
      await pause()
      return found
    },
  }
  const accounts = createAccounts({
    store,
    apply: (mutation) => core.apply(mutation),
    cookies: cookieJar(false),
    now: () => clock.now,
    onError: (error) => {
      throw error
    },
  })
  // Of a request it reads the cookie alone.
  const ask = (cookie: string | undefined) => accounts.sessionOf({ headers: { cookie } } as FastifyRequest)
  const end = () => core.must({ name: 'accounts.endSession', args: { userId, sessionId: idOf(50) }, userId: null, source: 'server' })
  return {
    core,
    userId,
    token,
    accounts,
    ask,
    end,
    clock,
    readCount: () => reads,
    setPause: (next: typeof pause) => {
      pause = next
    },
  }
}

describe('the session of a request', () => {
  test('is not looked up without a cookie of the right form', async () => {
    const { ask, readCount } = await signedIn()
    for (const cookie of [undefined, '', 'session=x', 'session=' + 'a'.repeat(44), 'other=1']) expect(await ask(cookie)).toBeNull()
    expect(readCount()).toBe(0)
  })
  test('is looked up once in five seconds', async () => {
    const { ask, token, userId, clock, readCount } = await signedIn()
    for (let n = 0; n < 3; n += 1) expect(await ask(`session=${token}`)).toEqual({ sessionId: idOf(50), userId })
    expect(readCount()).toBe(1)
    clock.now += 5_000
    await ask(`session=${token}`)
    expect(readCount()).toBe(2)
  })
  test('is gone with the first request after it ended here, and within five seconds if it ended elsewhere', async () => {
    const { ask, token, end, accounts, userId, clock } = await signedIn()
    await ask(`session=${token}`)
    await end()
    expect(await ask(`session=${token}`)).not.toBeNull()
    clock.now += 5_000
    expect(await ask(`session=${token}`)).toBeNull()
    accounts.forget(userId)
    expect(await ask(`session=${token}`)).toBeNull()
  })
  test('that ends while it is being looked up is not remembered', async () => {
    const { ask, token, end, accounts, userId, setPause } = await signedIn()
    setPause(async () => {
      setPause(async () => undefined)
      await end()
      accounts.forget(userId)
    })
    expect(await ask(`session=${token}`)).not.toBeNull()
    expect(await ask(`session=${token}`)).toBeNull()
  })
  test('that a ban has ended says whose and until when, while the ban lasts and to nobody else', async () => {
    const { core, accounts, userId, token, clock } = await signedIn()
    const banOf = (cookie: string) => accounts.banOf({ headers: { cookie } })
    expect(await banOf(`session=${token}`)).toBeNull()
    const until = T0 + 60_000
    const adminId = await core.join(2)
    await core.store.write(async ({ tx }) => tx.put(members, { ...(await getOrThrow(tx, members, adminId)), isAdmin: true }))
    await core.must({ name: 'accounts.ban', args: { userId, until }, userId: adminId, source: 'server' })
    accounts.forget(userId)
    expect(await accounts.sessionOf({ headers: { cookie: `session=${token}` } })).toBeNull()
    expect(await banOf(`session=${token}`)).toEqual({ until, slug: expect.stringMatching(/./u) })
    for (const other of ['', 'session=x', `session=${newToken().token}`]) expect(await banOf(other)).toBeNull()
    clock.now = until
    expect(await banOf(`session=${token}`)).toBeNull()
  })
  test('unknown ones are not remembered: a made-up cookie fills nothing', async () => {
    const { ask, readCount } = await signedIn()
    const { token } = newToken()
    await ask(`session=${token}`)
    await ask(`session=${token}`)
    expect(readCount()).toBe(2)
  })
})

test('one’s own facts list live sessions, this one marked, and hold no secret', async () => {
  const { core, accounts, userId, token, clock } = await signedIn()
  const facts = await core.store.read((read) => accounts.ownFacts(read, { sessionId: idOf(50), userId }))
  expect(facts).toMatchObject({
    userName: 'member1',
    email: 'member1@example.org',
    karma: 0,
    sessions: [{ id: idOf(50), isCurrent: true, label: 'x' }],
  })
  expect(JSON.stringify(facts)).not.toMatch(new RegExp(`${token}|argon2|Hash`, 'u'))
  clock.now += accountTimes.session
  expect((await core.store.read((read) => accounts.ownFacts(read, { sessionId: idOf(50), userId })))?.sessions).toEqual([])
  expect(await core.store.read((read) => accounts.ownFacts(read, { sessionId: idOf(50), userId: idOf(99) }))).toBeNull()
})
