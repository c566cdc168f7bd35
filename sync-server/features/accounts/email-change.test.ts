import { describe, expect, test } from 'vitest'
import type { Browser, FeatureSite } from '../testing/feature-site.ts'
import { featureSite, goodPassword, secretIn, shownForm } from '../testing/feature-site.ts'
import { isUsableLink } from './mailed-links.ts'
import { credentials, emailTokens } from '#shared/accounts/schema.ts'
import { dayMs, hourMs } from '#shared/kernel/durations.ts'
import { auditEntriesAbout } from '#shared/moderation/measure-queries.ts'

const newPassword = 'a lighthouse made of paper'

/** Ada, whose address is confirmed. */
async function scene() {
  const site = await featureSite()
  const ada = site.browser()
  await ada.signUp('Ada')
  await ada.form('accounts.useToken', { token: secretIn((await mailTo(site, 'ada@example.org', 'confirm'))?.text ?? '') })
  const userId = (await ada.me()).viewer.userId ?? ''
  const credential = () => site.store.read((read) => read.get(credentials, userId))
  return { site, ada, userId, credential, address: async () => (await credential())?.email }
}

const mailTo = async (site: FeatureSite, to: string, subject: string) =>
  (await site.mails()).find((mail) => mail.to === to && mail.subject.includes(subject))
const ask = (who: Browser, newEmail: string, password = goodPassword) =>
  who.form('accounts.changeEmail', { newEmail, password, from: '/account' })
const linkTo = async (site: FeatureSite, to: string, subject = 'confirm your new') =>
  secretIn((await mailTo(site, to, subject))?.text ?? '')

describe('another address', () => {
  test('takes the place of the old one by the button behind a link mailed to it', async () => {
    const { site, ada, address, credential } = await scene()
    expect((await ask(ada, 'Ada@New.example')).headers['location']).toBe('/account?notice=email-change-sent')
    expect(await address()).toBe('ada@example.org')
    expect((await mailTo(site, 'ada@example.org', 'a change of your email'))?.text).toContain('stays until the new one is confirmed')
    const token = await linkTo(site, 'Ada@New.example')
    await site.browser().get(`/emailToken/${token}`)
    expect(await address()).toBe('ada@example.org')
    // On the phone that has the mail, where nobody is signed in.
    const done = await site.browser().form('accounts.useToken', { token })
    expect([done.status, done.headers['location']]).toEqual([303, '/login?notice=email-changed'])
    expect(await credential()).toMatchObject({ email: 'Ada@New.example', emailVerifiedAt: site.clock.now })
    expect((await site.browser().signIn('ada@new.example')).status).toBe(303)
    expect((await site.browser().signIn('ada@example.org')).status).toBe(401)
    expect((await site.browser().form('accounts.useToken', { token })).status).toBe(400)
  })

  test('asks for the password', async () => {
    const { site, ada } = await scene()
    const answer = await ask(ada, 'ada@new.example', 'something else entirely')
    expect(shownForm(answer)).toMatchObject({
      error: { code: 'sign-in-failed', field: 'password' },
      values: { newEmail: 'ada@new.example' },
    })
    expect((await site.mails()).map(({ to }) => to)).not.toContain('ada@new.example')
    expect((await ask(site.browser(), 'ada@new.example')).status).not.toBe(303)
  })

  test('tells nobody whether it is somebody’s; whose it is hears of it', async () => {
    const { site, ada, address } = await scene()
    const ben = site.browser()
    await ben.signUp('Ben')
    await ben.form('accounts.useToken', { token: await linkTo(site, 'ben@example.org', 'confirm') })
    const [free, taken] = [await ask(ada, 'free@example.org'), await ask(ada, 'ben@example.org')]
    const told = ({ status, headers, text }: typeof free) => [status, headers['location'], headers['set-cookie'], text]
    expect(told(taken)).toEqual(told(free))
    const mail = await mailTo(site, 'ben@example.org', 'stays with your account')
    expect([mail?.text.includes('your account "Ben"'), secretIn(mail?.text ?? '')]).toEqual([true, ''])
    expect(await address()).toBe('ada@example.org')
  })

  test('that somebody else proves meanwhile stays theirs', async () => {
    const { site, ada, address } = await scene()
    await ask(ada, 'ben@example.org')
    const token = await linkTo(site, 'ben@example.org')
    const ben = site.browser()
    await ben.signUp('Ben')
    await ben.form('accounts.useToken', { token: await linkTo(site, 'ben@example.org', 'confirm your email') })
    expect((await ada.form('accounts.useToken', { token })).status).toBe(400)
    expect(await site.store.read((read) => isUsableLink(read, 'emailToken', token, site.clock.now))).toBe(false)
    expect(await address()).toBe('ada@example.org')
  })

  test('is the last one asked for, for a day, and none once it was canceled or the password changed', async () => {
    const { site, ada, address } = await scene()
    const use = async (token: string) => (await site.browser().form('accounts.useToken', { token })).status
    await ask(ada, 'one@example.org')
    await ask(ada, 'two@example.org')
    expect(await use(await linkTo(site, 'one@example.org'))).toBe(400)
    site.clock.now += dayMs
    expect(await use(await linkTo(site, 'two@example.org'))).toBe(400)
    await ask(ada, 'three@example.org')
    expect((await ada.form('accounts.cancelEmailChange', { from: '/account' })).status).toBe(303)
    expect(await use(await linkTo(site, 'three@example.org'))).toBe(400)
    await ask(ada, 'four@example.org')
    expect((await ada.form('accounts.changePassword', { password: goodPassword, newPassword, from: '/account' })).status).toBe(303)
    expect(await use(await linkTo(site, 'four@example.org'))).toBe(400)
    expect(await address()).toBe('ada@example.org')
  })

  test('can be asked for five times a day', async () => {
    const { site, ada } = await scene()
    for (let n = 0; n < 5; n += 1) expect((await ask(ada, `a${n}@example.org`)).status).toBe(303)
    expect(shownForm(await ask(ada, 'a5@example.org')).error).toMatchObject({ code: 'rate-limited' })
    site.clock.now += dayMs
    expect((await ask(ada, 'a5@example.org')).status).toBe(303)
  })

  test.each(['Ada@Example.org', 'not an address', '', 'a@b.co\r\nBcc: c@d.co'])('%j is refused', async (newEmail) => {
    const { ada } = await scene()
    expect(shownForm(await ask(ada, newEmail)).error).toMatchObject({ field: 'newEmail' })
  })
})

describe('the old address', () => {
  async function stolen() {
    const all = await scene()
    const { site, ada } = all
    await ask(ada, 'thief@example.org')
    await site.browser().form('accounts.useToken', { token: await linkTo(site, 'thief@example.org') })
    return { ...all, back: await linkTo(site, 'ada@example.org', 'was changed') }
  }

  test('takes the account back for a week: every session ends, and a new password is asked for', async () => {
    const { site, ada, address, back } = await stolen()
    site.clock.now += 7 * dayMs - hourMs
    const owner = site.browser()
    const done = await owner.form('accounts.useToken', { token: back })
    expect(await address()).toBe('ada@example.org')
    expect((await ada.me()).name).toBeNull()
    const [, reset = ''] = /^\/resetPassword\/([\w-]{43})$/u.exec(done.headers['location'] ?? '') ?? []
    expect((await owner.form('accounts.resetPassword', { token: reset, password: newPassword })).status).toBe(303)
    expect((await site.browser().signIn('Ada', goodPassword)).status).toBe(401)
    expect((await site.browser().signIn('Ada', newPassword)).status).toBe(303)
  })

  test('takes it back from a third one, too, and what waited for that is void', async () => {
    const { site, ada, address, back } = await stolen()
    await ask(ada, 'third@example.org')
    await site.browser().form('accounts.useToken', { token: await linkTo(site, 'third@example.org') })
    await ask(ada, 'fourth@example.org')
    await site.browser().form('accounts.useToken', { token: back })
    expect(await address()).toBe('ada@example.org')
    for (const token of [await linkTo(site, 'thief@example.org', 'was changed'), await linkTo(site, 'fourth@example.org')])
      expect((await site.browser().form('accounts.useToken', { token })).status).toBe(400)
    expect(await address()).toBe('ada@example.org')
  })

  test('has no way back after a week', async () => {
    const { site, address, back } = await stolen()
    site.clock.now += 7 * dayMs
    expect((await site.browser().form('accounts.useToken', { token: back })).status).toBe(400)
    expect(await address()).toBe('thief@example.org')
  })

  test('has none and hears nothing where it was never confirmed: it may be a stranger’s', async () => {
    const site = await featureSite()
    const ada = site.browser()
    await ada.signUp('Ada')
    await ask(ada, 'ada@new.example')
    const token = await linkTo(site, 'ada@new.example')
    await ada.form('accounts.useToken', { token })
    expect((await site.mails()).filter(({ to, subject }) => to === 'ada@example.org' && subject.includes('change'))).toEqual([])
    const row = await site.store.read(async (read) => read.get(emailTokens, (await import('./tokens.ts')).hashOf(token)))
    expect(row?.usedAt).toBe(site.clock.now)
  })
})

describe('for a member who has lost theirs', () => {
  async function withStaff() {
    const { site, ada: marit, userId: adminId } = await scene()
    const [mo, ben] = [site.browser(), site.browser()]
    await mo.signUp('Mo')
    await ben.signUp('Ben')
    await ben.form('accounts.useToken', { token: secretIn((await mailTo(site, 'ben@example.org', 'confirm'))?.text ?? '') })
    const [moId, benId] = [(await mo.me()).viewer.userId ?? '', (await ben.me()).viewer.userId ?? '']
    const roles = { userId: moId, isAdmin: false, groups: ['moderators'] }
    await site.writer.apply({ name: 'accounts.setRoles', args: roles, userId: adminId, source: 'server' })
    const askFor = (who: Browser, userId: string, newEmail = 'ben@new.example') =>
      who.form('accounts.changeEmailOf', { userId, newEmail, from: '/users/ben/edit' })
    return { site, marit, adminId, mo, moId, ben, benId, askFor }
  }

  test('an administrator asks for another, which is theirs by the link; the old one is notified', async () => {
    const { site, marit, benId, askFor } = await withStaff()
    expect((await askFor(marit, benId)).headers['location']).toBe('/users/ben/edit?notice=address-asked')
    expect((await mailTo(site, 'ben@example.org', 'a change of your email'))?.text).toContain('An administrator of this site asked')
    const address = () => site.store.read(async (read) => (await read.get(credentials, benId))?.email)
    expect(await address()).toBe('ben@example.org')
    await site.browser().form('accounts.useToken', { token: await linkTo(site, 'ben@new.example') })
    expect(await address()).toBe('ben@new.example')
    const [entry] = await site.store.read((read) => read.list(auditEntriesAbout(benId, 5)))
    expect([entry?.act, JSON.stringify(entry).includes('new.example')]).toEqual(['accounts.requestEmailChangeOf', false])
  })

  test('nobody else does, nor an administrator for another', async () => {
    const { site, marit, adminId, mo, moId, ben, benId, askFor } = await withStaff()
    expect((await askFor(mo, benId)).status).toBe(403)
    expect((await askFor(ben, benId)).status).toBe(403)
    expect((await askFor(marit, adminId)).status).toBe(403)
    expect((await askFor(site.browser(), benId)).status).not.toBe(303)
    expect((await askFor(marit, moId, 'nonsense')).status).toBe(400)
    expect((await site.mails()).map(({ to }) => to)).not.toContain('ben@new.example')
  })
})
