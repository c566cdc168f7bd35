/**
 * Who guesses accounts, passwords and tokens learns nothing, and no name or address may deceive.
 */
import { describe, expect, test } from 'vitest'
import type { Answer } from './testing/client.ts'
import { expectUnharmed, json, refusals } from './testing/refusals.ts'

const { site, refused } = refusals()

describe('guessing', () => {
  test('whether an account exists shows neither in words nor in headers, at sign-in and at reset', async () => {
    const shape = async (send: Promise<Answer>) => {
      const { status, headers, text } = await send
      return { status, headers: Object.keys(headers).sort().join(), text: text.replaceAll(/ngozi|nobody/gu, 'NAME') }
    }
    const signIn = (login: string) =>
      site.visitor().postForm('accounts.signIn', { login, password: 'wrong words here', returnTo: '/', from: '/login' })
    expect(await shape(signIn('ngozi'))).toEqual(await shape(signIn('nobody')))
    expect(await shape(signIn('ngozi@example.org'))).toEqual(await shape(signIn('nobody@example.org')))
    const reset = (email: string) => site.visitor().postForm('accounts.requestReset', { email, from: '/login?mode=reset' })
    expect(await shape(reset('ngozi@example.org'))).toEqual(await shape(reset('nobody@example.org')))
    const mailed = (email: string) => site.visitor().postForm('accounts.requestSignInMail', { email, returnTo: '/', from: '/login' })
    expect(await shape(mailed('ngozi@example.org'))).toEqual(await shape(mailed('nobody@example.org')))
    const signUp = (userName: string, email: string) =>
      site
        .visitor()
        .postForm('accounts.signUp', { userName, email, password: 'some words nobody guesses', returnTo: '/', from: '/login?mode=signUp' })
    expect(await shape(signUp('Fresh1', 'ngozi@example.org'))).toEqual(await shape(signUp('Fresh2', 'fresh2@mail.test')))
  })

  test('a password is not guessed by trying: soon each try has to wait, and the right one too', async () => {
    const guesser = site.visitor()
    const statuses: number[] = []
    for (let n = 0; n < 12; n += 1)
      statuses.push(
        (await guesser.postForm('accounts.signIn', { login: 'rufus', password: `guess number ${n}`, from: '/login' }, { accept: json }))
          .status,
      )
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
    const last = await guesser.postForm('accounts.signIn', { login: 'rufus', password: site.password, from: '/login' }, { accept: json })
    expect(last.status).toBe(429)
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('tokens that are none open nothing and tell nothing', async () => {
    for (const token of ['', 'x', 'A'.repeat(43), '../../account', "' or 1=1 --", '%00', 'a'.repeat(5_000)]) {
      await refused([400], () =>
        site
          .visitor()
          .postForm('accounts.resetPassword', { token, password: 'some words nobody guesses', from: '/login' }, { accept: json }),
      )
      await refused([400], () => site.visitor().postForm('accounts.useToken', { token, from: '/login' }, { accept: json }))
    }
    for (const cookie of [
      'session=x',
      `session=${'a'.repeat(43)}`,
      'session=../../x',
      `session=${'x'.repeat(10_000)}`,
      "session=' or 1=1 --",
      'session=%00',
      '__proto__=x; session=[]',
    ]) {
      const answer = await site.visitor().get('/account', { cookie })
      expect(answer.status, cookie.slice(0, 40)).toBe(401)
    }
  })
})

test('names and addresses that could deceive are refused', async () => {
  const names = [
    'marit',
    'MARIT',
    'm\u0430rit',
    'ma\u200brit',
    '\u202etiram',
    'admin',
    'moderator',
    'Lyceum',
    '',
    ' ',
    'a\u0000b',
    'a\nb',
    '<b>x</b>'.repeat(20),
    '../..',
    'api',
  ]
  for (const userName of names) {
    await refused([400, 409], () =>
      site
        .visitor()
        .postForm(
          'accounts.signUp',
          { userName, email: 'deceiver@mail.test', password: 'some words nobody guesses', returnTo: '/', from: '/login?mode=signUp' },
          { accept: json },
        ),
    )
  }
  for (const email of [
    'a@b.test\r\nBcc: x@evil.test',
    'a',
    '@b.test',
    'a@',
    'a@b.test,c@d.test',
    '<a@b.test>',
    'a b@c.test',
    `${'a'.repeat(400)}@b.test`,
  ]) {
    await refused([400, 429], () =>
      site
        .visitor()
        .postForm(
          'accounts.signUp',
          { userName: 'Deceiver', email, password: 'some words nobody guesses', returnTo: '/', from: '/login?mode=signUp' },
          { accept: json },
        ),
    )
  }
})

test('after all this the server runs, and none of it was an error of its own', async () => {
  await expectUnharmed(site)
})
