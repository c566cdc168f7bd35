/** Signing in without a password, with Chromium's own authenticator. */
import { expect } from 'vitest'
import { alive, signInThroughForm } from './support/places.ts'
import { testAtName as test } from './support/test-page.ts'

test('a passkey is added after the password, and signs in where one wanted', async ({ site }) => {
  const { page, context } = await site.newReader()
  const device = await context.newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  })
  // Passkeys that a browser offers by itself would sign in before the button is pressed.
  await context.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await signInThroughForm(page, 'lina')
  await page.goto(`${site.origin}/account?tab=security`)
  await page.locator('#passkey-password').fill('lyceum-example')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('Passkey added.').waitFor()
  expect((await device.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toHaveLength(1)

  await page.context().clearCookies()
  await page.goto(`${site.origin}/login?returnTo=/bookmarks`)
  await alive(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(`${site.origin}/bookmarks`)
  await page.goto(`${site.origin}/account?tab=security`)
  await page.getByText('last used').waitFor()
})
