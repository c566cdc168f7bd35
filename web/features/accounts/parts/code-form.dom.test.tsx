import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { links } from '#shared/links.ts'
import { expectAccessible, focused, show } from '../../../testing/dom.tsx'
import { fieldsOf, network } from '../../../testing/network.ts'
import { SignInForm } from './sign-in-form.tsx'

const refusal = (code: string, field: string) => ({ ok: false, error: { code, reason: null, field, retryAfterMs: null } })

test('the code is asked for where the password stood, takes the focus, and goes with what was wanted, never with the password', async () => {
  network.answers(links.form('accounts.signIn'), { json: refusal('sign-in-failed', 'code') })
  network.answers(links.form('accounts.signInWithCode'), { json: refusal('token-invalid', 'code') })
  const wanted = { mutation: 'comments.post', values: { markdown: 'Kept words.' } }
  await show(<SignInForm returnTo="/bookmarks" wanted={wanted} />, { at: '/login' })
  await page.getByLabelText('Username or email').fill('Ada')
  await page.getByLabelText('Password').fill('seven herons at low tide')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const code = page.getByLabelText('Code')
  await expect.element(code).toBeVisible()
  await expect.poll(() => focused()).toContain('Code')
  await expectAccessible()
  await code.fill('123456')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(code).toHaveAccessibleDescription(/already used/u)
  const [sent] = network.asked(links.form('accounts.signInWithCode')).map((request) => fieldsOf(request))
  expect(sent).toEqual({
    ...{ code: '123456', returnTo: '/bookmarks', from: '/login' },
    ...{ continueMutation: 'comments.post', continueValues: JSON.stringify(wanted.values) },
  })
})
