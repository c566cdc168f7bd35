/**
 * What a form refuses, the mutation refuses too: each bad value is sent past the form, as a script
 * would.
 */
import { describe, expect, test } from 'vitest'
import { idOf } from '#shared/testing/factories.ts'
import { featureSite } from './testing/feature-site.ts'

describe('past its form', () => {
  test.each([
    ['the site’s name as a display name', 'accounts.updateProfile', { displayName: 'Night Harbour' }, 'taken', 'displayName'],
    ['the site’s name with other spaces', 'accounts.updateProfile', { displayName: 'night-harbour' }, 'taken', 'displayName'],
    ['the site’s name in look-alike letters', 'accounts.updateProfile', { displayName: 'Nіght Hаrbоur' }, 'invalid', 'displayName'],
    ['an administrator’s name', 'accounts.updateProfile', { displayName: 'Administration' }, 'taken', 'displayName'],
    ['a chance over 100', 'predictions.set', { postId: idOf(900), questionUid: 'a', percent: 101 }, 'invalid', 'percent'],
  ])('%s is refused', async (_what, name, args, code, field) => {
    const site = await featureSite()
    const ada = site.browser()
    await ada.signUp('Ada')
    const answer = await ada.send('POST', `/api/mutations/${name}`, { 'content-type': 'application/json' }, JSON.stringify({ args }))
    expect(JSON.parse(answer.text)).toMatchObject({ outcome: 'rejected', error: { code, field } })
    expect((await ada.me()).name).toBe('Ada')
  })

  test('a good display name is taken', async () => {
    const site = await featureSite()
    const ada = site.browser()
    await ada.signUp('Ada')
    const body = JSON.stringify({ args: { displayName: 'Ada Byron' } })
    expect((await ada.send('POST', '/api/mutations/accounts.updateProfile', { 'content-type': 'application/json' }, body)).status).toBe(200)
  })
})
