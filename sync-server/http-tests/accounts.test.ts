/**
 * Accounts by plain forms alone, in the order in which it happens: each step stands on those before
 * it.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from './testing/client.ts'
import { commentOn, hash, path, place, says } from './testing/answers.ts'
import { formsOf } from './testing/client.ts'
import { linkIn, mailTo, password, signUp } from './testing/newcomers.ts'
import { attributeOf, elementsOf } from './testing/html.ts'
import { siteForTests } from './testing/site-for-tests.ts'
import { publishedPosts } from './testing/seeded-posts.ts'

const site = siteForTests()
let author: Client
let other: Client

beforeAll(() => {
  author = site.visitor()
  other = site.visitor()
})

const me = async (client: Client) =>
  JSON.parse((await client.get('/api/me')).text) as {
    readonly name: string | null
    readonly slug: string | null
    readonly viewer: { readonly kind: string; readonly karma?: number }
  }

describe('an account', () => {
  test('a stranger signs up and is in', async () => {
    const answer = await signUp(author, 'Wilhelmina')
    expect(place(answer)).toBe('/welcome')
    expect((await me(author)).viewer.kind).toBe('member')
    const welcome = (await author.get('/welcome?returnTo=%2Fdrafts')).html()
    expect(says(welcome, 'Check your email. We sent a link to wilhelmina@mail.test.')).toBe(true)
    const hrefs = elementsOf(welcome, 'a').map((link) => attributeOf(link, 'href'))
    expect(hrefs).toEqual(expect.arrayContaining(['/drafts', '/about', '/faq']))
  })

  test('the mail in the development inbox confirms the address, and only by its button', async () => {
    const link = linkIn(site, await mailTo(site, 'wilhelmina@mail.test', /confirm/u), '/emailToken/')
    const before = site.digest(['credentials', 'email_tokens'])
    const page = await author.get(link)
    await site.visitor().send('HEAD', link)
    expect(site.digest(['credentials', 'email_tokens'])).toBe(before)
    expect(place(await author.submit(page, 'accounts.useToken', {}))).toContain('/account')
    const account = (await author.get('/account')).html()
    expect(says(account, 'wilhelmina@mail.test')).toBe(true)
    expect(says(account, 'not confirmed')).toBe(false)
    expect((await author.submit(page, 'accounts.useToken', {})).status).toBe(400)
  })

  test('another member signs up beside', async () => {
    place(await signUp(other, 'Konstantin'))
    expect((await me(other)).name).toBe('Konstantin')
  })
})

test('a newcomer is through sign-up and onboarding in at most twelve actions, by plain forms', async () => {
  const newcomer = site.visitor()
  let actions = 0
  /** Each field that is filled in, each link and each button is one. */
  const press: Client['submit'] = (page, name, fields, choose) => {
    actions += Object.keys(fields).length + 1
    return newcomer.submit(page, name, fields, choose)
  }
  actions += 1 // "Sign up"
  const page = await newcomer.get('/login?mode=signUp&returnTo=%2FallPosts')
  let at = place(await press(page, 'accounts.signUp', { userName: 'Theodora', email: 'theodora@mail.test', password }))
  at = place(await press(await newcomer.get(at), 'accounts.setUpProfile', { bio: 'Reads tides.' }))
  // Two things to follow, one press each, which come back to the step.
  for (const kind of ['tag', 'member']) {
    const step = await newcomer.get(at)
    expect(place(await press(step, 'subscriptions.set', {}, (fields) => fields['kind'] === kind))).toBe(at)
  }
  at = place(await press(await newcomer.get(at), 'onboarding.goTo', {}, ({ step }) => step === 'notify'))
  at = place(await press(await newcomer.get(at), 'onboarding.chooseNotices', {}))
  expect(at).toBe('/allPosts')
  expect(actions).toBeLessThanOrEqual(12)
  expect(says((await newcomer.get('/manageSubscriptions')).html(), 'Posts by members')).toBe(true)
  expect((await newcomer.get('/account')).text).not.toContain('Finish setting up')
})

describe('a visitor’s mutation', () => {
  test('a comment written first is carried through sign-in and then stands in its place', async () => {
    const target = publishedPosts(site).find((row) => row['commentsLocked'] === false && row['lang'] === 'en')
    const address = `/posts/${String(target?.['id'])}/${String(target?.['slug'])}`
    const visitor = site.visitor()
    const asked = await visitor.submit(
      await visitor.get(address),
      'comments.post',
      { markdown: 'Written before I had an account.' },
      ({ parentId }) => parentId === '',
    )
    expect(asked.status).toBe(401)
    expect(says(asked.html(), 'Written before I had an account.'), 'Written before I had an account.').toBe(true)
    const wrong = await visitor.submit(asked, 'accounts.signIn', { login: 'bea', password: 'not this one at all' })
    expect(wrong.status).toBe(401)
    const done = await visitor.submit(wrong, 'accounts.signIn', { login: 'bea', password: site.password })
    const at = place(done)
    expect(path(at)).toBe(address)
    expect(
      says(commentOn((await site.visitor().get(address)).html(), hash(at)), 'Written before I had an account.'),
      'Written before I had an account.',
    ).toBe(true)
  })

  test('so is a comment carried through sign-up, and a vote', async () => {
    const target = publishedPosts(site).find((row) => row['commentsLocked'] === false && row['lang'] === 'de')
    const address = `/posts/${String(target?.['id'])}/${String(target?.['slug'])}`
    const visitor = site.visitor()
    const asked = await visitor.submit(
      await visitor.get(address),
      'comments.post',
      { markdown: 'Ein erster Satz.' },
      ({ parentId }) => parentId === '',
    )
    const done = await visitor.submit(asked, 'accounts.signUp', { userName: 'Thekla', email: 'thekla@mail.test', password })
    expect(path(place(done))).toBe(address)
    const voter = site.visitor()
    const wanted = await voter.postForm('votes.set', { vote: `post:${String(target?.['id'])}:approval:1`, from: address })
    expect(wanted.status).toBe(401)
    const voted = await voter.submit(wanted, 'accounts.signIn', { login: 'thekla', password })
    expect(place(voted)).toBe(`/vote?target=${String(target?.['id'])}`)
  })

  test('a page for members only is reached after signing in there', async () => {
    const visitor = site.visitor()
    const page = await visitor.get('/account?tab=sessions')
    expect(place(await visitor.submit(page, 'accounts.signIn', { login: 'konstantin', password }))).toBe('/account?tab=sessions')
  })
})

describe('sessions and passwords', () => {
  test('a profile is changed, and the page of the member shows it', async () => {
    place(
      await author.submit(await author.get('/account?tab=profile'), 'accounts.updateProfile', {
        displayName: 'Wilhelmina van Zee',
        bio: 'Waits for ships.',
      }),
    )
    const page = (await site.visitor().get('/users/wilhelmina')).html()
    expect([says(page, 'Wilhelmina van Zee'), says(page, 'Waits for ships.')]).toEqual([true, true])
  })

  test('another browser is listed, signed out from here, and out at once', async () => {
    const second = await site.visitor().signIn('wilhelmina', password)
    const page = await author.get('/account?tab=sessions')
    expect(formsOf(page.html(), 'accounts.endSession')).toHaveLength(1)
    place(await author.submit(page, 'accounts.endSession', {}))
    expect((await me(second)).viewer.kind).toBe('visitor')
    expect((await me(author)).viewer.kind).toBe('member')
  })

  test('a forgotten password is replaced by a link from a mail, once, and every browser is out', async () => {
    const visitor = site.visitor()
    place(await visitor.submit(await visitor.get('/login?mode=reset'), 'accounts.requestReset', { email: 'wilhelmina@mail.test' }))
    const link = linkIn(site, await mailTo(site, 'wilhelmina@mail.test', /reset your password/u), '/resetPassword/')
    const page = await visitor.get(link)
    expect((await visitor.submit(page, 'accounts.resetPassword', { password: 'short' })).status).toBe(400)
    place(await visitor.submit(page, 'accounts.resetPassword', { password: 'another quiet harbour' }))
    expect((await me(author)).viewer.kind).toBe('visitor')
    expect((await visitor.submit(page, 'accounts.resetPassword', { password: 'a third quiet harbour' })).status).toBe(400)
    // Opened again it says so, before anything is typed.
    expect((await visitor.get(link)).text).toContain('This link no longer works')
    await expect(site.visitor().signIn('wilhelmina', password)).rejects.toThrow('could not sign in')
    await author.signIn('wilhelmina', 'another quiet harbour')
  })

  test('signing out ends the session for whoever kept its cookie', async () => {
    const kept = new Map(author.cookies)
    const answer = await author.postForm('accounts.signOut', {})
    expect(place(answer)).toBe('/')
    expect(answer.headers['clear-site-data']).toContain('storage')
    const thief = site.visitor()
    for (const [name, value] of kept) thief.cookies.set(name, value)
    expect((await me(thief)).viewer.kind).toBe('visitor')
    expect((await thief.get('/drafts')).status).toBe(401)
  })
})

test('nothing of all this was an error to the server', () => {
  expect(site.errors()).toEqual([])
})
