import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { links } from '#shared/links.ts'
import { expectAccessible, focused, show } from '../../../testing/dom.tsx'
import { fieldsOf, network } from '../../../testing/network.ts'
import { SignInWays } from './sign-in-ways.tsx'

const refusal = (code: string, field: string) => ({ ok: false, error: { code, reason: null, field, retryAfterMs: null } })
const wanted = { mutation: 'comments.post', values: { markdown: 'Kept words.' } }

// Passkeys have tests of their own.
beforeEach(() => void vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(false))
afterEach(() => vi.restoreAllMocks())

test('the code is typed on the page that asked, in the place of the other ways, and goes with what was wanted', async () => {
  const values = { email: 'ada@example.org', returnTo: '/bookmarks' }
  network.answers(links.form('accounts.requestSignInMail'), { json: { ok: true, location: '/login', values } })
  network.answers(links.form('accounts.signInWithMailedCode'), { json: refusal('token-invalid', 'mailedCode') })
  await show(<SignInWays returnTo="/bookmarks" wanted={wanted} />, { at: '/login' })
  await page.getByText('Email me a code').first().click()
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('ada@example.org')
  await page.getByRole('button', { name: 'Email me a code' }).click()
  const code = page.getByLabelText('Code from the email')
  await expect.element(code).toBeVisible()
  await expect.poll(() => focused()).toContain('Code from the email')
  await expect.element(page.getByRole('status')).toMatchTextContent(/If an account uses ada@example.org/u)
  expect(page.getByLabelText('Password').elements()).toEqual([])
  await expectAccessible()
  await code.fill('1234 5678')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(code).toHaveAccessibleDescription(/wrong or no longer works/u)
  await expect.element(code).toHaveValue('1234 5678')
  expect(network.asked(links.form('accounts.signInWithMailedCode')).map((request) => fieldsOf(request))).toEqual([
    {
      ...{ mailedCode: '1234 5678', email: 'ada@example.org', returnTo: '/bookmarks', from: '/login' },
      ...{ continueMutation: 'comments.post', continueValues: JSON.stringify(wanted.values) },
    },
  ])
})

test('a refused address stays where it was typed; after the right code the second factor is asked for', async () => {
  network.answers(links.form('accounts.requestSignInMail'), { json: refusal('invalid', 'email') })
  await show(<SignInWays returnTo="/" wanted={null} />, { at: '/login' })
  await page.getByText('Email me a code').first().click()
  const email = page.getByRole('textbox', { name: 'Email', exact: true })
  await email.fill('ada@example.org')
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect.element(email).toHaveAccessibleDescription(/doesn’t look like an email address/u)
  await expect.element(email).toHaveValue('ada@example.org')
  network.answers(links.form('accounts.requestSignInMail'), {
    json: { ok: true, location: '/login', values: { email: 'ada@example.org' } },
  })
  network.answers(links.form('accounts.signInWithMailedCode'), { json: refusal('sign-in-failed', 'code') })
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByLabelText('Code from the email').fill('12345678')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(page.getByLabelText('Code', { exact: true })).toHaveAccessibleDescription(/authenticator app/u)
})
