import { members } from '#shared/accounts/schema.ts'
import { describe, expect, test } from 'vitest'
import type { FeatureSite } from '../testing/feature-site.ts'
import { featureSite, goodPassword, secretIn, shownForm } from '../testing/feature-site.ts'
import { isUsableLink } from './mailed-links.ts'
import { emailTokens } from '#shared/accounts/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { hourMs as hour } from '#shared/kernel/durations.ts'
const newPassword = 'a lighthouse made of paper'

async function withAda(settings: Record<string, string> = {}) {
  const site = await featureSite(settings)
  const ada = site.browser()
  await ada.signUp('Ada')
  return { site, ada, userId: (await ada.me()).viewer.userId ?? '' }
}

/** The secret of the newest reset mail; requests it first. */
async function resetSecret(site: FeatureSite, email = 'ada@example.org'): Promise<string> {
  await site.browser().form('accounts.requestReset', { email, from: '/login?mode=reset' })
  return secretIn((await site.mails()).find((mail) => mail.subject.includes('reset your password'))?.text ?? '')
}

describe('a forgotten password', () => {
  test('is set anew by the mailed link, which ends every session and tells the owner', async () => {
    const { site, ada } = await withAda()
    const token = await resetSecret(site)
    const stranger = site.browser()
    const done = await stranger.form('accounts.resetPassword', { token, password: newPassword, from: `/resetPassword/${token}` })
    expect([done.status, done.headers['location']]).toEqual([303, '/login?notice=password-set'])
    expect((await ada.me()).name).toBeNull()
    expect((await stranger.me()).name).toBeNull()
    expect((await site.browser().signIn('Ada', goodPassword)).status).toBe(401)
    expect((await site.browser().signIn('Ada', newPassword)).status).toBe(303)
    expect((await site.mails())[0]?.subject).toBe('Night Harbour: your password was changed')
  })
  test('links serve once, for an hour, and the newest only', async () => {
    const { site } = await withAda()
    const use = async (token: string) =>
      (await site.browser().form('accounts.resetPassword', { token, password: newPassword, from: '/login' })).status
    const first = await resetSecret(site)
    const second = await resetSecret(site)
    expect([await use(first), await use(second), await use(second)]).toEqual([400, 303, 400])
    const third = await resetSecret(site)
    site.clock.now += hour
    expect([await use(third), await use('x'.repeat(43)), await use('')]).toEqual([400, 400, 400])
  })
  test('whether a link can still be used is known when it is opened, and asking uses nothing', async () => {
    const { site } = await withAda()
    const isUsable = (token: string, page: 'resetPassword' | 'emailToken' = 'resetPassword') =>
      site.store.read((read) => isUsableLink(read, page, token, site.clock.now))
    const first = await resetSecret(site)
    const second = await resetSecret(site)
    expect([await isUsable(first), await isUsable(second), await isUsable(second)]).toEqual([false, true, true])
    expect(await isUsable(second, 'emailToken')).toBe(false)
    await site.browser().form('accounts.resetPassword', { token: second, password: newPassword, from: '/login' })
    expect(await isUsable(second)).toBe(false)
    const third = await resetSecret(site)
    site.clock.now += hour
    expect(await Promise.all([third, 'x'.repeat(43), 'x', ''].map((token) => isUsable(token)))).toEqual([false, false, false, false])
  })
  test('a link that confirms an address can be used until it was', async () => {
    const { site } = await withAda()
    const token = secretIn((await site.mails()).find((mail) => mail.subject.includes('onfirm'))?.text ?? '')
    const isUsable = () => site.store.read((read) => isUsableLink(read, 'emailToken', token, site.clock.now))
    expect(await isUsable()).toBe(true)
    await site.browser().form('accounts.useToken', { token })
    expect(await isUsable()).toBe(false)
  })
  test('a password that will not do keeps the link', async () => {
    const { site } = await withAda()
    const token = await resetSecret(site)
    for (const password of ['short', 'Ada ada ada!', 'passwordpassword']) {
      const answer = await site.browser().form('accounts.resetPassword', { token, password, from: '/login' })
      expect(shownForm(answer)).toMatchObject({ error: { code: 'invalid', field: 'password' }, values: {} })
      expect(answer.text).not.toContain(token)
    }
    expect((await site.browser().form('accounts.resetPassword', { token, password: newPassword })).status).toBe(303)
  })
  test('is asked for in the same words for a known and an unknown address, and for none', async () => {
    const { site } = await withAda()
    const answers = []
    for (const email of ['ada@example.org', 'who@example.org', 'not an address', '', 'a@b.co\r\nBcc: c@d.co']) {
      const { status, headers, text } = await site.browser().form('accounts.requestReset', { email, from: '/login?mode=reset' })
      answers.push([status, headers['location'], headers['set-cookie'], text])
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect((await site.mails()).filter((mail) => mail.subject.includes('reset your password'))).toHaveLength(1)
  })
  test('goes out three times an hour to one address, silently no more', async () => {
    const { site } = await withAda()
    for (let n = 0; n < 5; n += 1) await resetSecret(site)
    expect((await site.mails()).filter((mail) => mail.subject.includes('reset your password'))).toHaveLength(3)
  })
  test('a link of a site behind a forged Host names the site as its operator does', async () => {
    const { site } = await withAda()
    const body = 'email=ada%40example.org'
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const headers of [{ host: 'evil.test' }, { 'x-forwarded-host': 'evil.test' }, { forwarded: 'host=evil.test' }]) {
      await site.browser().send('POST', '/api/form/accounts.requestReset', { ...type, ...headers }, body)
    }
    const texts = (await site.mails()).map((mail) => mail.text).join()
    expect(texts).toContain(`${site.origin}/resetPassword/`)
    expect(texts).not.toContain('evil')
  })
})

describe('mailed links', () => {
  test('change nothing when a scanner opens them', async () => {
    const { site, userId } = await withAda()
    const verify = secretIn((await site.mails())[0]?.text ?? '')
    const reset = await resetSecret(site)
    const tokens = () =>
      site.store.read((read) =>
        read.list(defineQuery({ table: emailTokens, index: ['userId', 'kind'], equals: [userId], order: 'ascending', limit: 9 })),
      )
    const before = await tokens()
    for (const path of [`/emailToken/${verify}`, `/resetPassword/${reset}`, '/api/form/accounts.useToken']) {
      for (const method of ['GET', 'HEAD', 'OPTIONS']) await site.browser().send(method, path)
    }
    expect(await tokens()).toEqual(before)
    expect(before.every((token) => token.usedAt === null)).toBe(true)
  })
  test('are stored as hashes only', async () => {
    const { site, userId } = await withAda()
    const secret = secretIn((await site.mails())[0]?.text ?? '')
    const rows = await site.store.read((read) =>
      read.list(defineQuery({ table: emailTokens, index: ['userId', 'kind'], equals: [userId], order: 'ascending', limit: 9 })),
    )
    expect(JSON.stringify(rows)).not.toContain(secret)
  })
  test('from another site’s page are refused, and nothing happens', async () => {
    const { site, ada } = await withAda()
    const token = secretIn((await site.mails())[0]?.text ?? '')
    const cross = [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const headers of cross) expect((await ada.form('accounts.useToken', { token }, headers)).status).toBe(403)
    expect((await ada.form('accounts.useToken', { token }, { origin: site.origin, 'sec-fetch-site': 'same-origin' })).status).toBe(303)
  })
})

describe('one’s own account', () => {
  test('a new password needs the present one, signs the others out, and gives this browser a new secret', async () => {
    const { site, ada } = await withAda()
    const phone = site.browser()
    await phone.signIn('Ada')
    const wrong = await ada.form('accounts.changePassword', { password: 'not the right one', newPassword, from: '/account' })
    expect(shownForm(wrong)).toMatchObject({ error: { code: 'sign-in-failed', field: 'password' }, values: {} })
    const before = ada.cookies.get('session')
    const right = await ada.form('accounts.changePassword', { password: goodPassword, newPassword, from: '/account' })
    expect(right.status).toBe(303)
    expect(ada.cookies.get('session')).not.toBe(before)
    expect([(await ada.me()).name, (await phone.me()).name]).toEqual(['Ada', null])
    expect((await site.browser().signIn('Ada', newPassword)).status).toBe(303)
  })
  test('the present password is guessed five times, no more', async () => {
    const { ada } = await withAda()
    const tries = []
    for (let n = 0; n < 6; n += 1)
      tries.push((await ada.form('accounts.changePassword', { password: `guess number ${n}`, newPassword, from: '/account' })).status)
    expect(tries).toEqual([400, 400, 400, 400, 400, 429])
  })
  test('pinned posts are ordered by a plain form, and interests are typed with commas', async () => {
    const { site, ada } = await withAda()
    const userId = (await ada.me()).viewer.userId ?? ''
    const own = () => site.store.read((read) => read.get(members, userId))
    const [first, second] = ['0'.repeat(25) + '1', '0'.repeat(25) + '2']
    await site.store.write(async ({ tx }) => {
      const member = await tx.get(members, userId)
      if (member !== undefined) await tx.put(members, { ...member, pinnedPostIds: [first, second] })
    })
    const from = '/account?tab=profile'
    const moved = await ada.form('accounts.movePinnedPost', { postId: second, beforeId: first, from })
    expect([moved.status, moved.headers['location'], (await own())?.pinnedPostIds]).toEqual([303, from, [second, first]])
    await ada.form('accounts.movePinnedPost', { postId: second, beforeId: '', from })
    expect((await own())?.pinnedPostIds).toEqual([first, second])
    expect((await ada.form('accounts.movePinnedPost', { postId: 'x', beforeId: '', from })).status).toBe(404)
    await ada.form('accounts.updateProfile', { interests: 'Tides, night shifts,, Tides', from })
    expect((await own())?.interests).toEqual(['Tides', 'night shifts'])
  })

  test('the profile is changed by its fields and by nothing else', async () => {
    const { site, ada } = await withAda()
    const done = await ada.form('accounts.updateProfile', {
      displayName: 'Ada Byron',
      bio: 'Counts.',
      links: 'https://ada.example/\r\n\r\n https://tides.example',
      from: '/account?tab=profile',
    })
    expect([done.status, done.headers['location'], (await ada.me()).name]).toEqual([303, '/account?tab=profile', 'Ada Byron'])
    const { viewer } = await ada.me()
    expect((await site.store.read((read) => read.get(members, viewer.userId ?? '')))?.links).toEqual([
      'https://ada.example/',
      'https://tides.example',
    ])
    for (const field of ['isAdmin', 'role', 'groups', 'karma', 'userId', 'slug', '__proto__', 'constructor']) {
      const answer = await ada.form('accounts.updateProfile', { displayName: 'Ada Byron', [field]: 'true', from: '/account' })
      expect([answer.status, shownForm(answer).error?.['field']]).toEqual([400, field])
    }
    expect((await ada.form('accounts.updateProfile', { displayName: 'Night Harbour', from: '/account' })).status).toBe(409)
    expect((await site.browser().form('accounts.updateProfile', { bio: 'x', from: '/account' })).status).toBe(401)
  })
})
