import { describe, expect, test } from 'vitest'
import type { FeatureSite } from '../testing/feature-site.ts'
import { featureSite, goodPassword, shownForm } from '../testing/feature-site.ts'
import { attempts, credentials, members, sessions } from '#shared/accounts/schema.ts'
import { accountTimes } from '#shared/accounts/sign-in-mutations.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { hourMs } from '#shared/kernel/durations.ts'

const minute = 60_000
const proxied = { TRUST_PROXY: '1' }

async function everySession(site: FeatureSite, userId: string) {
  return site.store.read((read) =>
    read.list(defineQuery({ table: sessions, index: ['userId', 'lastSeenAt'], equals: [userId], order: 'ascending', limit: 100 })),
  )
}

describe('cookies', () => {
  test('on plain http the session is HttpOnly and Lax, without the prefix that only https has', async () => {
    const ada = (await featureSite()).browser()
    const [session = '', device = ''] = (await ada.signUp('Ada')).headers['set-cookie'] ?? []
    expect(session).toMatch(/^session=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/u)
    expect(device).toMatch(/^device=[^;]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/u)
  })
  test('over https both are Secure and bound to this host', async () => {
    const ada = (await featureSite({ SITE_URL: 'https://essays.example' })).browser()
    const lines = (await ada.signUp('Ada')).headers['set-cookie'] ?? []
    const secrets = lines.slice(0, 2)
    expect(secrets.map((line) => line.split('=')[0])).toEqual(['__Host-session', '__Host-device'])
    expect(secrets.every((line) => line.endsWith('; Path=/; HttpOnly; Secure; SameSite=Lax'))).toBe(true)
  })
  test('a mark that pages can read says that a member signs in here, and who is of no matter; it goes with the session', async () => {
    const ada = (await featureSite({ SITE_URL: 'https://essays.example' })).browser()
    const marks = (headers: Awaited<ReturnType<typeof ada.signUp>>['headers']) =>
      (headers['set-cookie'] ?? []).filter((line) => !line.startsWith('__Host-'))
    const mark = expect.stringMatching(/^member=[0-9a-z]{1,6}; Max-Age=34560000; Path=\/; Secure; SameSite=Lax$/u)
    expect(marks((await ada.signUp('Ada')).headers)).toEqual([mark])
    expect(marks((await ada.form('accounts.signOut', {})).headers)).toEqual(['member=; Max-Age=0; Path=/; Secure; SameSite=Lax'])
  })
  test('a session sent twice, or under the name of the other kind of site, is none', async () => {
    const site = await featureSite()
    const ada = site.browser()
    await ada.signUp('Ada')
    const secret = ada.cookies.get('session') ?? ''
    for (const cookie of [
      `session=${secret}; session=x`,
      `__Host-session=${secret}`,
      `session=${secret}x`,
      'session=',
      `session="${secret}"`,
    ]) {
      expect(JSON.parse((await site.browser().send('GET', '/api/me', { cookie })).text).viewer.kind).toBe('visitor')
    }
  })
})

describe('sessions', () => {
  test('signing in gives the browser a new secret, and the old one is dead', async () => {
    const site = await featureSite()
    const ada = site.browser()
    await ada.signUp('Ada')
    const first = ada.cookies.get('session') ?? ''
    await ada.signIn('ada')
    expect(ada.cookies.get('session')).not.toBe(first)
    expect(JSON.parse((await site.browser().send('GET', '/api/me', { cookie: `session=${first}` })).text).viewer.kind).toBe('visitor')
    expect((await ada.me()).name).toBe('Ada')
  })
  test('only a hash of the secret is stored', async () => {
    const site = await featureSite()
    const ada = site.browser()
    await ada.signUp('Ada')
    const [session] = await everySession(site, (await ada.me()).viewer.userId ?? '')
    expect(JSON.stringify(session)).not.toContain(ada.cookies.get('session'))
    expect(session).toMatchObject({ label: 'Firefox on Linux' })
  })
  test('signing out ends it at once, here and for whoever copied the cookie', async () => {
    const site = await featureSite()
    const ada = site.browser()
    await ada.signUp('Ada')
    const copy = `session=${ada.cookies.get('session')}`
    expect((await site.browser().send('GET', '/api/me', { cookie: copy })).text).toContain('Ada')
    expect((await ada.send('GET', '/api/me')).text).not.toContain('email')
    expect((await ada.send('GET', '/api/me?email=true')).text).toMatch(/"email":"[^"]+@/u)
    expect((await site.browser().send('GET', '/api/me?email=true')).text).not.toContain('email')
    const out = await ada.form('accounts.signOut', {})
    expect([out.status, out.headers['location'], out.headers['clear-site-data']]).toEqual([303, '/', '"cache", "storage"'])
    expect(ada.cookies.has('session')).toBe(false)
    expect((await site.browser().send('GET', '/api/me', { cookie: copy })).text).not.toContain('Ada')
  })
  test('180 days without use end it; use once an hour lengthens it', async () => {
    const site = await featureSite()
    const ada = site.browser()
    await ada.signUp('Ada')
    site.clock.now += accountTimes.session - 1
    expect((await ada.me()).name).toBe('Ada')
    const userId = (await ada.me()).viewer.userId ?? ''
    await site.writer.apply({ name: 'accounts.pruneAttempts', args: {}, userId: null, source: 'server' })
    expect((await everySession(site, userId))[0]).toMatchObject({ lastSeenAt: site.clock.now })
    site.clock.now += accountTimes.session
    expect((await ada.me()).name).toBeNull()
  })
  test('one ends another browser’s session, which takes effect with its next request; a stranger’s cannot be ended', async () => {
    const site = await featureSite()
    const [desktop, phone, bob] = [site.browser(), site.browser(), site.browser()]
    await desktop.signUp('Ada')
    const userId = (await desktop.me()).viewer.userId ?? ''
    const [own] = await everySession(site, userId)
    await phone.signIn('Ada')
    await bob.signUp('Bob')
    const sessionId = (await everySession(site, userId)).find((session) => session.id !== own?.id)?.id ?? ''
    expect((await phone.me()).name).toBe('Ada')
    const stranger = await bob.form('accounts.endSession', { sessionId, from: '/account' })
    expect([stranger.status, (await phone.me()).name]).toEqual([404, 'Ada'])
    await desktop.form('accounts.endSession', { sessionId, from: '/account?tab=sessions' })
    expect([(await desktop.me()).name, (await phone.me()).name]).toEqual(['Ada', null])
    await desktop.form('accounts.endSession', { sessionId: own?.id ?? '', from: '/account?tab=sessions' })
    expect((await desktop.me()).name).toBeNull()
  })
  test('all other sessions end together', async () => {
    const site = await featureSite()
    const browsers = [site.browser(), site.browser(), site.browser()] as const
    await browsers[0].signUp('Ada')
    await browsers[1].signIn('Ada')
    await browsers[2].signIn('Ada')
    const answer = await browsers[1].form('accounts.endOtherSessions', { from: '/account?tab=sessions' })
    expect(answer.headers['location']).toBe('/account?tab=sessions')
    expect(await Promise.all(browsers.map(async (browser) => (await browser.me()).name))).toEqual([null, 'Ada', null])
  })
  test('an administrator ends all of a member’s sessions; nobody else does, or learns who is here', async () => {
    const site = await featureSite()
    const [ada, bob, bobsPhone] = [site.browser(), site.browser(), site.browser()]
    await ada.signUp('Ada')
    await bob.signUp('Bob')
    await bobsPhone.signIn('Bob')
    const end = (browser: typeof ada, userName: string, headers = {}) =>
      browser.form('accounts.endSessionsOfMember', { userName, from: '/admin' }, headers)
    for (const userName of ['Ada', 'Nobody']) expect([userName, (await end(bob, userName)).status]).toEqual([userName, 403])
    expect((await end(site.browser(), 'Bob')).status).toBe(401)
    const unknown = await end(ada, 'Nobody', { accept: 'application/json' })
    expect([unknown.status, JSON.parse(unknown.text)]).toMatchObject([404, { error: { field: 'userName' } }])
    expect([(await ada.me()).name, (await bob.me()).name, (await bobsPhone.me()).name]).toEqual(['Ada', 'Bob', 'Bob'])

    const done = await end(ada, ' bob ')
    expect([done.status, done.headers['location']]).toEqual([303, '/admin?notice=sessions-ended'])
    expect([(await ada.me()).name, (await bob.me()).name, (await bobsPhone.me()).name]).toEqual(['Ada', null, null])
    expect((await bob.signIn('Bob')).status).toBe(303)
  })
  test('a banned account is signed out, told so at its next try, and gets no session', async () => {
    const site = await featureSite()
    const [ada, bob] = [site.browser(), site.browser()]
    await ada.signUp('Ada')
    await bob.signUp('Bob')
    const bobId = (await bob.me()).viewer.userId
    const adaId = (await ada.me()).viewer.userId ?? ''
    await site.writer.apply({
      name: 'accounts.ban',
      args: { userId: bobId, until: site.clock.now + minute },
      userId: adaId,
      source: 'server',
    })
    expect((await bob.me()).viewer.kind).toBe('visitor')
    const again = await bob.signIn('Bob')
    expect([again.headers['location'], again.headers['set-cookie']]).toEqual(['/banNotice?user=bob', undefined])
    site.clock.now += minute
    await bob.signIn('Bob')
    expect((await bob.me()).name).toBe('Bob')
  })
})

describe('signing in', () => {
  test('by name in any spelling, and by address once it is confirmed', async () => {
    const site = await featureSite()
    await site.browser().signUp('Ada Byron', { email: 'ada@example.org' })
    const browser = site.browser()
    expect((await browser.signIn(' ada byron ')).status).toBe(303)
    expect((await browser.signIn('ada@example.org')).status).toBe(401)
    const [mail] = await site.mails()
    await browser.form('accounts.useToken', { token: /emailToken\/([\w-]+)/u.exec(mail?.text ?? '')?.[1] ?? '' })
    expect((await browser.signIn('ADA@example.org')).status).toBe(303)
  })
  test('goes back to where one came from, and nowhere else', async () => {
    const site = await featureSite()
    const ada = site.browser()
    expect((await ada.signUp('Ada', { returnTo: '/allPosts?limit=5' })).headers['location']).toBe(
      '/welcome?returnTo=%2FallPosts%3Flimit%3D5',
    )
    for (const returnTo of [
      '//evil.test',
      'https://evil.test',
      '/\\evil.test',
      'javascript:alert(1)',
      '/api/form/accounts.signOut',
      '/\t/evil.test',
      '',
    ]) {
      expect((await ada.signIn('Ada', goodPassword, { returnTo })).headers['location']).toBe('/')
    }
  })
  test('a wrong password, an unknown name and an unknown address are refused in the same bytes', async () => {
    const site = await featureSite()
    await site.browser().signUp('Ada')
    const answers = []
    // Of one length, so that the length of the answer is compared too.
    for (const login of ['ada@example.org', 'bob@example.org', 'Ada            ', 'Nobody         ']) {
      for (const accept of ['text/html', 'application/json']) {
        const { status, headers, text } = await site
          .browser()
          .form('accounts.signIn', { login, password: 'not the right one', returnTo: '/x', from: '/login' }, { accept })
        const same = Object.entries(headers).filter(([name]) => name !== 'date' && !name.startsWith('x-ratelimit'))
        answers.push(JSON.stringify([status, same]) + text.replaceAll(login, 'LOGIN'))
      }
    }
    expect(new Set(answers).size).toBe(2)
    expect(answers[0]).toContain('sign-in-failed')
  })
  test('the password is never handed back', async () => {
    const answer = await (
      await featureSite()
    )
      .browser()
      .form('accounts.signIn', { login: 'Ada', password: 'sesame sesame', from: '/login' })
    expect(answer.status).toBe(401)
    expect(shownForm(answer)).toMatchObject({ mutation: 'accounts.signIn', values: { login: 'Ada' } })
    expect(answer.text).not.toContain('sesame')
  })
  test('older parameters of a hash are raised at the next sign-in', async () => {
    const site = await featureSite()
    const ada = site.browser()
    await ada.signUp('Ada')
    const userId = (await ada.me()).viewer.userId ?? ''
    const before = await site.store.read((read) => read.get(credentials, userId))
    const { createPasswords } = await import('./passwords.ts')
    const older = await createPasswords({ parameters: { memory: 32, passes: 1, parallelism: 1 } }).hash(goodPassword)
    await site.writer.apply({
      name: 'accounts.rehash',
      args: { userId, oldHash: before?.passwordHash, newHash: older },
      userId: null,
      source: 'server',
    })
    await ada.signIn('Ada')
    expect((await site.store.read((read) => read.get(credentials, userId)))?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/u)
  })
})

describe('guessing', () => {
  const guess = (site: FeatureSite, address: string, login = 'Ada') => site.browser(address).signIn(login, 'not the right one')

  test('the next wrong try at an account waits half a minute, the next twice as long, for known and unknown alike', async () => {
    const site = await featureSite(proxied)
    await site.browser().signUp('Ada')
    for (const login of ['Ada', 'Nobody']) {
      for (let n = 0; n < 10; n += 1) expect((await guess(site, `10.${n}.0.1`, login)).status).toBe(401)
      const next = await guess(site, '10.99.0.1', login)
      expect([next.status, next.headers['retry-after']]).toEqual([429, '30'])
    }
    site.clock.now += 30_000
    expect((await guess(site, '10.99.0.1')).status).toBe(401)
    expect((await guess(site, '10.99.0.1')).headers['retry-after']).toBe('60')
  })
  test('fifty tries at once are ten tries', async () => {
    const site = await featureSite(proxied)
    await site.browser().signUp('Ada')
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => guess(site, `10.${n}.0.1`)))
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(40)
  })
  test('ten tries at an account are ten, by its name and its address together, and no answer tells that they are one', async () => {
    const site = await featureSite(proxied)
    const ada = site.browser('192.0.2.1')
    await ada.signUp('Ada', { email: 'ada@example.org' })
    const [mail] = await site.mails()
    await ada.form('accounts.useToken', { token: /emailToken\/([\w-]+)/u.exec(mail?.text ?? '')?.[1] ?? '' })
    for (let n = 0; n < 10; n += 1) await guess(site, `10.${n}.0.1`, 'Ada')
    expect((await site.browser('192.0.2.99').signIn('ada@example.org')).status).toBe(401)
    site.clock.now += hourMs
    expect((await site.browser('192.0.2.99').signIn('ada@example.org')).status).toBe(303)
  })
  test('one network has thirty wrong tries, over all accounts; its neighbours have their own', async () => {
    const site = await featureSite(proxied)
    for (let n = 0; n < 30; n += 1) expect((await guess(site, `203.0.113.${n}`, `name-${n}`)).status).toBe(401)
    expect((await guess(site, '203.0.113.200', 'somebody')).status).toBe(429)
    expect((await guess(site, '203.0.114.1', 'somebody')).status).toBe(401)
  })
  test('a right try does not count, and forgives the wrong ones at that account', async () => {
    const site = await featureSite()
    const ada = site.browser()
    await ada.signUp('Ada')
    for (let n = 0; n < 3; n += 1) {
      for (let wrong = 0; wrong < 4; wrong += 1) expect((await guess(site, '127.0.0.1')).status).toBe(401)
      expect((await site.browser().signIn('Ada')).status).toBe(303)
    }
  })
  test('thirty right tries leave a network all of its wrong ones', async () => {
    const site = await featureSite(proxied)
    await site.browser('203.0.113.1').signUp('Ada')
    for (let n = 0; n < 30; n += 1) expect((await site.browser('203.0.113.1').signIn('Ada')).status).toBe(303)
    expect((await guess(site, '203.0.113.1', 'somebody')).status).toBe(401)
  })
  test('while strangers guess, the owner gets in from a browser that has been here, also with a typing slip', async () => {
    const site = await featureSite(proxied)
    const ada = site.browser('192.0.2.1')
    await ada.signUp('Ada')
    await ada.form('accounts.signOut', {})
    for (let n = 0; n < 11; n += 1) await guess(site, '198.51.100.7')
    expect((await site.browser('192.0.2.99').signIn('Ada')).status).toBe(429)
    expect((await ada.signIn('Ada', 'a typing slip')).status).toBe(401)
    expect((await ada.signIn('Ada')).status).toBe(303)
  })
  test('a made-up proof of a known browser helps nobody, and a true one has ten tries too, whatever else the cookie says', async () => {
    const site = await featureSite(proxied)
    const ada = site.browser('192.0.2.1')
    await ada.signUp('Ada')
    const proof = ada.cookies.get('device') ?? ''
    for (let n = 0; n < 10; n += 1) await guess(site, '198.51.100.7')
    const forged = site.browser('198.51.100.7')
    forged.cookies.set('device', `${proof.slice(0, -4)}AAAA`)
    expect((await forged.signIn('Ada')).status).toBe(429)
    const thief = site.browser('198.51.100.8')
    for (let n = 0; n < 10; n += 1) {
      thief.cookies.set('device', `${proof}~anything-${n}`)
      expect((await thief.signIn('Ada', 'not the right one')).status).toBe(401)
    }
    thief.cookies.set('device', `${proof}~one-more`)
    expect((await thief.signIn('Ada')).status).toBe(429)
  })
  test('what is kept of tries names nobody, and is dropped after a day', async () => {
    const site = await featureSite()
    await guess(site, '127.0.0.1')
    const everything = defineQuery({ table: attempts, index: ['at'], equals: [], order: 'ascending', limit: 100 })
    const kept = await site.store.read((read) => read.list(everything))
    expect(kept).toHaveLength(3)
    expect(JSON.stringify(kept)).not.toMatch(/ada|127\.0/iu)
  })
  test('ten people an hour may sign up from one network', async () => {
    const site = await featureSite(proxied)
    for (let n = 0; n < 10; n += 1) expect((await site.browser(`203.0.113.${n}`).signUp(`member-${n}`)).status).toBe(303)
    expect((await site.browser('203.0.113.99').signUp('one-more')).headers['retry-after']).toBe('3600')
    expect(
      await site.store.read((read) =>
        read.count(defineQuery({ table: members, index: ['joinedAt'], equals: [], order: 'ascending', limit: 1 })),
      ),
    ).toBe(10)
  })
})
