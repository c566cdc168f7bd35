import { beforeEach, expect, test } from 'vitest'
import type { ApiSite } from './testing/api-site.ts'
import type { Browser } from '#server/features/testing/feature-site.ts'
import { keysOf as keysIn } from '#shared/api/key-records.ts'
import { goodPassword, shownForm } from '#server/features/testing/feature-site.ts'
import { apiSite, makeKey } from './testing/api-site.ts'
import { dayMs } from '#shared/kernel/durations.ts'

let site: ApiSite
let ben: Browser
beforeEach(async () => {
  site = await apiSite()
  ben = site.browser()
  await ben.signUp('Ben')
})

test('making one asks for the password, and its owner is told by mail', async () => {
  const endsOn = new Date(site.clock.now + dayMs).toISOString().slice(0, 10)
  const make = (password: string) => ben.form('api.makeKey', { from: '/account?tab=keys', name: 'Robot', endsOn, read: 'on', password })
  const wrong = await make('not his')
  expect([wrong.status, shownForm(wrong)]).toMatchObject([
    400,
    { mutation: 'api.makeKey', values: { name: 'Robot', read: 'on' }, error: { code: 'sign-in-failed', field: 'password' } },
  ])
  expect(wrong.text).not.toMatch(/lyceum_key_|not his/u)
  const { viewer } = await ben.me()
  const keys = () => site.store.read((read) => read.list(keysIn(viewer.userId ?? '')))
  expect(await keys()).toEqual([])
  expect((await make(goodPassword)).text).toMatch(/lyceum_key_/u)
  expect(await keys()).toHaveLength(1)
  const mail = (await site.mails()).find(({ subject }) => subject === 'Night Harbour: a new API key')
  expect(mail?.to).toBe('ben@example.org')
  expect(mail?.text).toContain('"Robot"')
  expect(mail?.text).not.toContain('lyceum_key_')
  for (let n = 0; n < 6; n += 1) await make('not his')
  expect((await make(goodPassword)).status).toBe(429)
})

test('a member has at most twenty keys, each of its own name, and sees the secret once', async () => {
  const first = await makeKey(ben, site.clock.now, ['read'], 'Key 0')
  expect(first).toMatch(/^lyceum_key_/u)
  expect(await makeKey(ben, site.clock.now, ['read'], 'Key 0')).toBe('')
  for (let n = 1; n < 20; n += 1) expect(await makeKey(ben, site.clock.now, ['read'], `Key ${n}`)).not.toBe('')
  expect(await makeKey(ben, site.clock.now, ['read'], 'Key 20')).toBe('')
  expect(await makeKey(ben, site.clock.now, [], 'No scope')).toBe('')
  expect((await ben.get('/account?tab=keys')).text).not.toContain(first)
})
