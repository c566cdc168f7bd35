import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { links } from '#shared/links.ts'
import { expectAccessible, show } from '../../../testing/dom.tsx'
import { fieldsOf, network } from '../../../testing/network.ts'
import { PasskeySignIn } from './passkey-sign-in.tsx'

const options = JSON.stringify({ challenge: 'AAAA', rpId: 'localhost', userVerification: 'required' })
const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer
const signed = {
  ...{ id: 'key', rawId: bytes('key'), type: 'public-key', authenticatorAttachment: 'platform' },
  response: { authenticatorData: bytes('data'), clientDataJSON: bytes('{}'), signature: bytes('sign'), userHandle: bytes('ada') },
  getClientExtensionResults: () => ({}),
}
const wanted = { mutation: 'comments.post', values: { markdown: 'Kept words.' } }
const offered = vi.fn<() => boolean>()

beforeEach(() => {
  offered.mockReturnValue(false)
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockImplementation(async () => offered())
  network.answers(links.form('accounts.askPasskey'), { json: { ok: true, location: '/login', values: { options } } })
  network.answers(links.form('accounts.signInWithPasskey'), {
    json: { ok: false, error: { code: 'token-invalid', reason: null, field: 'passkey', retryAfterMs: null } },
  })
})
afterEach(() => vi.restoreAllMocks())

const sentBy = () => network.asked(links.form('accounts.signInWithPasskey')).map((request) => fieldsOf(request))

test('the button asks the browser; what it answers goes with what was wanted, and a refusal says what to do', async () => {
  vi.spyOn(navigator.credentials, 'get').mockResolvedValue(signed as never)
  await show(<PasskeySignIn returnTo="/bookmarks" wanted={wanted} />, { at: '/login' })
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/That passkey didn’t work here/u)
  await expectAccessible()
  const [sent] = sentBy()
  expect(JSON.parse(sent?.['answer'] ?? '')).toMatchObject({ id: 'key', type: 'public-key' })
  expect(sent).toMatchObject({ returnTo: '/bookmarks', continueMutation: 'comments.post', from: '/login' })
})

test('one that was not chosen is said in words, sends nothing, and can be tried again', async () => {
  const get = vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  await show(<PasskeySignIn returnTo="/" wanted={null} />, { at: '/login' })
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await button.click()
  await expect.element(page.getByRole('status')).toMatchTextContent(/No passkey was used/u)
  expect(sentBy()).toEqual([])
  get.mockResolvedValue(signed as never)
  await button.click()
  await expect.poll(() => sentBy().length).toBe(1)
})

test('one chosen among the names in the field above signs in without the button', async () => {
  offered.mockReturnValue(true)
  const get = vi.spyOn(navigator.credentials, 'get').mockResolvedValue(signed as never)
  // Browsers offer it in a field that says so.
  document.body.insertAdjacentHTML('beforeend', '<input aria-label="Login" autocomplete="username webauthn">')
  await show(<PasskeySignIn returnTo="/" wanted={null} />, { at: '/login' })
  await expect.poll(() => sentBy().length).toBe(1)
  expect(get.mock.calls[0]?.[0]?.mediation).toBe('conditional')
})
