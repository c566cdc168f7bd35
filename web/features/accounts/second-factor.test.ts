import { describe, expect, test } from 'vitest'
import type { FormState, OwnFacts } from '#shared/pages/page-data.ts'
import { T0, idOf, member } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const own: OwnFacts = {
  ...{ userId: idOf(100), userName: 'ada', displayName: 'Ada', slug: 'ada', bio: '', email: 'ada@example.org' },
  ...{ emailVerifiedAt: T0, karma: 3, sessions: [] },
}
const refused = (mutation: string, field: string, values: FormState['values'] = {}): FormState => ({
  ...{ mutation, values, continueWith: null },
  error: { code: mutation === 'accounts.signIn' ? 'sign-in-failed' : 'token-invalid', reason: null, field, retryAfterMs: null },
})
const shown = (mutation: string, values: FormState['values']): FormState => ({ mutation, values, error: null, continueWith: null })
const at = (url: string, data: ReturnType<typeof testPageData>) => web.render({ url, as: 'html' }, data)
const tab = (isOn: boolean, form: FormState | null = null, recoveryCodesLeft = isOn ? 10 : 0) =>
  at(
    '/account?tab=security',
    testPageData({}, { viewer: member(idOf(100)), own: { ...own, secondFactor: { isOn, recoveryCodesLeft } }, form }),
  )
const actionsIn = (body: string) => [...body.matchAll(/action="\/api\/form\/(accounts\.[^"]+)"/gu)].map(([, name]) => name)

describe('signing in', () => {
  test('after a right password the form for the code stands in the place of the password’s, and carries what was wanted', async () => {
    const wanted = { mutation: 'comments.post', values: { markdown: 'Kept words.' } }
    const form = { ...refused('accounts.signIn', 'code'), continueWith: wanted }
    const { body } = await at('/login?returnTo=%2Fbookmarks', testPageData({}, { form }))
    expect(actionsIn(body)).toContain('accounts.signInWithCode')
    expect(actionsIn(body)).not.toContain('accounts.signIn')
    expect(body).toMatch(/<input[^>]*name="code"[^>]*>/u)
    expect(/<input[^>]*name="code"[^>]*>/u.exec(body)?.[0].toLowerCase()).toContain('autocomplete="one-time-code"')
    expect(body).toContain('name="returnTo" value="/bookmarks"')
    expect(body).toContain('name="continueMutation" value="comments.post"')
    expect(body).not.toContain('Wrong username or password.')
  })

  test('a wrong code is said at its field; a wrong password asks for it again', async () => {
    const wrong = await at('/login', testPageData({}, { form: refused('accounts.signInWithCode', 'code') }))
    expect(wrong.body).toContain('That code is wrong, or was already used.')
    expect(wrong.body).toContain('href="/login">Start over')
    const error = { code: 'sign-in-failed', reason: null, field: null, retryAfterMs: null } as const
    const { body } = await at('/login', testPageData({}, { form: { ...shown('accounts.signIn', {}), error } }))
    expect(actionsIn(body)).toContain('accounts.signIn')
  })
})

describe('the tab of the account', () => {
  test('setting it up asks for the password, then shows the picture, the key and the link once', async () => {
    const { body } = await tab(false)
    expect(actionsIn(body)).toContain('accounts.startSecondFactor')
    const values = { secret: 'ABCD EFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH', path: 'M4 4h1v1h-1z', side: '29' }
    for (const form of [shown('accounts.startSecondFactor', values), refused('accounts.confirmSecondFactor', 'code', values)]) {
      const page = (await tab(false, form)).body
      expect(page).toContain('href="otpauth://totp/x?secret=ABCDEFGH"')
      expect(page).toContain('>ABCD EFGH</code>')
      expect(page).toContain('<path d="M4 4h1v1h-1z"')
      expect(actionsIn(page)).toContain('accounts.confirmSecondFactor')
    }
  })

  test('recovery codes stand in the answer that made them', async () => {
    const { body } = await tab(true, shown('accounts.confirmSecondFactor', { recoveryCodes: 'abcd-efgh ijkl-mnop' }))
    expect(body).toContain('<code>abcd-efgh</code>')
    expect((await tab(true)).body).not.toContain('<code>')
  })

  test('where it is on, it says how many recovery codes are left, and has the forms to renew them and to turn it off', async () => {
    const { body } = await tab(true, null, 7)
    expect(body).toContain('You have 7 of 10 recovery codes left.')
    expect(actionsIn(body)).toEqual(expect.arrayContaining(['accounts.replaceRecoveryCodes', 'accounts.endSecondFactor']))
    const again = (await tab(true, refused('accounts.endSecondFactor', 'code'))).body
    expect(again).toMatch(/<details[^>]*open=""[^>]*><summary>Turn off/u)
  })
})

test('staff who owe a second factor are led to it from the pages of the staff', async () => {
  const viewer = { ...member(idOf(100)), owesSecondFactor: true as const }
  expect(await at('/admin', testPageData({}, { viewer, own }))).toMatchObject({ status: 302, location: '/account?tab=security' })
  expect(await at('/admin', testPageData({}, { viewer: member(idOf(100)), own }))).toMatchObject({ status: 403 })
})
