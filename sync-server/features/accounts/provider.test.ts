import { describe, expect, test } from 'vitest'
import type { Browser } from '../testing/feature-site.ts'
import type { ProviderPerson } from '../testing/openid-provider.ts'
import { turnOnSecondFactor } from '../testing/authenticator.ts'
import { featureSite, goodPassword, secretIn, shownForm } from '../testing/feature-site.ts'
import { openIdProvider, providerClientId, providerSecret } from '../testing/openid-provider.ts'
import { identitiesOf, providerTimes } from '#shared/accounts/provider-mutations.ts'
import { providerSignIns } from '#shared/accounts/provider-schema.ts'
import { onboardings } from '#shared/accounts/onboarding-schema.ts'
import { credentials, members } from '#shared/accounts/schema.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { providerPaths } from '#shared/links/provider-paths.ts'

const security = '/account?tab=security'
const known: Readonly<Record<string, ProviderPerson>> = {
  ada: { email: 'ada@example.org', email_verified: true, name: 'Ada' },
  liar: { email: 'ada@example.org', email_verified: false },
  bob: { email: 'bob@example.org', email_verified: true },
  shy: {},
}
const path = (address: string): string => `${new URL(address).pathname}${new URL(address).search}`

async function scene() {
  const provider = await openIdProvider(known)
  const site = await featureSite({
    ...{ OPENID_NAME: 'Harbour ID', OPENID_ISSUER: provider.issuer },
    ...{ OPENID_CLIENT_ID: providerClientId, OPENID_CLIENT_SECRET: providerSecret },
  })
  provider.serve(`${site.origin}${providerPaths.callback}`)

  /** From the button to the provider: where the page of ours leads. */
  async function depart(browser: Browser, form = 'accounts.startProviderSignIn', fields = {}): Promise<string> {
    const begun = await browser.form(form, { from: '/login', ...fields })
    expect([begun.status, begun.headers['location']]).toEqual([303, providerPaths.start])
    const page = await browser.get(providerPaths.start)
    return (/<a href="(http[^"]+)">Continue/u.exec(page.text)?.[1] ?? '').replaceAll('&amp;', '&')
  }
  const goThere = async (browser: Browser, sub: string, fields = {}) =>
    provider.signIn(await depart(browser, 'accounts.startProviderSignIn', fields), sub)
  const back = async (browser: Browser, address: string) => (await browser.get(path(address))).headers['location']
  const finish = (browser: Browser) => browser.form('accounts.signInByProvider', { from: '/login?mode=provider' })
  const signUp = (browser: Browser, userName: string, more = {}) =>
    browser.form('accounts.signUpByProvider', { userName, from: '/login?mode=provider&step=signUp', ...more })
  /** A member with a password links who `sub` is there. */
  async function link(browser: Browser, sub: string) {
    const address = await depart(browser, 'accounts.linkProvider', { password: goodPassword, from: security })
    return back(browser, await provider.signIn(address, sub))
  }
  const newcomer = async (sub: string, userName: string) => {
    const browser = site.browser()
    await back(browser, await goThere(browser, sub))
    await signUp(browser, userName)
    return browser
  }
  const linkedOf = async (browser: Browser) => {
    const { userId = '' } = (await browser.me()).viewer
    return site.store.read((read) => read.list(identitiesOf(userId)))
  }
  return { provider, site, depart, goThere, back, finish, signUp, link, newcomer, linkedOf }
}

describe('somebody who is new here', () => {
  test('chooses a user name, and signs in by it from then on; the address is a claim until it is proved', async () => {
    const { site, goThere, back, finish, signUp, linkedOf } = await scene()
    const bob = site.browser()
    expect(await back(bob, await goThere(bob, 'bob', { returnTo: '/bookmarks' }))).toBe('/login?mode=provider&step=signUp')
    expect((await bob.me()).name).toBeNull()
    expect(shownForm(await signUp(bob, 'x@y')).error).toMatchObject({ code: 'invalid', field: 'userName' })
    expect((await signUp(bob, 'Bob')).headers['location']).toBe('/welcome?returnTo=%2Fbookmarks')
    const { name, viewer } = await bob.me()
    expect([name, await linkedOf(bob)]).toMatchObject(['Bob', [{ label: 'bob@example.org' }]])
    const credential = await site.store.read((read) => read.get(credentials, viewer.userId ?? ''))
    expect(credential).toMatchObject({ email: 'bob@example.org', emailVerifiedAt: null })
    const steps = await site.store.read((read) => read.get(onboardings, viewer.userId ?? ''))
    expect(steps).toMatchObject({ step: 'profile', termsAcceptedAt: site.clock.now })
    expect((await site.mails())[0]?.subject).toContain('confirm your email address')
    expect((await site.browser().signIn('Bob', credential?.passwordHash ?? '')).status).toBe(401)
    const phone = site.browser()
    expect(await back(phone, await goThere(phone, 'bob', { returnTo: '/drafts' }))).toBe('/login?mode=provider&step=signIn')
    expect((await phone.me()).name).toBeNull()
    const done = await finish(phone)
    expect([done.headers['location'], (await phone.me()).name, phone.cookies.has('provider')]).toEqual(['/drafts', 'Bob', false])
  })

  test('types an address where the provider names none', async () => {
    const { site, goThere, back, signUp } = await scene()
    const shy = site.browser()
    expect(await back(shy, await goThere(shy, 'shy'))).toBe('/login?mode=provider&step=signUpEmail')
    expect(shownForm(await signUp(shy, 'Shy')).error).toMatchObject({ code: 'invalid', field: 'email' })
    expect((await signUp(shy, 'Shy', { email: 'shy@example.org' })).status).toBe(303)
  })

  test('keeps the provider’s answer when the name is taken; of several tries at once one makes an account', async () => {
    const { site, goThere, back, signUp, newcomer } = await scene()
    await newcomer('shy', 'nobody')
    await site.browser().signUp('Ada')
    const bob = site.browser()
    await back(bob, await goThere(bob, 'bob'))
    expect(shownForm(await signUp(bob, 'Ada')).error).toMatchObject({ code: 'taken', field: 'userName' })
    const all = await Promise.all(['Bob', 'Rob', 'Bobby'].map((name) => signUp(bob, name)))
    expect(all.filter(({ status }) => status === 303)).toHaveLength(1)
  })
})

describe('an account here', () => {
  test('is never opened by an address: a proved one is to be signed in to first, and then linked', async () => {
    const { site, goThere, back, finish, link, linkedOf } = await scene()
    const ada = site.browser()
    await ada.signUp('Ada')
    await ada.form('accounts.useToken', { token: secretIn((await site.mails())[0]?.text ?? '') })
    const phone = site.browser()
    expect(await back(phone, await goThere(phone, 'ada'))).toBe('/login?notice=provider-known-address')
    expect([(await finish(phone)).status, (await phone.me()).name]).toEqual([400, null])
    expect(await link(ada, 'ada')).toBe(`${security}&notice=provider-linked`)
    expect(await linkedOf(ada)).toMatchObject([{ label: 'ada@example.org' }])
    expect((await site.mails())[0]?.subject).toBe('Night Harbour: Harbour ID was linked')
    await back(phone, await goThere(phone, 'ada'))
    await finish(phone)
    expect((await phone.me()).name).toBe('Ada')
  })

  test('is not opened by an address that the provider has not seen proved, nor told of', async () => {
    const { site, goThere, back, signUp, finish } = await scene()
    const ada = site.browser()
    await ada.signUp('Ada')
    await ada.form('accounts.useToken', { token: secretIn((await site.mails())[0]?.text ?? '') })
    const liar = site.browser()
    expect(await back(liar, await goThere(liar, 'liar'))).toBe('/login?mode=provider&step=signUp')
    expect((await finish(liar)).status).toBe(400)
    await signUp(liar, 'Eve')
    const { name, viewer } = await liar.me()
    const credential = await site.store.read((read) => read.get(credentials, viewer.userId ?? ''))
    expect([name, credential?.emailVerifiedAt, credential?.emailKey]).toEqual(['Eve', null, `ada@example.org ${viewer.userId ?? ''}`])
  })

  test('is linked only after its password, by the member who asked, and to nobody who is another’s', async () => {
    const { site, provider, depart, back, link, newcomer, linkedOf } = await scene()
    await newcomer('bob', 'Bob')
    const ada = site.browser()
    await ada.signUp('Ada')
    expect((await ada.form('accounts.linkProvider', { password: 'not that one', from: security })).status).toBe(400)
    expect(await link(ada, 'bob')).toBe(`${security}&notice=provider-taken`)
    const address = await depart(ada, 'accounts.linkProvider', { password: goodPassword, from: security })
    const answer = await provider.signIn(address, 'ada')
    await ada.form('accounts.signOut', {})
    expect(await back(ada, answer)).toBe(`${security}&notice=provider-failed`)
    await ada.signIn('Ada')
    expect(await linkedOf(ada)).toEqual([])
  })

  test('is unlinked by its owner, unless nothing else is a way in', async () => {
    const { site, link, linkedOf, newcomer } = await scene()
    const ada = site.browser()
    await ada.signUp('Ada')
    await link(ada, 'ada')
    const [mine] = await linkedOf(ada)
    const bob = await newcomer('bob', 'Bob')
    expect((await bob.form('accounts.unlinkProvider', { id: mine?.id ?? '', from: security })).status).toBe(404)
    const [only] = await linkedOf(bob)
    expect(shownForm(await bob.form('accounts.unlinkProvider', { id: only?.id ?? '', from: security })).error).toMatchObject({
      ...{ code: 'conflict', field: 'onlyWayIn' },
    })
    const done = await ada.form('accounts.unlinkProvider', { id: mine?.id ?? '', from: security })
    expect([done.headers['location'], await linkedOf(ada)]).toEqual([`${security}&notice=provider-unlinked`, []])
  })

  test('with a second factor asks for its code, and a suspended one leads to its notice', async () => {
    const { site, goThere, back, finish, link } = await scene()
    const ada = site.browser()
    await ada.signUp('Ada')
    const userId = (await ada.me()).viewer.userId ?? ''
    await link(ada, 'ada')
    const app = await turnOnSecondFactor(site, ada)
    site.clock.now += 60_000
    const phone = site.browser()
    await back(phone, await goThere(phone, 'ada'))
    const asked = await finish(phone)
    expect([asked.status, shownForm(asked).error, (await phone.me()).name]).toMatchObject([401, { field: 'code' }, null])
    expect((await phone.form('accounts.signInWithCode', { code: app.code(), from: '/login' })).status).toBe(303)
    await site.writer.apply({ name: 'accounts.removeSecondFactor', args: { userId }, userId: null, source: 'server' })
    await site.store.write(async ({ tx }) => {
      const member = await tx.get(members, userId)
      if (member !== undefined) await tx.put(members, { ...member, bannedUntil: site.clock.now + dayMs })
    })
    const laptop = site.browser()
    await back(laptop, await goThere(laptop, 'ada'))
    expect((await finish(laptop)).headers['location']).toBe('/banNotice?user=ada')
  })
})

describe('an answer', () => {
  const failed = '/login?notice=provider-failed'
  type Change = (answer: URL) => void

  test.each<[string, Change]>([
    ['a made-up state', (answer) => answer.searchParams.set('state', 'x'.repeat(43))],
    ['no state', (answer) => answer.searchParams.delete('state')],
    ['a made-up code', (answer) => answer.searchParams.set('code', 'x'.repeat(43))],
    ['another provider’s name in it', (answer) => answer.searchParams.set('iss', 'https://evil.test')],
    ['no name of the provider', (answer) => answer.searchParams.delete('iss')],
  ])('with %s signs nobody in', async (_what, change) => {
    const { site, goThere, back, finish, newcomer } = await scene()
    await newcomer('bob', 'Bob')
    const phone = site.browser()
    const answer = new URL(await goThere(phone, 'bob'))
    change(answer)
    expect(await back(phone, answer.href)).toBe(failed)
    expect([(await finish(phone)).status, (await phone.me()).name]).toEqual([400, null])
  })

  test.each([
    ['nonce', 'n'.repeat(43)],
    // Who has stolen the code has not the verifier that belongs to it.
    ['code_challenge', 'c'.repeat(43)],
  ])('to a question with another %s signs nobody in', async (name, value) => {
    const { site, provider, depart, back, finish, newcomer } = await scene()
    await newcomer('bob', 'Bob')
    const phone = site.browser()
    const asked = new URL(await depart(phone))
    asked.searchParams.set(name, value)
    expect(await back(phone, await provider.signIn(asked.href, 'bob'))).toBe(failed)
    expect([(await finish(phone)).status, (await phone.me()).name]).toEqual([400, null])
  })

  test('for another browser, a second time, or too late signs nobody in', async () => {
    const { site, goThere, back, finish, newcomer } = await scene()
    await newcomer('bob', 'Bob')
    const [phone, thief] = [site.browser(), site.browser()]
    const answer = await goThere(phone, 'bob')
    expect(await back(thief, answer)).toBe(failed)
    await goThere(thief, 'shy')
    expect(await back(thief, answer)).toBe(failed)
    await back(phone, answer)
    expect(await back(phone, answer)).toBe(failed)
    const done = await Promise.all([1, 2, 3].map(() => finish(phone)))
    expect(done.filter(({ status }) => status === 303)).toHaveLength(1)
    const late = await goThere(phone, 'bob')
    site.clock.now += providerTimes.away
    expect(await back(phone, late)).toBe(failed)
  })

  test('that was canceled says so', async () => {
    const { site, provider, depart, back } = await scene()
    const phone = site.browser()
    expect(await back(phone, await provider.signIn(await depart(phone), 'bob', 'cancel'))).toBe('/login?notice=provider-canceled')
  })

  test('neither state, nonce nor PKCE’s verifier is in the store', async () => {
    const { site, depart } = await scene()
    const phone = site.browser()
    const asked = new URL(await depart(phone)).searchParams
    const all = defineQuery({ table: providerSignIns, index: ['expiresAt'], equals: [], order: 'ascending', limit: 9 })
    const stored = JSON.stringify(await site.store.read((read) => read.list(all)))
    expect(asked.get('code_challenge_method')).toBe('S256')
    for (const secret of [asked.get('state'), asked.get('nonce'), phone.cookies.get('provider')]) {
      expect(secret).toMatch(/^[\w-]{43}$/u)
      expect(stored).not.toContain(secret)
    }
  })
})

test('where no provider is set there is neither form nor way', async () => {
  const site = await featureSite()
  expect((await site.browser().form('accounts.startProviderSignIn', { from: '/login' })).status).toBe(404)
  expect((await site.browser().get(providerPaths.callback)).status).toBe(404)
})
