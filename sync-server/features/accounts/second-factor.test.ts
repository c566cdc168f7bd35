import { describe, expect, test } from 'vitest'
import type { FeatureSite } from '../testing/feature-site.ts'
import { authenticator, turnOnSecondFactor } from '../testing/authenticator.ts'
import { featureSite, goodPassword, shownForm } from '../testing/feature-site.ts'
import { members } from '#shared/accounts/schema.ts'
import { secondFactorTimes } from '#shared/accounts/second-factor-mutations.ts'
import { secondFactors, startedSignIns } from '#shared/accounts/second-factor-schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'

const security = '/account?tab=security'
const [minute, proxied] = [60_000, { TRUST_PROXY: '1' }]
const json = { accept: 'application/json' }
type Browser = ReturnType<FeatureSite['browser']>

const withCode = (browser: Browser, code: string, more = {}) => browser.form('accounts.signInWithCode', { from: '/login', code, ...more })

async function signedUp(settings = {}) {
  const site = await featureSite(settings)
  const ada = site.browser()
  await ada.signUp('Ada')
  return { site, ada, userId: (await ada.me()).viewer.userId ?? '' }
}

describe('switching on', () => {
  test('asks for the password, shows the key once, and is nothing before a first code', async () => {
    const { site, ada, userId } = await signedUp()
    expect((await ada.form('accounts.startSecondFactor', { password: 'not that one', from: security })).status).toBe(400)
    const { values } = shownForm(await ada.form('accounts.startSecondFactor', { password: goodPassword, from: security }))
    expect(values['uri']).toContain(`secret=${(values['secret'] ?? '').replaceAll(' ', '')}`)
    expect([values['path'], Number(values['side']) > 20]).toEqual([expect.stringMatching(/^M\d+ \d+h1v1h-1z/u), true])
    expect((await ada.get(security)).text).not.toContain(values['secret'])
    expect((await site.browser().signIn('Ada')).status).toBe(303)
    const app = authenticator(site, values['secret'] ?? '')
    const wrong = await ada.form('accounts.confirmSecondFactor', { code: app.wrongCode(), from: security })
    expect([wrong.status, shownForm(wrong).error, shownForm(wrong).values]).toMatchObject([
      400,
      { field: 'code' },
      { secret: values['secret'] },
    ])
    expect((await site.store.read((read) => read.get(secondFactors, userId)))?.confirmedAt).toBeNull()
    site.clock.now += secondFactorTimes.setUp + 1
    const late = await ada.form('accounts.confirmSecondFactor', { code: app.code(), from: security })
    expect(shownForm(late).error).toMatchObject({ code: 'token-invalid', field: 'setUp' })
  })

  test('signs other browsers out, sends a mail, and keeps recovery codes as hashes', async () => {
    const { site, ada, userId } = await signedUp()
    const phone = site.browser()
    await phone.signIn('Ada')
    const { recoveryCodes } = await turnOnSecondFactor(site, ada)
    expect(recoveryCodes).toHaveLength(10)
    expect([(await ada.me()).name, (await phone.me()).name]).toEqual(['Ada', null])
    const stored = JSON.stringify(await site.store.read((read) => read.get(secondFactors, userId)))
    for (const code of recoveryCodes) expect(stored).not.toContain(code)
    expect((await site.mails()).map((mail) => mail.subject)).toContain('Night Harbour: signing in asks for a code now')
    const again = await ada.form('accounts.startSecondFactor', { password: goodPassword, from: security })
    expect(shownForm(again).error).toMatchObject({ code: 'conflict' })
  })
})

describe('signing in', () => {
  test('the password alone gives no session; the code after it does, and goes where one wanted', async () => {
    const { site, ada } = await signedUp()
    const app = await turnOnSecondFactor(site, ada)
    site.clock.now += minute
    const phone = site.browser()
    const first = await phone.signIn('Ada', goodPassword, { returnTo: '/bookmarks' })
    expect([first.status, shownForm(first).error]).toMatchObject([401, { code: 'sign-in-failed', field: 'code' }])
    expect([(await phone.me()).name, phone.cookies.has('session')]).toEqual([null, false])
    const wrong = await withCode(phone, app.wrongCode())
    expect([wrong.status, shownForm(wrong).error]).toMatchObject([400, { code: 'token-invalid', field: 'code' }])
    expect(wrong.text).not.toContain(app.wrongCode())
    const done = await withCode(phone, app.code(), { returnTo: '/bookmarks' })
    expect([done.status, done.headers['location']]).toEqual([303, '/bookmarks'])
    expect([(await phone.me()).name, phone.cookies.has('sign-in')]).toEqual(['Ada', false])
    const rows = defineQuery({ table: startedSignIns, index: ['expiresAt'], equals: [], order: 'ascending', limit: 9 })
    expect(await site.store.read((read) => read.list(rows))).toEqual([])
  })

  test('a wrong password is answered as ever, whether there is a second factor or not', async () => {
    const { site, ada } = await signedUp()
    await site.browser().signUp('Bob')
    await turnOnSecondFactor(site, ada)
    const answers = await Promise.all(
      ['Ada', 'Bob', 'Nobody'].map((name) => site.browser().form('accounts.signIn', { login: name, password: 'not that one' }, json)),
    )
    expect(new Set(answers.map(({ status, text, headers }) => JSON.stringify([status, text, headers['set-cookie']]))).size).toBe(1)
  })

  test('a code is taken once, in whichever browser, and so are earlier ones', async () => {
    const { site, ada } = await signedUp()
    const app = await turnOnSecondFactor(site, ada)
    const phone = site.browser()
    await phone.signIn('Ada')
    // That of the setting up.
    expect((await withCode(phone, app.code())).status).toBe(400)
    site.clock.now += minute
    const [seen, earlier] = [app.code(), app.code(-1)]
    expect((await withCode(phone, seen)).status).toBe(303)
    const thief = site.browser()
    await thief.signIn('Ada')
    for (const code of [seen, earlier]) expect((await withCode(thief, code)).status).toBe(400)
    expect((await withCode(thief, app.code(1))).status).toBe(303)
  })

  test('of one code sent twice at once one is taken', async () => {
    const { site, ada } = await signedUp()
    const app = await turnOnSecondFactor(site, ada)
    site.clock.now += minute
    const browsers = [site.browser(), site.browser()]
    for (const browser of browsers) await browser.signIn('Ada')
    const answers = await Promise.all(browsers.map((browser) => withCode(browser, app.code())))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400])
  })

  test('a recovery code serves once, in any spelling, and a mail says so', async () => {
    const { site, ada } = await signedUp()
    const { recoveryCodes } = await turnOnSecondFactor(site, ada)
    const [code = ''] = recoveryCodes
    const phone = site.browser()
    await phone.signIn('Ada')
    expect((await withCode(phone, code.toUpperCase().replaceAll('-', ' '))).status).toBe(303)
    expect((await site.mails())[0]).toMatchObject({
      subject: 'Night Harbour: a recovery code was used',
      text: expect.stringContaining('9 of your'),
    })
    const again = site.browser()
    await again.signIn('Ada')
    expect((await withCode(again, code)).status).toBe(400)
  })

  test('without the password before, too late, or with another password since, the code is nothing', async () => {
    const { site, ada } = await signedUp()
    const app = await turnOnSecondFactor(site, ada)
    site.clock.now += minute
    const startOver = { code: 'token-invalid', field: 'signInStep' }
    const stranger = site.browser()
    stranger.cookies.set('sign-in', 'x'.repeat(43))
    for (const browser of [site.browser(), stranger]) expect(shownForm(await withCode(browser, app.code())).error).toMatchObject(startOver)
    const slow = site.browser()
    await slow.signIn('Ada')
    site.clock.now += secondFactorTimes.signIn
    expect(shownForm(await withCode(slow, app.code())).error).toMatchObject(startOver)
    const thief = site.browser()
    await thief.signIn('Ada')
    await ada.form('accounts.changePassword', { password: goodPassword, newPassword: 'nine otters under the pier', from: '/account' })
    expect(shownForm(await withCode(thief, app.code())).error).toMatchObject(startOver)
  })

  test('ten wrong codes make one wait, from any address; the owner’s own browser goes on', async () => {
    const { site, ada } = await signedUp(proxied)
    const app = await turnOnSecondFactor(site, ada)
    site.clock.now += minute
    const thieves = ['10.0.1.1', '10.0.2.1'].map((address) => site.browser(address))
    for (const thief of thieves) {
      await thief.signIn('Ada')
      for (let n = 0; n < 5; n += 1) expect((await withCode(thief, app.wrongCode())).status).toBe(400)
    }
    const third = site.browser('10.0.3.1')
    for (const thief of [third, ...thieves]) {
      await thief.signIn('Ada')
      expect((await withCode(thief, app.code())).status).toBe(429)
    }
    await ada.form('accounts.signOut', {})
    await ada.signIn('Ada')
    expect((await withCode(ada, app.code())).status).toBe(303)
  })

  test('what a visitor came with is done after the code', async () => {
    const { site, ada, userId } = await signedUp()
    const app = await turnOnSecondFactor(site, ada)
    site.clock.now += minute
    const carried = { continueMutation: 'accounts.updateProfile', continueValues: JSON.stringify({ bio: 'Kept words.', from: '/account' }) }
    const phone = site.browser()
    const asked = shownForm(await phone.signIn('Ada', goodPassword, carried))
    expect(asked.continueWith).toMatchObject({ mutation: 'accounts.updateProfile', values: { bio: 'Kept words.' } })
    await withCode(phone, app.code(), carried)
    const member = await site.store.read((read) => read.get(members, userId))
    expect([(await phone.me()).name, member?.bio]).toEqual(['Ada', 'Kept words.'])
  })
})

describe('switching off', () => {
  test('takes the password and a code, and a mail says so', async () => {
    const { site, ada } = await signedUp()
    const app = await turnOnSecondFactor(site, ada)
    site.clock.now += minute
    const end = (password: string, code: string) => ada.form('accounts.endSecondFactor', { password, code, from: security })
    expect([(await end('not that one', app.code())).status, (await end(goodPassword, app.wrongCode())).status]).toEqual([400, 400])
    expect((await end(goodPassword, app.code())).headers['location']).toBe(`${security}&notice=second-factor-off`)
    expect((await site.mails())[0]?.subject).toBe('Night Harbour: signing in asks for no code any more')
    expect((await site.browser().signIn('Ada')).status).toBe(303)
  })

  test('the operator does it for who has lost everything', async () => {
    const { site, ada, userId } = await signedUp()
    await turnOnSecondFactor(site, ada)
    expect((await site.browser().signIn('Ada')).status).toBe(401)
    await site.writer.apply({ name: 'accounts.removeSecondFactor', args: { userId }, userId: null, source: 'server' })
    expect((await site.browser().signIn('Ada')).status).toBe(303)
  })

  test('new recovery codes take the place of the old ones', async () => {
    const { site, ada } = await signedUp()
    const app = await turnOnSecondFactor(site, ada)
    site.clock.now += minute
    const answer = await ada.form('accounts.replaceRecoveryCodes', { password: goodPassword, code: app.code(), from: security })
    const [fresh = ''] = (shownForm(answer).values['recoveryCodes'] ?? '').split(' ')
    const phone = site.browser()
    await phone.signIn('Ada')
    expect((await withCode(phone, app.recoveryCodes[0] ?? '')).status).toBe(400)
    expect((await withCode(phone, fresh)).status).toBe(303)
  })
})

describe('where the staff need one', () => {
  test('an administrator without it acts as any member and is led to it; with it they are one again', async () => {
    const { site, ada } = await signedUp({ STAFF_SECOND_FACTOR: 'required' })
    expect((await ada.me()).viewer.isAdmin).toBe(false)
    await site.browser().signUp('Bob')
    const end = () => ada.form('accounts.endSessionsOfMember', { userName: 'Bob', from: '/admin' })
    expect((await end()).status).toBe(403)
    expect((await ada.signIn('Ada')).headers['location']).toBe(`${security}&notice=second-factor-needed`)
    await turnOnSecondFactor(site, ada)
    expect([(await ada.me()).viewer.isAdmin, (await end()).status]).toEqual([true, 303])
  })

  test('elsewhere nothing is asked', async () => {
    const { ada } = await signedUp()
    expect((await ada.me()).viewer.isAdmin).toBe(true)
  })
})
