import { describe, expect, test } from 'vitest'
import type { FormState, OwnFacts } from '#shared/pages/page-data.ts'
import { T0, idOf, member } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const plain = testPageData({})
const site = { ...plain.site, provider: 'Harbour ID' }
const form = (mutation: string, more: Partial<FormState> = {}): FormState => ({
  mutation,
  values: {},
  error: null,
  continueWith: null,
  ...more,
})
const refusal = (code: 'token-invalid' | 'sign-in-failed' | 'conflict', field: string) => ({
  code,
  reason: null,
  field,
  retryAfterMs: null,
})
const at = async (url: string, more = {}) => (await web.render({ url, as: 'html' }, testPageData({}, { site, ...more }))).body
const actionsIn = (body: string) => [...body.matchAll(/action="\/api\/form\/(accounts\.[^"]+)"/gu)].map(([, name]) => name)

describe('an OpenID provider', () => {
  test('the sign-in page offers it where there is one, with where to go afterwards', async () => {
    const body = await at('/login?returnTo=%2Fdrafts')
    expect(body).toContain('Continue with Harbour ID')
    expect(actionsIn(body)).toContain('accounts.startProviderSignIn')
    expect(body).toContain('name="returnTo" value="/drafts"')
    expect(await at('/login', { site: plain.site })).not.toContain('accounts.startProviderSignIn')
  })

  test('who came with words to send is not led away from them', async () => {
    const wanted = { mutation: 'comments.post', values: { markdown: 'Kept words.' } }
    expect(actionsIn(await at('/login', { form: form('accounts.signIn', { continueWith: wanted }) }))).not.toContain(
      'accounts.startProviderSignIn',
    )
  })

  test('back from it one goes on, types the second factor, or chooses a user name', async () => {
    const back = '/login?mode=provider&step=signIn'
    expect(actionsIn(await at(back))).toContain('accounts.signInByProvider')
    const asked = await at(back, { form: form('accounts.signInByProvider', { error: refusal('sign-in-failed', 'code') }) })
    expect(actionsIn(asked)).toContain('accounts.signInWithCode')
    const late = await at(back, { form: form('accounts.signInByProvider', { error: refusal('token-invalid', 'provider') }) })
    expect(late).toContain('start over on the sign-in page')
    const newcomer = await at('/login?mode=provider&step=signUp')
    expect(newcomer).toContain('>Sign up</h1>')
    expect([actionsIn(newcomer).includes('accounts.signUpByProvider'), newcomer.includes('name="email"')]).toEqual([true, false])
    expect(newcomer).toContain('By signing up you agree to the <a href="/terms">terms of use</a>.')
    expect(await at('/login?mode=provider&step=signUpEmail')).toContain('name="email"')
  })

  test('the Security tab links it after the password, and unlinks each', async () => {
    const own: OwnFacts = {
      ...{ userId: idOf(100), userName: 'ada', displayName: 'Ada', slug: 'ada', bio: '', email: 'ada@example.org' },
      ...{
        emailVerifiedAt: T0,
        karma: 3,
        sessions: [],
        linked: [{ id: 'i'.repeat(43), label: 'ada@harbour.example', createdAt: T0, lastUsedAt: null }],
      },
    }
    const tab = (more = {}) => at('/account?tab=security', { viewer: member(idOf(100)), own, ...more })
    const body = await tab()
    expect(actionsIn(body)).toEqual(expect.arrayContaining(['accounts.linkProvider', 'accounts.unlinkProvider']))
    expect(body).toContain('ada@harbour.example')
    const refused = form('accounts.unlinkProvider', { values: { id: 'i'.repeat(43) }, error: refusal('conflict', 'onlyWayIn') })
    expect(await tab({ form: refused })).toContain('This is the only way into your account.')
    expect(actionsIn(await tab({ site: plain.site }))).not.toContain('accounts.linkProvider')
  })
})
