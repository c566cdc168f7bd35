import { memberSlugs } from '#shared/accounts/member-edit-schema.ts'
import { describe, expect, test } from 'vitest'
import type { Browser } from '../testing/feature-site.ts'
import { turnOnSecondFactor } from '../testing/authenticator.ts'
import { featureSite, goodPassword, secretIn, shownForm } from '../testing/feature-site.ts'
import { memberBySlug } from '#shared/accounts/queries.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { policies } from '#shared/policies.ts'
import { closures } from '#shared/accounts/closure-schema.ts'
import { credentials, emailTokens, members, sessions } from '#shared/accounts/schema.ts'
import { dayMs, hourMs } from '#shared/kernel/durations.ts'
import { mapPoints, memberPlaces } from '#shared/local-groups/member-place-schema.ts'
import { bookmarks } from '#shared/reading/schema.ts'
import { readerSettings } from '#shared/reading/schema.ts'
import { makeLogger } from '#server/http/log.ts'
import { runOperation } from '#server/sync/operations.ts'
import { remindOfEnd } from './closure-forms.ts'
import { beginErasure, eraseMoreOfAccount } from './erase.ts'
import { eraseAccounts, haltedMs, maxDueAtOnce } from './erase-job.ts'
import { hashOf } from './tokens.ts'

/** The first to sign up runs the place: Ada is somebody else. */
async function scene() {
  const site = await featureSite()
  const admin = site.browser()
  await admin.signUp('Zora')
  const ada = site.browser()
  await ada.signUp('Ada')
  await ada.form('accounts.useToken', { token: secretIn((await mails(site, 'ada@example.org', 'confirm'))[0]?.text ?? '') })
  const id = (await ada.me()).viewer.userId ?? ''
  const slug = (await site.store.read((read) => read.get(members, id)))?.slug ?? ''
  const erase = () =>
    eraseAccounts({ store: site.store, writer: site.writer, log: makeLogger('silent') }, site.clock.now, new AbortController().signal)
  return { site, admin, ada, id, slug, erase, member: () => site.store.read((read) => read.get(members, id)) }
}
type Site = Awaited<ReturnType<typeof scene>>['site']

const mails = async (site: Site, to: string, subject: string) =>
  (await site.mails()).filter((mail) => mail.to === to && mail.subject.includes(subject))
const seenByVisitors = (site: Site, slug: string) => site.store.read((read) => memberBySlug(permittedRead(read, visitor, policies), slug))
const leave = (who: Browser, typedName = 'Ada', password = goodPassword) =>
  who.form('accounts.requestDeletion', { typedName, password, from: '/account' })
/** By the right password, and the button on the page that comes. */
async function comeBack(site: Site, who = site.browser()) {
  const location = (await who.signIn('Ada')).headers['location'] ?? ''
  return { location, who, press: () => who.form('accounts.useToken', { token: secretIn(location) }) }
}

describe('a deactivated account', () => {
  test('is hidden, signed out everywhere, and comes back by signing in and one button', async () => {
    const { site, ada, slug, member } = await scene()
    const phone = site.browser()
    await phone.signIn('Ada')
    const done = await ada.form('accounts.deactivate', { from: '/account' })
    expect([done.status, done.headers['location'], done.headers['clear-site-data']]).toEqual([303, '/login?notice=deactivated', undefined])
    expect([(await ada.me()).name, (await phone.me()).name, (await member())?.isDeactivated]).toEqual([null, null, true])
    expect(await seenByVisitors(site, slug)).toBeUndefined()
    const { location, who, press } = await comeBack(site)
    expect(location).toMatch(/^\/emailToken\/[\w-]{43}\?for=reopen$/u)
    expect([(await who.me()).name, (await member())?.isDeactivated]).toEqual([null, true])
    expect((await press()).headers['location']).toBe('/account?notice=reopened')
    expect([(await who.me()).name, (await member())?.isDeactivated]).toEqual(['Ada', false])
    expect(await seenByVisitors(site, slug)).toMatchObject({ displayName: 'Ada' })
    // Once, and for an hour.
    expect((await press()).status).toBe(400)
    await ada.signIn('Ada')
    await ada.form('accounts.deactivate', { from: '/account' })
    const late = await comeBack(site)
    site.clock.now += hourMs
    expect((await late.press()).status).toBe(400)
  })

  test('tells nobody without the password that it is there', async () => {
    const { site, ada } = await scene()
    await ada.form('accounts.deactivate', { from: '/account' })
    const answers = [await site.browser().signIn('Ada', 'a wrong password'), await site.browser().signIn('Nobody', 'a wrong password')]
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers['location']}`)).size).toBe(1)
  })

  test('says on its other devices why nothing is sent', async () => {
    const { site, ada } = await scene()
    const phone = site.browser()
    await phone.signIn('Ada')
    await ada.form('accounts.deactivate', { from: '/account' })
    expect(await phone.me()).toMatchObject({ name: null, closed: 'deactivated' })
    expect(await site.browser().me()).not.toHaveProperty('closed')
  })

  test('comes back only by all that a sign-in asks for, and not after a reset of the password', async () => {
    const { site, ada } = await scene()
    const app = await turnOnSecondFactor(site, ada)
    await ada.form('accounts.deactivate', { from: '/account' })
    site.clock.now += 60_000
    const phone = site.browser()
    const asked = await phone.signIn('Ada')
    expect([asked.status, asked.headers['location'], shownForm(asked).error]).toMatchObject([401, undefined, { field: 'code' }])
    const { headers } = await phone.form('accounts.signInWithCode', { from: '/login', code: app.code() })
    expect(headers['location']).toMatch(/^\/emailToken\/[\w-]{43}\?for=reopen$/u)
    await site.browser().form('accounts.requestReset', { email: 'ada@example.org', from: '/login?mode=reset' })
    const token = secretIn((await mails(site, 'ada@example.org', 'reset your password'))[0]?.text ?? '')
    await site.browser().form('accounts.resetPassword', { token, password: 'another good one, of mine', from: '/' })
    expect((await phone.form('accounts.useToken', { token: secretIn(headers['location'] ?? '') })).status).toBe(400)
    expect((await phone.me()).name).toBeNull()
  })

  test('stays closed to who was suspended meanwhile', async () => {
    const { site, ada, id, member } = await scene()
    await ada.form('accounts.deactivate', { from: '/account' })
    const { press, who } = await comeBack(site)
    await site.store.write(async ({ tx }) => {
      const row = await tx.get(members, id)
      if (row !== undefined) await tx.put(members, { ...row, bannedUntil: site.clock.now + dayMs })
    })
    expect((await press()).headers['location']).toMatch(/^\/banNotice/u)
    expect([(await who.me()).name, (await member())?.bannedUntil]).toEqual([null, site.clock.now + dayMs])
  })

  test('can have a new password: who forgot theirs comes back, too', async () => {
    const { site, ada } = await scene()
    await ada.form('accounts.deactivate', { from: '/account' })
    await site.browser().form('accounts.requestReset', { email: 'ada@example.org', from: '/login?mode=reset' })
    expect(await mails(site, 'ada@example.org', 'reset your password')).toHaveLength(1)
  })

  test('is not the last administrator’s', async () => {
    const { admin } = await scene()
    for (const answer of [await admin.form('accounts.deactivate', { from: '/account' }), await leave(admin, 'Zora')])
      expect(shownForm(answer).error).toMatchObject({ code: 'not-allowed', reason: 'last-admin' })
    expect((await admin.me()).name).toBe('Zora')
  })
})

describe('an account that is left for good', () => {
  test.each([
    ['another name', 'Adam', goodPassword, { code: 'invalid', field: 'typedName' }],
    ['no name', '', goodPassword, { code: 'invalid', field: 'typedName' }],
    ['a wrong password', 'Ada', 'something else entirely', { code: 'sign-in-failed', field: 'password' }],
  ])('is not for %s', async (_what, name, password, error) => {
    const { ada } = await scene()
    expect(shownForm(await leave(ada, name, password)).error).toMatchObject(error)
    expect((await ada.me()).name).toBe('Ada')
  })

  test('is mailed, hidden for fourteen days, and kept by signing in and one button', async () => {
    const { site, ada, erase, member } = await scene()
    expect((await leave(ada, ' ada ')).headers['location']).toBe('/login?notice=deletion-asked')
    const end = new Date(site.clock.now + 14 * dayMs)
    expect((await mails(site, 'ada@example.org', 'will be deleted'))[0]?.text).toContain(`on ${end.toISOString().slice(0, 10)}`)
    site.clock.now += 14 * dayMs - 1
    await erase()
    const { location, who, press } = await comeBack(site)
    expect(location).toContain(`?for=reopen&on=${end.toISOString().slice(0, 10)}`)
    await press()
    expect((await who.me()).name).toBe('Ada')
    site.clock.now += dayMs
    await erase()
    expect(await member()).toMatchObject({ displayName: 'Ada', isDeactivated: false })
  })

  test('is reminded of two days before, once, however many servers remind', async () => {
    const { site, ada } = await scene()
    await leave(ada)
    const post: { to: string; subject: string }[] = []
    const remind = () =>
      remindOfEnd(
        {
          store: site.store,
          apply: (request) => site.writer.apply(request),
          post: (mail) => void post.push(mail),
          site: () => ({ name: 'Night Harbour', origin: site.origin }),
        },
        site.clock.now,
      )
    site.clock.now += 12 * dayMs - 1
    await remind()
    expect(post).toEqual([])
    site.clock.now += 1
    await Promise.all([remind(), remind(), remind()])
    expect(post.map(({ to, subject }) => [to, subject])).toEqual([
      ['ada@example.org', 'Night Harbour: your account will be deleted in 2 days'],
    ])
  })

  test('is erased: no address, password, session, token, profile or private row is left, and its name is free', async () => {
    const { site, ada, id, erase, member } = await scene()
    const phone = site.browser()
    await phone.signIn('Ada')
    await ada.form('accounts.updateProfile', {
      displayName: 'Ada L.',
      bio: 'zzcanarybio',
      links: 'https://zzcanarylink.example/',
      from: '/account',
    })
    await site.store.write(async ({ tx }) => {
      await tx.put(bookmarks, { id: `${id}:x`, userId: id, targetId: 'x', postId: 'x', kind: 'post', saved: true, changedAt: 1 } as never)
      await tx.put(readerSettings, { id, changedAt: 1 } as never)
      await tx.put(memberSlugs, { id: 'zzcanaryslug', userId: id, endedAt: 1 })
      await tx.put(mapPoints, { id, latitude: 60.39, longitude: 5.32, isExact: false, note: '', at: 1 })
      await tx.put(memberPlaces, {
        ...{ id, location: 'zzcanaryhome', latitude: 60.39, longitude: 5.32, radius: 50, notifies: false },
        ...{ notifiedArea: null, changedAt: 1 },
      })
    })
    await leave(ada)
    site.clock.now += 14 * dayMs
    // Three servers at once, one of them killed on the way.
    await runOperation(site.writer, beginErasure, id)
    await runOperation(site.writer, eraseMoreOfAccount, id)
    await Promise.all([erase(), erase(), erase()])
    expect(await member()).toMatchObject({ displayName: '[deleted]', userName: '[deleted]', bio: '', isDeactivated: true, isAdmin: false })
    expect(await site.store.read((read) => read.get(closures, id))).toMatchObject({ isDone: true, eraseAt: null, erasedAt: site.clock.now })
    const left = await site.store.read(async (read) => [
      await read.get(credentials, id),
      await read.get(readerSettings, id),
      await read.get(bookmarks, `${id}:x`),
      await read.get(mapPoints, id),
      await read.get(memberPlaces, id),
    ])
    expect(left).toEqual([undefined, undefined, undefined, undefined, undefined])
    const all = JSON.stringify(await everyRow(site))
    for (const gone of ['ada@example.org', 'zzcanarybio', 'zzcanarylink', 'zzcanaryslug', '"Ada"', 'Ada L.', '"userName":"Ada"'])
      expect(all).not.toContain(gone)
    expect((await site.browser().signIn('Ada')).status).toBe(401)
    expect((await site.browser().signIn('ada@example.org')).status).toBe(401)
    expect(await phone.me()).toMatchObject({ name: null, closed: 'erased' })
    expect((await site.browser().signUp('Ada')).status).toBe(303)
  })

  test('does not come back once erasing has begun', async () => {
    const { site, ada, id, member } = await scene()
    await leave(ada)
    const { press } = await comeBack(site)
    await site.store.write(async ({ tx }) => {
      const closure = await tx.get(closures, id)
      if (closure !== undefined) await tx.put(closures, { ...closure, eraseAt: site.clock.now })
    })
    expect(await runOperation(site.writer, beginErasure, id)).toBe(true)
    expect(await runOperation(site.writer, beginErasure, id)).toBe(false)
    expect((await press()).status).toBe(400)
    expect((await member())?.displayName).toBe('[deleted]')
  })

  test('waits three days more where more than ten are due, and goes at the eleventh’s leaving', async () => {
    const { site, erase } = await scene()
    const due = { closedAt: 1, eraseAt: site.clock.now, remindedAt: null, erasedAt: null, isDone: false }
    await site.store.write(async ({ tx }) => {
      for (let n = 0; n <= maxDueAtOnce; n += 1) await tx.put(closures, { ...due, id: `none-${n}` })
    })
    const left = async () => {
      const ids = Array.from({ length: maxDueAtOnce + 1 }, (_, n) => `none-${n}`)
      return (await site.store.read((read) => read.getMany(closures, ids))).filter(({ isDone }) => !isDone).length
    }
    await erase()
    site.clock.now += haltedMs - 1
    await erase()
    expect(await left()).toBe(11)
    site.clock.now += 1
    await erase()
    expect(await left()).toBe(1)
    await erase()
    expect(await left()).toBe(0)
  })
})

async function everyRow(site: Site) {
  const rows = [members, sessions, emailTokens, credentials].map((table) => table.name)
  expect(rows).toHaveLength(4)
  return site.store.read(async (read) => ({
    members: await read.list({ table: members, index: ['joinedAt'], equals: [], order: 'ascending', limit: 100 }),
    tokens: await read.list({ table: emailTokens, index: ['userId', 'kind'], equals: [], order: 'ascending', limit: 100 }),
    token: await read.get(emailTokens, hashOf('x')),
    sessions: await read.list({ table: sessions, index: ['tokenHash'], equals: [], order: 'ascending', limit: 100 }),
    credentials: await read.list({ table: credentials, index: ['emailKey'], equals: [], order: 'ascending', limit: 100 }),
  }))
}
