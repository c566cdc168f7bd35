import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { links } from '#shared/links.ts'
import { expectAccessible, focused, show } from '../../../testing/dom.tsx'
import { fieldsOf, network } from '../../../testing/network.ts'
import { SignUpForm } from './sign-up-form.tsx'

const check = links.form('accounts.checkName')
const form = <SignUpForm returnTo="/" wanted={null} hasDevInbox={false} />
const taken = { ok: false, error: { code: 'taken', reason: null, field: 'userName', retryAfterMs: null } }
const name = page.getByLabelText('Username')

test('a taken name is said at its field while it is typed, once, and no more when it is changed', async () => {
  network.answers(check, { json: taken })
  await show(form, { at: '/login?mode=signUp' })
  await name.fill('Ad')
  await name.fill('Ada')
  await expect.element(name).toHaveAccessibleDescription(/taken/u)
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByRole('status').first()).toMatchTextContent('That name is taken. Choose another.')
  expect(network.asked(check).map((request) => fieldsOf(request))).toEqual([{ userName: 'Ada' }])
  await expectAccessible()
  network.answers(check, { json: { ok: true, location: '/' } })
  await name.fill('Adah')
  await expect.element(name).not.toHaveAttribute('aria-invalid')
})

test('without a network nothing is said of a name', async () => {
  network.isOffline = true
  await show(form, { at: '/login?mode=signUp' })
  await name.fill('Ada')
  await expect.poll(() => network.asked(check).length).toBe(1)
  await expect.element(name).not.toHaveAttribute('aria-invalid')
})

test('an address is looked at when it is left, and only for its form', async () => {
  await show(form, { at: '/login?mode=signUp' })
  await page.getByLabelText('Email').fill('nobody')
  await page.getByLabelText('Password').click()
  await expect.element(page.getByLabelText('Email')).toHaveAccessibleDescription(/doesn’t look like/u)
})

test('pressing the button right after the address sends the form, and says everything', async () => {
  await show(form, { at: '/login?mode=signUp' })
  await page.getByLabelText('Email').fill('nobody')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect.element(page.getByLabelText('Password')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByLabelText('Email')).toHaveAccessibleDescription(/doesn’t look like/u)
})

test('an empty form says what each field needs at once, and leads to the first', async () => {
  await show(form, { at: '/login?mode=signUp' })
  await page.getByRole('button', { name: 'Sign up' }).click()
  for (const label of ['Username', 'Email', 'Password'])
    await expect.element(page.getByLabelText(label)).toHaveAttribute('aria-invalid', 'true')
  expect(focused()).toBe('Username')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/2 to 70 characters.*email address.*10 to 128/su)
  await expectAccessible()
})

test('what one agrees to, and what is kept, is a link away', async () => {
  await show(form, { at: '/login?mode=signUp' })
  await expect.element(page.getByRole('link', { name: 'terms of use' })).toHaveAttribute('href', '/terms')
  await expect.element(page.getByRole('link', { name: 'privacy page' })).toHaveAttribute('href', '/privacy')
})
