import { describe, expect, test } from 'vitest'
import type { FormState } from '#shared/pages/page-data.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const wanted = { mutation: 'comments.post', values: { markdown: 'Kept words.' } }
const error = (code: 'token-invalid' | 'sign-in-failed' | 'conflict', field: string) => ({ code, reason: null, field, retryAfterMs: null })
const at = async (url: string, form: FormState | null, more = {}) =>
  (await web.render({ url, as: 'html' }, testPageData({}, { form, ...more }))).body
const actionsIn = (body: string) => [...body.matchAll(/action="\/api\/form\/(accounts\.[^"]+)"/gu)].map(([, name]) => name)
const state = (mutation: string, more: Partial<FormState> = {}): FormState => ({
  ...{ mutation, values: { email: 'ada@example.org' }, error: null, continueWith: null },
  ...more,
})

describe('without scripting', () => {
  test('the sign-in page asks for an address to mail a code to', async () => {
    const body = await at('/login?returnTo=%2Fbookmarks', null)
    expect(actionsIn(body)).toEqual(expect.arrayContaining(['accounts.signIn', 'accounts.requestSignInMail']))
    expect(/<input[^>]*name="email"[^>]*>/u.exec(body)?.[0].toLowerCase()).toContain('type="email"')
  })

  test('once that is asked for, the field for the code stands alone, and carries what was wanted', async () => {
    const body = await at('/login?returnTo=%2Fbookmarks', state('accounts.requestSignInMail', { continueWith: wanted }))
    expect(actionsIn(body)).toContain('accounts.signInWithMailedCode')
    expect(body).not.toMatch(/id="password"/u)
    const field = /<input[^>]*name="mailedCode"[^>]*>/u.exec(body)?.[0].toLowerCase() ?? ''
    expect([field.includes('autocomplete="one-time-code"'), field.includes('inputmode="numeric"')]).toEqual([true, true])
    expect(body).toContain('name="continueMutation" value="comments.post"')
    expect(body).toContain('name="returnTo" value="/bookmarks"')
    expect(body).toContain('ada@example.org')
  })

  test('a wrong code is said at its field, where it can be typed again', async () => {
    const body = await at('/login', state('accounts.signInWithMailedCode', { error: error('token-invalid', 'mailedCode') }))
    expect(actionsIn(body)).toContain('accounts.signInWithMailedCode')
    expect(body).toContain('That code is wrong or no longer works.')
  })

  test('after the right code the second factor is asked for', async () => {
    const body = await at('/login', state('accounts.signInWithMailedCode', { error: error('sign-in-failed', 'code') }))
    expect(actionsIn(body)).toContain('accounts.signInWithCode')
    expect(actionsIn(body)).not.toContain('accounts.signInWithMailedCode')
  })
})

describe('the page of the mailed link', () => {
  const url = '/emailToken/abc?for=sign-in'
  const usable = { mailedLink: 'usable' as const }

  test('has one button, and in another browser says so before a second one', async () => {
    const first = await at(url, null, usable)
    expect([actionsIn(first), first.includes('name="isElsewhere"')]).toEqual([
      expect.arrayContaining(['accounts.signInWithMailedLink']),
      false,
    ])
    const said = await at(url, state('accounts.signInWithMailedLink', { error: error('conflict', 'otherBrowser') }), usable)
    expect(said).toContain('You asked for this email in another browser.')
    expect(said).toContain('name="isElsewhere" value="yes"')
  })

  test('asks for the second factor in its own place', async () => {
    const body = await at(url, state('accounts.signInWithMailedLink', { error: error('sign-in-failed', 'code') }), usable)
    expect(actionsIn(body)).toContain('accounts.signInWithCode')
  })

  test('says that it no longer works, and leads to the sign-in page', async () => {
    const body = await at(url, null, { mailedLink: 'spent' })
    expect(body).toContain('This link no longer works')
    expect(actionsIn(body)).not.toContain('accounts.signInWithMailedLink')
    expect(body).toMatch(/href="\/login"[^>]*>Sign in</u)
  })
})
