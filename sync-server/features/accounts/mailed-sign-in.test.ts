import { describe, expect, test } from 'vitest'
import type { Browser, FeatureSite } from '../testing/feature-site.ts'
import { turnOnSecondFactor } from '../testing/authenticator.ts'
import { featureSite, goodPassword, secretIn, shownForm } from '../testing/feature-site.ts'
import { passkeyDevice } from '../testing/passkey-device.ts'
import { mailedSignInMs, mailedSignInsTo } from '#shared/accounts/mailed-sign-in-mutations.ts'
import { passkeysOf } from '#shared/accounts/passkey-mutations.ts'
import { credentials, members } from '#shared/accounts/schema.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { notificationId, notifications } from '#shared/notifications/schema.ts'

const json = { accept: 'application/json' }
const subject = 'your code to sign in'

const ask = (browser: Browser, email = 'ada@example.org', more = {}, headers = {}) =>
  browser.form('accounts.requestSignInMail', { email, returnTo: '/bookmarks', from: '/login', ...more }, headers)
const type = (browser: Browser, mailedCode: string, more = {}) =>
  browser.form('accounts.signInWithMailedCode', { mailedCode, email: 'ada@example.org', returnTo: '/bookmarks', from: '/login', ...more })
const press = (browser: Browser, token: string, more = {}) =>
  browser.form('accounts.signInWithMailedLink', { token, from: '/login', ...more })
const nameOf = async (browser: Browser) => (await browser.me()).name

async function newest(site: FeatureSite, to = 'ada@example.org') {
  const text = (await site.mails()).find((mail) => mail.to === to && mail.subject.includes(subject))?.text ?? ''
  return { text, code: /^(\d{8})$/mu.exec(text)?.[1] ?? '', link: secretIn(text) }
}

async function scene({ isConfirmed = true } = {}) {
  const site = await featureSite({ TRUST_PROXY: '1' })
  const ada = site.browser()
  await ada.signUp('Ada')
  const userId = (await ada.me()).viewer.userId ?? ''
  const confirm = async () => ada.form('accounts.useToken', { token: secretIn((await site.mails()).at(-1)?.text ?? '') })
  if (isConfirmed) await confirm()
  const credential = () => site.store.read((read) => read.get(credentials, userId))
  const asked = () => site.store.read((read) => read.list(mailedSignInsTo('ada@example.org')))
  return { site, ada, userId, credential, asked, confirm }
}

describe('a code by mail', () => {
  test('signs in on the page that asked, once, and goes where one wanted', async () => {
    const { site, asked } = await scene()
    const phone = site.browser()
    const shown = await ask(phone)
    expect([shown.status, shownForm(shown)]).toMatchObject([
      200,
      { mutation: 'accounts.requestSignInMail', error: null, values: { email: 'ada@example.org' } },
    ])
    const { code } = await newest(site)
    const done = await type(phone, ` ${code.slice(0, 4)} ${code.slice(4)} `)
    expect([done.status, done.headers['location'], await nameOf(phone)]).toEqual([303, '/bookmarks', 'Ada'])
    expect([phone.cookies.has('mailed-sign-in'), await asked()]).toEqual([false, []])
    await phone.form('accounts.signOut', {})
    const again = await type(phone, code)
    expect([again.status, shownForm(again).error]).toMatchObject([400, { code: 'token-invalid', field: 'mailedCode' }])
  })

  test('is of no use in another browser, for another address, or as another link', async () => {
    const { site } = await scene()
    await site.browser().signUp('Bob')
    const [phone, thief] = [site.browser(), site.browser()]
    await ask(phone)
    await ask(thief, 'bob@example.org')
    const { code, link } = await newest(site)
    for (const browser of [thief, site.browser()]) expect((await type(browser, code)).status).toBe(400)
    expect((await type(phone, (await newest(site, 'bob@example.org')).code)).status).toBe(400)
    await site.browser().form('accounts.requestReset', { email: 'ada@example.org', from: '/login' })
    const reset = secretIn((await site.mails()).find((mail) => mail.subject.includes('reset your password'))?.text ?? '')
    expect([(await press(phone, reset)).status, (await type(phone, reset)).status]).toEqual([400, 400])
    const crossed = { token: link, password: 'a lighthouse made of paper' }
    expect((await phone.form('accounts.resetPassword', crossed)).status).toBe(400)
    expect((await phone.form('accounts.useToken', { token: link })).status).toBe(400)
    expect((await type(phone, code)).status).toBe(303)
  })

  test('ends after ten minutes, and a newer one takes its place', async () => {
    const { site } = await scene()
    const [phone, laptop] = [site.browser(), site.browser()]
    await ask(phone)
    const first = await newest(site)
    await ask(laptop)
    const second = await newest(site)
    expect([(await type(phone, first.code)).status, (await press(phone, first.link)).status]).toEqual([400, 400])
    expect((await type(laptop, second.code)).status).toBe(303)
    await ask(phone)
    const late = await newest(site)
    site.clock.now += mailedSignInMs
    expect([(await type(phone, late.code)).status, (await press(phone, late.link)).status]).toEqual([400, 400])
  })

  test('is guessed five times at most, also by fifty at once', async () => {
    const { site, asked } = await scene()
    const phone = site.browser()
    await ask(phone)
    const { code } = await newest(site)
    const wrong = (n: number) => String((Number(code) + 1 + n) % 10 ** 8).padStart(8, '0')
    const tries = await Promise.all(Array.from({ length: 50 }, (_, n) => type(phone, wrong(n))))
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([400, 429]))
    expect(await asked()).toMatchObject([{ tries: 5 }])
    site.clock.now += mailedSignInMs - 1
    expect((await type(phone, code)).status).not.toBe(303)
    expect(await nameOf(phone)).toBeNull()
  })

  test('sent five times at once signs in once', async () => {
    const { site } = await scene()
    const phone = site.browser()
    await ask(phone)
    const { code, link } = await newest(site)
    const all = await Promise.all([...[1, 2, 3].map(() => type(phone, code)), ...[1, 2].map(() => press(phone, link))])
    expect(all.filter(({ status }) => status === 303)).toHaveLength(1)
  })

  test('neither it nor the browser’s secret is in the store', async () => {
    const { site, asked } = await scene()
    const phone = site.browser()
    await ask(phone)
    const { code, link } = await newest(site)
    const stored = JSON.stringify(await asked())
    for (const secret of [code, link, phone.cookies.get('mailed-sign-in') ?? '']) {
      expect(secret.length).toBeGreaterThan(7)
      expect(stored).not.toContain(secret)
    }
  })

  test('is asked for, and refused, in the same words for a known and an unknown address', async () => {
    const { site } = await scene()
    const shapes = []
    for (const email of ['ada@example.org', 'who@example.org']) {
      const browser = site.browser()
      const asked = await ask(browser, email, {}, json)
      const wrong = await type(browser, '12345678', { email })
      shapes.push(
        [asked, wrong].map(({ status, text, headers }) => [
          status,
          text.replaceAll(email, 'EMAIL'),
          String(headers['set-cookie']).replaceAll(/=[\w-]{43}/gu, '=SECRET'),
        ]),
      )
    }
    expect(shapes[0]).toEqual(shapes[1])
    expect((await site.mails()).filter((mail) => mail.subject.includes(subject))).toHaveLength(1)
  })

  test('goes out five times an hour to one mailbox, in any spelling, and then says to wait', async () => {
    const { site } = await scene()
    for (const known of ['ada', 'who']) {
      const spellings = ['', '', '', '+x', '+y', '+z'].map((tag) => `${known}${tag}@example.org`)
      const statuses = []
      for (const email of spellings) statuses.push((await ask(site.browser(`10.0.${statuses.length}.1`), email)).status)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    }
  })

  test('is asked for twenty times an hour from one network', async () => {
    const { site } = await scene()
    const statuses = []
    for (let n = 0; n < 21; n += 1) statuses.push((await ask(site.browser('10.9.9.9'), `who${n}@example.org`)).status)
    expect(statuses.slice(-2)).toEqual([200, 429])
  })

  test('to no address is refused before anything is counted', async () => {
    const { site } = await scene()
    for (const email of ['', 'ada', 'a@b.co\r\nBcc: c@d.co'])
      expect(shownForm(await ask(site.browser(), email)).error).toMatchObject({ code: 'invalid', field: 'email' })
  })

  test('does what a visitor came with, after it', async () => {
    const { site, userId } = await scene()
    const phone = site.browser()
    const carried = { continueMutation: 'accounts.updateProfile', continueValues: JSON.stringify({ bio: 'Kept words.', from: '/account' }) }
    expect(shownForm(await ask(phone, 'ada@example.org', carried)).continueWith).toMatchObject({ values: { bio: 'Kept words.' } })
    await type(phone, (await newest(site)).code, carried)
    expect((await site.store.read((read) => read.get(members, userId)))?.bio).toBe('Kept words.')
  })

  test('asks for the second factor afterwards, and leads a suspended account to its notice', async () => {
    const { site, ada, userId } = await scene()
    const app = await turnOnSecondFactor(site, ada)
    site.clock.now += 60_000
    const phone = site.browser()
    await ask(phone)
    const first = await type(phone, (await newest(site)).code)
    expect([first.status, shownForm(first).error, await nameOf(phone)]).toMatchObject([401, { field: 'code' }, null])
    expect((await phone.form('accounts.signInWithCode', { code: app.code(), from: '/login' })).status).toBe(303)
    await site.store.write(async ({ tx }) => {
      const member = await tx.get(members, userId)
      if (member !== undefined) await tx.put(members, { ...member, bannedUntil: site.clock.now + dayMs })
    })
    const laptop = site.browser()
    await ask(laptop)
    await type(laptop, (await newest(site)).code)
    site.clock.now += 60_000
    const banned = await laptop.form('accounts.signInWithCode', { code: app.code(), from: '/login' })
    expect([banned.headers['location'], await nameOf(laptop)]).toEqual(['/banNotice?user=ada', null])
  })
})

describe('the link in the mail', () => {
  test('changes nothing when it is opened, and signs in once by its button', async () => {
    const { site, asked } = await scene()
    const phone = site.browser()
    await ask(phone)
    const { link } = await newest(site)
    const before = await asked()
    for (const method of ['GET', 'HEAD']) await phone.send(method, `/emailToken/${link}?for=sign-in`)
    expect(await asked()).toEqual(before)
    const done = await press(phone, link)
    expect([done.status, done.headers['location'], await nameOf(phone)]).toEqual([303, '/bookmarks', 'Ada'])
    expect((await press(phone, link)).status).toBe(400)
  })

  test('signs in in another browser only after that was said', async () => {
    const { site } = await scene()
    await ask(site.browser())
    const { link } = await newest(site)
    const other = site.browser()
    const said = await press(other, link)
    expect([said.status, shownForm(said).error, await nameOf(other)]).toMatchObject([
      409,
      { code: 'conflict', field: 'otherBrowser' },
      null,
    ])
    const done = await press(other, link, { isElsewhere: 'yes' })
    expect([done.status, done.headers['location'], await nameOf(other)]).toEqual([303, '/', 'Ada'])
  })
})

describe('an address that nobody has proved', () => {
  test('is proved by the code; the browser that signed up keeps its password and sessions', async () => {
    const { site, ada, userId, credential } = await scene({ isConfirmed: false })
    const phone = site.browser()
    await phone.signIn('Ada')
    await ada.form('accounts.signOut', {})
    await ask(ada)
    const done = await type(ada, (await newest(site)).code)
    expect(done.headers['location']).toBe('/bookmarks')
    expect(await credential()).toMatchObject({ emailKey: 'ada@example.org', emailVerifiedAt: site.clock.now })
    expect([await nameOf(phone), (await site.browser().signIn('ada@example.org')).status]).toEqual(['Ada', 303])
    const unconfirmed = notificationId(userId, `unconfirmed:${userId}`)
    expect(await site.store.read((read) => read.get(notifications, unconfirmed))).toBeUndefined()
  })

  test('takes the account from who had made it with somebody else’s address', async () => {
    const { site, ada: thief, userId, credential } = await scene({ isConfirmed: false })
    const device = passkeyDevice(site.origin)
    const security = '/account?tab=security'
    const { options = '' } = shownForm(await thief.form('accounts.startPasskey', { password: goodPassword, from: security })).values
    await thief.form('accounts.addPasskey', { answer: device.register(options), from: security })
    const owner = site.browser()
    await ask(owner)
    const done = await type(owner, (await newest(site)).code)
    expect(done.headers['location']).toBe(`${security}&notice=signed-in-by-mail-first`)
    expect([await nameOf(owner), await nameOf(thief)]).toEqual(['Ada', null])
    expect(await site.store.read((read) => read.list(passkeysOf(userId)))).toEqual([])
    expect((await credential())?.emailVerifiedAt).toBe(site.clock.now)
    expect((await site.browser().signIn('Ada')).status).toBe(401)
    await ask(owner)
    expect((await type(owner, (await newest(site)).code)).status).toBe(303)
  })

  test('with a second factor is proved only once that was there', async () => {
    const { site, ada, credential } = await scene({ isConfirmed: false })
    const app = await turnOnSecondFactor(site, ada)
    site.clock.now += 60_000
    const phone = site.browser()
    await ask(phone)
    await type(phone, (await newest(site)).code)
    expect((await credential())?.emailVerifiedAt).toBeNull()
    await phone.form('accounts.signInWithCode', { code: app.code(), from: '/login' })
    expect([(await credential())?.emailVerifiedAt, await nameOf(phone)]).toEqual([site.clock.now, 'Ada'])
    expect((await site.browser().signIn('Ada')).status).toBe(401)
    expect(await nameOf(ada)).toBe('Ada')
  })

  test('of two claims signs in to the one this browser knows; once one is proved, to that alone', async () => {
    const { site, ada, confirm } = await scene({ isConfirmed: false })
    site.clock.now += 1_000
    await site.browser().signUp('Eve', { email: 'ada@example.org' })
    await ask(ada)
    expect((await newest(site)).text).toContain('"Ada"')
    const stranger = site.browser()
    await ask(stranger)
    expect((await newest(site)).text).toContain('"Eve"')
    await confirm()
    await type(stranger, (await newest(site)).code)
    expect(await nameOf(stranger)).toBe('Ada')
  })
})
