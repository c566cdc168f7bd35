import { describe, expect, test } from 'vitest'
import { featureSite, goodPassword, secretIn, shownForm } from '../testing/feature-site.ts'
import { credentials, members } from '#shared/accounts/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'

async function everyMember(site: Awaited<ReturnType<typeof featureSite>>) {
  return site.store.read((read) =>
    read.list(defineQuery({ table: members, index: ['joinedAt'], equals: [], order: 'ascending', limit: 100 })),
  )
}

describe('signing up', () => {
  test('signs in at once and sends a mail, whose link on a page proves the address when its button is pressed', async () => {
    const site = await featureSite()
    const ada = site.browser()
    const answer = await ada.signUp('Ada', { returnTo: '/newPost' })
    expect([answer.status, answer.headers['location'], (await ada.me()).name]).toEqual([303, '/welcome?returnTo=%2FnewPost', 'Ada'])
    const [mail] = await site.mails()
    expect(mail).toMatchObject({ to: 'ada@example.org', subject: 'Night Harbour: confirm your email address' })
    expect(mail?.text).toContain(`${site.origin}/emailToken/`)
    const done = await ada.form('accounts.useToken', { token: secretIn(mail?.text ?? '') })
    expect([done.status, done.headers['location']]).toEqual([303, '/account?notice=email-confirmed'])
    const userId = (await ada.me()).viewer.userId ?? ''
    expect(await site.store.read((read) => read.get(credentials, userId))).toMatchObject({
      emailKey: 'ada@example.org',
      emailVerifiedAt: site.clock.now,
    })
  })

  test('is followed by one mail of welcome, once the address is confirmed', async () => {
    const site = await featureSite()
    const ada = site.browser()
    await ada.signUp('Ada')
    const token = secretIn((await site.mails())[0]?.text ?? '')
    for (const _again of [1, 2]) await ada.form('accounts.useToken', { token })
    const welcomes = (await site.mails()).filter(({ subject }) => subject === 'Night Harbour: welcome')
    expect(welcomes).toMatchObject([{ to: 'ada@example.org' }])
    expect(welcomes[0]?.text).toContain(`${site.origin}/notifications?tab=settings`)
  })

  test('says everything that is wrong at once', async () => {
    const site = await featureSite()
    const answer = await site.browser().signUp('x', { email: 'nobody', password: 'short' })
    expect(shownForm(answer).error).toMatchObject({
      ...{ code: 'invalid', field: 'userName' },
      others: [
        { code: 'invalid', field: 'email' },
        { code: 'invalid', field: 'password' },
      ],
    })
  })

  test('a name is judged while it is typed as it will be when it is sent', async () => {
    const site = await featureSite()
    await site.browser().signUp('Ada')
    const eve = site.browser()
    const ask = async (userName: string) => {
      const answer = await eve.form('accounts.checkName', { userName, from: '/login' }, { accept: 'application/json' })
      const { error } = JSON.parse(answer.text) as { readonly error?: { readonly code: string } }
      return [answer.status, error?.code ?? 'free']
    }
    const answers = await Promise.all(['Bob', 'ADA', 'Moderator', 'x'].map(ask))
    // A taken name is no failure of asking: a browser's console stays quiet.
    expect(answers).toEqual([
      [200, 'free'],
      [200, 'taken'],
      [200, 'taken'],
      [200, 'invalid'],
    ])
    expect(await everyMember(site)).toHaveLength(1)
  })

  test('names are not asked for without end', async () => {
    const site = await featureSite()
    const eve = site.browser()
    let status = 0
    for (let asked = 0; asked < 121; asked += 1) ({ status } = await eve.form('accounts.checkName', { userName: `bob${asked}` }))
    expect(status).toBe(429)
  })

  test('with an address that somebody has is answered like any other, in bytes and in what follows', async () => {
    const site = await featureSite()
    const ada = site.browser()
    await ada.signUp('Ada')
    await ada.form('accounts.useToken', { token: secretIn((await site.mails())[0]?.text ?? '') })
    const facts = []
    for (const [userName, email] of [
      ['eve1', 'ada@example.org'],
      ['eve2', 'new@example.org'],
    ] as const) {
      const eve = site.browser()
      const password = 'nine magpies in a row'
      const up = await eve.signUp(userName, { email, password, returnTo: '/about' })
      const again = await site.browser().signIn(userName, password)
      const byAddress = await site.browser().signIn(email, password)
      const page = await eve.get(`/users/${userName}`)
      const resend = await eve.form('accounts.resendVerification', { from: '/account' })
      site.clock.now += 60_000
      const later = await eve.form('accounts.resendVerification', { from: '/account' })
      const cookies = (up.headers['set-cookie'] ?? []).map((line) => line.replace(/=[^;]*/u, ''))
      facts.push([
        up.status,
        up.text,
        up.headers['location'],
        cookies,
        again.status,
        byAddress.status,
        page.status,
        resend.status,
        later.status,
        later.headers['location'],
      ])
    }
    expect(facts[0]).toEqual(facts[1])
    expect(facts[0]?.slice(4)).toEqual([303, 401, 200, 429, 303, '/account?notice=verification-sent'])
  })

  test('tells the owner of a known address by mail, and leaves them what is theirs', async () => {
    const site = await featureSite()
    const ada = site.browser()
    await ada.signUp('Ada')
    const token = secretIn((await site.mails())[0]?.text ?? '')
    await ada.form('accounts.useToken', { token })
    const eve = site.browser()
    await eve.signUp('Eve', { email: 'Ada@Example.org' })
    const [mail] = await site.mails()
    expect(mail).toMatchObject({ to: 'Ada@Example.org', subject: 'Night Harbour: you already have an account' })
    expect(mail?.text).toContain('"Eve"')
    expect(secretIn(mail?.text ?? '')).toBe('')
    expect((await site.browser().signIn('ada@example.org')).status).toBe(303)
  })

  test('an address claimed by a stranger first is its owner’s who proves it', async () => {
    const site = await featureSite()
    const eve = site.browser()
    await eve.signUp('Eve', { email: 'ada@example.org' })
    const stolen = secretIn((await site.mails())[0]?.text ?? '')
    const ada = site.browser()
    await ada.signUp('Ada')
    await ada.form('accounts.useToken', { token: secretIn((await site.mails())[0]?.text ?? '') })
    expect((await eve.form('accounts.useToken', { token: stolen, from: '/login' })).status).toBe(400)
    await site.browser().signIn('ada@example.org')
    const signedIn = site.browser()
    await signedIn.signIn('ada@example.org')
    expect((await signedIn.me()).name).toBe('Ada')
  })

  test.each([
    ['a name in use', { userName: 'ADA' }, 'taken', 'userName'],
    ['a name that looks like one in use', { userName: 'аԁа' }, 'taken', 'userName'],
    ['a reserved name', { userName: 'Moderator' }, 'taken', 'userName'],
    ['the site’s own name', { userName: 'night-harbour' }, 'taken', 'userName'],
    ['a name with a direction override', { userName: 'ab\u202Ecd' }, 'invalid', 'userName'],
    ['a name with zero width', { userName: 'ab\u200Bcd' }, 'invalid', 'userName'],
    ['a name of one letter', { userName: 'x' }, 'invalid', 'userName'],
    ['no address', { email: 'nobody' }, 'invalid', 'email'],
    ['two addresses', { email: 'a@b.co, c@d.co' }, 'invalid', 'email'],
    ['an address with a line break', { email: 'a@b.co\r\nBcc: c@d.co' }, 'invalid', 'email'],
    ['a short password', { password: 'nine char' }, 'invalid', 'password'],
    ['a long password', { password: 'long enough '.repeat(11) }, 'invalid', 'password'],
    ['a common password', { password: 'Password123!' }, 'invalid', 'password'],
    ['one’s own name as password', { userName: 'Bartholomew', password: 'bartholomew1' }, 'invalid', 'password'],
    ['the site as password', { password: 'nightharbour' }, 'invalid', 'password'],
    ['a role', { isAdmin: 'true' }, 'invalid', 'isAdmin'],
    ['another role', { role: 'admin' }, 'invalid', 'role'],
    ['groups', { groups: 'moderators' }, 'invalid', 'groups'],
  ])('%s is refused, keeps what was typed, and makes nobody', async (_what, fields, code, field) => {
    const site = await featureSite()
    await site.browser().signUp('Ada')
    const answer = await site.browser().signUp('Bob', { returnTo: '/x', ...fields })
    expect(shownForm(answer)).toMatchObject({ mutation: 'accounts.signUp', error: { code, field }, values: { returnTo: '/x' } })
    expect(shownForm(answer).values).not.toHaveProperty('password')
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await everyMember(site)).toHaveLength(1)
  })

  test('of twenty who take one name at once, one gets it', async () => {
    const site = await featureSite({ TRUST_PROXY: '1' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        site.browser(`10.${n}.0.1`).signUp(n % 2 === 0 ? 'Ada' : 'ADA', { email: `ada${n}@example.org` }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 303)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(19)
    expect(await everyMember(site)).toHaveLength(1)
  })

  test('white space around a name and an address is the keyboard’s, not the person’s', async () => {
    const site = await featureSite()
    await site.browser().signUp('Ada', { userName: ' Ada Byron ', email: ' ada@example.org ' })
    expect(await everyMember(site)).toMatchObject([{ userName: 'Ada Byron', slug: 'ada-byron' }])
  })
})

describe('a visitor’s mutation', () => {
  test('is carried through the sign-in form, done after signing up, and goes on to its own place', async () => {
    const site = await featureSite()
    const answer = await site.browser().form('posts.saveDraft', { title: 'On tides', markdown: 'Water comes back.', from: '/newPost' })
    const { continueWith } = shownForm(answer)
    expect([answer.status, continueWith?.mutation, continueWith?.values['markdown']]).toEqual([401, 'posts.saveDraft', 'Water comes back.'])
    const ada = site.browser()
    const carried = { continueMutation: continueWith?.mutation ?? '', continueValues: JSON.stringify(continueWith?.values) }
    const done = await ada.signUp('Ada', carried)
    expect([done.status, done.headers['location']]).toMatchObject([303, expect.stringMatching(/^\/editPost\?postId=/u)])
    expect((await ada.me()).name).toBe('Ada')
  })
  test('survives a wrong password', async () => {
    const site = await featureSite()
    await site.browser().signUp('Ada')
    const carried = { continueMutation: 'posts.saveDraft', continueValues: JSON.stringify({ title: 'T', markdown: 'M', from: '/newPost' }) }
    const wrong = await site.browser().signIn('Ada', 'not the right one', carried)
    expect(shownForm(wrong).continueWith).toMatchObject({ mutation: 'posts.saveDraft', values: { markdown: 'M' } })
    expect((await site.browser().signIn('Ada', goodPassword, carried)).headers['location']).toMatch(/^\/editPost/u)
  })
})

describe('the first administrator', () => {
  test('on a machine that only its owner reaches is whoever signs up first', async () => {
    const site = await featureSite()
    const [ada, bob] = [site.browser(), site.browser()]
    await ada.signUp('Ada')
    await bob.signUp('Bob')
    expect([(await ada.me()).viewer.isAdmin, (await bob.me()).viewer.isAdmin]).toEqual([true, false])
  })
  test('on a public site comes by a link that works once', async () => {
    const site = await featureSite({ SITE_URL: 'https://essays.example' })
    const { firstAdminLink } = await import('./first-admin.ts')
    const [stranger, owner] = [site.browser(), site.browser()]
    await stranger.signUp('Stranger')
    await owner.signUp('Olive')
    expect([(await stranger.me()).viewer.isAdmin, (await owner.me()).viewer.isAdmin]).toEqual([false, false])
    const options = {
      store: site.store,
      apply: (mutation: Parameters<typeof site.writer.apply>[0]) => site.writer.apply(mutation),
      origin: 'https://essays.example',
      now: site.clock.now,
    }
    const link = new URL((await firstAdminLink(options)) ?? '')
    const token = secretIn(link.searchParams.get('returnTo') ?? '')
    expect([link.origin, link.pathname, token.length]).toEqual(['https://essays.example', '/login', 43])
    expect((await site.browser().form('accounts.useToken', { token, from: '/login' })).status).toBe(401)
    expect((await owner.form('accounts.useToken', { token })).headers['location']).toBe('/account?notice=first-admin')
    expect((await owner.me()).viewer.isAdmin).toBe(true)
    expect((await stranger.form('accounts.useToken', { token, from: '/login' })).status).toBe(400)
    expect(await firstAdminLink(options)).toBeNull()
  })
})

describe('the inbox page', () => {
  test('shows mails as text: markup and scripts in them do nothing', async () => {
    const site = await featureSite({ SITE_NAME: '<b>Harbour</b>' })
    await site.browser().signUp("Ada'&amp;")
    const list = await site.browser().get('/dev/inbox')
    expect(list.headers['content-security-policy']).toContain("default-src 'none'")
    expect([list.headers['cache-control'], list.text.includes('<b>'), list.text.includes('style=')]).toEqual([
      'private, no-store',
      false,
      false,
    ])
    expect((await site.browser().get('/dev/inbox/nothing')).status).toBe(404)
  })
  test.each([
    [{ SITE_URL: 'https://essays.example' }],
    [{ HOST: '0.0.0.0', SITE_URL: 'http://localhost:5671' }],
    [{ SMTP_URL: 'smtp://localhost:5672' }],
  ])('is nothing where %j', async (settings) => {
    const site = await featureSite(settings)
    expect((await site.browser().get('/dev/inbox')).status).toBe(404)
  })
})
