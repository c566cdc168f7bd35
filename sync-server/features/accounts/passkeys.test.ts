import { describe, expect, test } from 'vitest'
import type { Browser, FeatureSite } from '../testing/feature-site.ts'
import { turnOnSecondFactor } from '../testing/authenticator.ts'
import { featureSite, goodPassword, secretIn, shownForm } from '../testing/feature-site.ts'
import { passkeyDevice } from '../testing/passkey-device.ts'
import { passkeysOf, passkeyTimes } from '#shared/accounts/passkey-mutations.ts'
import { members } from '#shared/accounts/schema.ts'
import { secondFactors } from '#shared/accounts/second-factor-schema.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const security = '/account?tab=security'

const optionsFor = async (browser: Browser, password = goodPassword) =>
  shownForm(await browser.form('accounts.startPasskey', { password, from: security })).values['options'] ?? ''
const asked = async (browser: Browser) => shownForm(await browser.form('accounts.askPasskey', { from: '/login' })).values['options'] ?? ''
const signIn = (browser: Browser, answer: string, returnTo = '/bookmarks') =>
  browser.form('accounts.signInWithPasskey', { answer, returnTo, from: '/login' })

async function scene(settings = {}) {
  const site = await featureSite(settings)
  const ada = site.browser()
  await ada.signUp('Ada')
  const userId = (await ada.me()).viewer.userId ?? ''
  const device = passkeyDevice(site.origin)
  const add = async (lies = {}, options?: string) =>
    ada.form('accounts.addPasskey', { answer: device.register(options ?? (await optionsFor(ada)), lies), from: security })
  const held = () => site.store.read((read) => read.list(passkeysOf(userId)))
  return { site, ada, userId, device, add, held }
}

const subjects = async (site: FeatureSite) => (await site.mails()).map(({ subject }) => subject)

describe('a passkey', () => {
  test('is added after the password, signs in alone and goes where one wanted', async () => {
    const { site, device, add, held } = await scene()
    expect((await add()).headers['location']).toBe(`${security}&notice=passkey-added`)
    expect(await held()).toMatchObject([{ id: device.id, counter: 0, transports: ['internal'], lastUsedAt: null }])
    expect(await subjects(site)).toContain('Night Harbour: a passkey was added')
    const phone = site.browser()
    const done = await signIn(phone, device.sign(await asked(phone)))
    expect([done.status, done.headers['location'], (await phone.me()).name]).toEqual([303, '/bookmarks', 'Ada'])
    expect(await held()).toMatchObject([{ counter: 1, lastUsedAt: site.clock.now }])
  })

  test('is asked for in JSON by a script: what it is to sign, and nothing of any account', async () => {
    const { site, add } = await scene()
    await add()
    const { text } = await site.browser().form('accounts.askPasskey', { from: '/login' }, { accept: 'application/json' })
    const { values } = JSON.parse(text) as { values: { options: string } }
    expect(JSON.parse(values.options)).toMatchObject({ challenge: expect.stringMatching(/^[\w-]{43}$/u), userVerification: 'required' })
    expect(JSON.parse(values.options)).not.toHaveProperty('allowCredentials.0')
  })

  test('is not added without the password, nor by somebody else’s question, nor twice', async () => {
    const { site, ada, device, add, held } = await scene()
    expect(shownForm(await ada.form('accounts.startPasskey', { password: 'not that one', from: security })).error).toMatchObject({
      code: 'sign-in-failed',
    })
    const bob = site.browser()
    await bob.signUp('Bob')
    for (const options of [await optionsFor(bob), await asked(ada)])
      expect(shownForm(await add({}, options)).error).toMatchObject({ code: 'token-invalid', field: 'passkey' })
    expect(await held()).toEqual([])
    const options = await optionsFor(ada)
    await add({}, options)
    expect(shownForm(await add({}, options)).error).toMatchObject({ code: 'token-invalid' })
    const again = await bob.form('accounts.addPasskey', { answer: device.register(await optionsFor(bob)), from: security })
    expect(shownForm(again).error).toMatchObject({ code: 'conflict', field: 'passkey' })
  })

  test.each([
    ['another origin', { origin: 'https://night-harbour.evil.test' }],
    ['another host', { host: 'evil.test' }],
    ['no check of who holds it', { isVerified: false }],
    ['an answer to another question', { type: 'webauthn.create' }],
  ])('does not sign in with %s', async (_what, lies) => {
    const { site, device, add } = await scene()
    await add()
    const phone = site.browser()
    const refused = await signIn(phone, device.sign(await asked(phone), lies))
    expect([refused.status, shownForm(refused).error]).toMatchObject([400, { code: 'token-invalid', field: 'passkey' }])
    expect((await phone.me()).name).toBeNull()
  })

  test('is not taken twice, late, forged, of nobody, or counting backwards', async () => {
    const { site, ada, device, add } = await scene()
    await add()
    const phone = site.browser()
    const refusals = async (answer: string) => (await signIn(site.browser(), answer)).status
    const answer = device.sign(await asked(phone))
    expect((await signIn(phone, answer)).status).toBe(303)
    expect(await refusals(answer)).toBe(400)
    const other = passkeyDevice(site.origin)
    expect(await refusals(other.sign(await asked(phone)))).toBe(400)
    expect(await refusals(other.sign(await asked(phone)).replaceAll(other.id, device.id))).toBe(400)
    expect(await refusals('{"id":"x"}')).toBe(400)
    expect(await refusals('['.repeat(5_000))).toBe(400)
    // Of a registration: its challenge is another's.
    expect(await refusals(device.sign(await optionsFor(ada)))).toBe(400)
    const late = device.sign(await asked(phone))
    site.clock.now += passkeyTimes.signIn
    expect(await refusals(late)).toBe(400)
    device.countAs(1)
    expect(await refusals(device.sign(await asked(phone)))).toBe(400)
    device.countAs(50)
    expect(await refusals(device.sign(await asked(phone)))).toBe(303)
  })

  test('sent five times at once signs in once', async () => {
    const { site, device, add } = await scene()
    await add()
    const answer = device.sign(await asked(site.browser()))
    const all = await Promise.all(Array.from({ length: 5 }, () => signIn(site.browser(), answer)))
    expect(all.filter(({ status }) => status === 303)).toHaveLength(1)
  })

  test('asks for no code, and leads a closed or suspended account where its password would', async () => {
    const { site, ada, userId, device, add } = await scene()
    await add()
    await site.browser().signUp('Bob')
    await turnOnSecondFactor(site, ada)
    const phone = site.browser()
    expect((await signIn(phone, device.sign(await asked(phone)))).status).toBe(303)
    await site.store.write(async ({ tx }) => {
      const member = await tx.get(members, userId)
      if (member !== undefined) await tx.put(members, { ...member, bannedUntil: site.clock.now + dayMs })
    })
    const stranger = site.browser()
    expect((await signIn(stranger, device.sign(await asked(stranger)))).headers['location']).toMatch(/^\/banNotice/u)
    expect((await stranger.me()).name).toBeNull()
  })

  test('is renamed and removed by its owner alone', async () => {
    const { site, ada, device, add, held } = await scene()
    await add()
    const bob = site.browser()
    await bob.signUp('Bob')
    expect((await bob.form('accounts.renamePasskey', { id: device.id, name: 'Mine', from: security })).status).toBe(404)
    expect((await bob.form('accounts.removePasskey', { id: device.id, from: security })).status).toBe(404)
    await ada.form('accounts.renamePasskey', { id: device.id, name: '  Phone ', from: security })
    expect(await held()).toMatchObject([{ name: 'Phone' }])
    expect(shownForm(await ada.form('accounts.renamePasskey', { id: device.id, name: ' ', from: security })).error).toMatchObject({
      code: 'invalid',
    })
    await ada.form('accounts.removePasskey', { id: device.id, from: security })
    expect(await held()).toEqual([])
    expect(await subjects(site)).toContain('Night Harbour: a passkey was removed')
    expect((await signIn(site.browser(), device.sign(await asked(site.browser())))).status).toBe(400)
  })
})

test('who takes the account back by the old address is rid of what was set up since for signing in', async () => {
  const { site, ada, userId, add, held } = await scene()
  const linkIn = async (to: string, subject: string) =>
    secretIn((await site.mails()).findLast((mail) => mail.to === to && mail.subject.includes(subject))?.text ?? '')
  await ada.form('accounts.useToken', { token: await linkIn('ada@example.org', 'confirm') })
  site.clock.now += 1_000
  await ada.form('accounts.changeEmail', { newEmail: 'thief@example.org', password: goodPassword, from: '/account' })
  await ada.form('accounts.useToken', { token: await linkIn('thief@example.org', 'confirm') })
  site.clock.now += 1_000
  await add()
  await turnOnSecondFactor(site, ada)
  expect(await held()).toHaveLength(1)
  await site.browser().form('accounts.useToken', { token: await linkIn('ada@example.org', 'changed') })
  expect(await held()).toEqual([])
  expect(await site.store.read((read) => read.get(secondFactors, userId))).toBeUndefined()
})

describe('where the staff need a second factor', () => {
  const required = { STAFF_SECOND_FACTOR: 'required' }

  test('a passkey is one: it gives the role back, signs other browsers out, and alone signs in from then on', async () => {
    const { site, ada, userId, device, add } = await scene(required)
    const phone = site.browser()
    await phone.signIn('Ada')
    expect((await ada.me()).viewer.isAdmin).toBe(false)
    await add()
    expect([(await ada.me()).viewer.isAdmin, (await phone.me()).name]).toEqual([true, null])
    const byPassword = await phone.signIn('Ada')
    expect([byPassword.status, shownForm(byPassword).error]).toMatchObject([401, { code: 'sign-in-failed', field: 'passkey' }])
    await phone.form('accounts.requestSignInMail', { email: 'ada@example.org', from: '/login' })
    const code = /^(\d{8})$/mu.exec((await site.mails())[0]?.text ?? '')?.[1] ?? ''
    const byMail = await phone.form('accounts.signInWithMailedCode', { mailedCode: code, from: '/login' })
    expect(shownForm(byMail).error).toMatchObject({ code: 'sign-in-failed', field: 'passkey' })
    expect((await phone.me()).name).toBeNull()
    expect((await signIn(phone, device.sign(await asked(phone)))).status).toBe(303)
    expect((await phone.me()).viewer.isAdmin).toBe(true)
    await site.writer.apply({ name: 'accounts.removeSecondFactor', args: { userId }, userId: null, source: 'server' })
    expect((await site.browser().signIn('Ada')).headers['location']).toBe(`${security}&notice=second-factor-needed`)
  })

  test('a member who is not of the staff goes on with the password', async () => {
    const { site } = await scene(required)
    const bob = site.browser()
    await bob.signUp('Bob')
    const device = passkeyDevice(site.origin)
    await bob.form('accounts.addPasskey', { answer: device.register(await optionsFor(bob)), from: security })
    expect((await site.browser().signIn('Bob')).status).toBe(303)
  })

  test('removing the last passkey takes the role away', async () => {
    const { ada, device, add } = await scene(required)
    await add()
    await ada.form('accounts.removePasskey', { id: device.id, from: security })
    expect((await ada.me()).viewer.isAdmin).toBe(false)
  })
})
