import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { links } from '#shared/links.ts'
import { expectAccessible, show } from '../../../testing/dom.tsx'
import { fieldsOf, network } from '../../../testing/network.ts'
import { EmailForm } from './email-form.tsx'

test('a new address is sent with the password; one that is the account’s already is said at its field, and stays typed', async () => {
  const form = links.form('accounts.changeEmail')
  network.answers(form, { json: { ok: false, error: { code: 'conflict', reason: null, field: 'newEmail', retryAfterMs: null } } })
  await show(<EmailForm waiting={null} />, { at: '/account' })
  const address = page.getByLabelText('New email address')
  await address.fill('ada@example.org')
  await page.getByLabelText('Current password').fill('seven herons at low tide')
  await expectAccessible()
  await page.getByRole('button', { name: 'Change email' }).click()
  await expect.element(address).toHaveAccessibleDescription(/already your address/u)
  await expect.element(address).toHaveValue('ada@example.org')
  const [sent] = network.asked(form).map((request) => fieldsOf(request))
  expect(sent).toEqual({ newEmail: 'ada@example.org', password: 'seven herons at low tide', from: '/account' })
})
