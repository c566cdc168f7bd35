import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { members } from '#shared/accounts/schema.ts'
import { links } from '#shared/links.ts'
import { settingsOf } from '#shared/notifications/queries.ts'
import { onboardings } from '#shared/accounts/onboarding-schema.ts'
import { profilePictures } from '#shared/pictures/profile-picture-schema.ts'
import { subscriptionId, subscriptions } from '#shared/subscriptions/schema.ts'
import { T0, idOf } from '#shared/testing/factories.ts'
import { textPlaces } from '../pictures/text-places.ts'
import type { Browser, FeatureSite } from '../testing/feature-site.ts'
import { featureSite } from '../testing/feature-site.ts'

let site: FeatureSite
let ada: Browser
let id: string
beforeEach(async () => {
  site = await featureSite()
  ada = site.browser()
  await ada.signUp('Ada')
  id = (await ada.me()).viewer.userId ?? ''
})

const src = links.picture(idOf(7))
const row = () => site.store.read((read) => read.get(onboardings, id))
const picture = () => site.store.read((read) => read.get(profilePictures, id))
const hasLine = async (): Promise<boolean> => JSON.stringify(await ada.me()).includes('hasFirstSteps')
const step = async (name: string, fields: Readonly<Record<string, string>>) => {
  const answer = await ada.form(name, fields)
  return [answer.status, answer.headers['location']]
}

async function upload(): Promise<void> {
  const bytes = await sharp({ create: { width: 1_000, height: 600, channels: 3, background: '#7a6' } })
    .png()
    .toBuffer()
  expect((await ada.send('PUT', src, { accept: 'application/json', 'content-type': 'image/png' }, bytes)).status).toBe(201)
}

test('who signs up has accepted the terms, and begins with the first step', async () => {
  expect(await row()).toEqual({ id, step: 'profile', startedAt: T0, endedAt: null, termsAcceptedAt: T0 })
  expect(await hasLine()).toBe(true)
})

test('each step saves and goes on where the next is; the last one leads to where one came from', async () => {
  const profile = { displayName: 'Ada L.', bio: 'Reads tides.', src: '', x: '', y: '', width: '', returnTo: '/drafts', from: '/welcome' }
  expect(await step('accounts.setUpProfile', profile)).toEqual([303, '/welcome?returnTo=%2Fdrafts'])
  expect(await site.store.read((read) => read.get(members, id))).toMatchObject({ displayName: 'Ada L.', bio: 'Reads tides.' })
  expect((await row())?.step).toBe('follow')
  expect(await step('onboarding.goTo', { step: 'notify', returnTo: '/drafts' })).toEqual([303, '/welcome?returnTo=%2Fdrafts'])
  expect(await step('onboarding.chooseNotices', { ownComments: 'on', curated: 'on', returnTo: '/drafts' })).toEqual([303, '/drafts'])
  const chosen = await site.store.read(async (read) => ({
    settings: await settingsOf(read, id),
    curated: await read.get(subscriptions, subscriptionId(id, 'curated', 'site')),
  }))
  expect(chosen.settings).toMatchObject({ ownPosts: false, ownComments: true, noEmails: true })
  expect(chosen.curated?.state).toBe('on')
  expect(await row()).toMatchObject({ endedAt: T0, termsAcceptedAt: T0 })
  expect(await hasLine()).toBe(false)
})

test('all of it can be dismissed, and leads to no other site', async () => {
  expect(await step('onboarding.goTo', { step: 'end', returnTo: '//evil.example' })).toEqual([303, '/'])
  expect(await hasLine()).toBe(false)
})

test('a name that is taken goes no step on, and what was typed stands in the answer', async () => {
  await site.browser().signUp('Eve')
  const fields = { displayName: 'Eve', bio: 'Mine', src: '', x: '', y: '', width: '', returnTo: '/', from: '/welcome' }
  expect((await step('accounts.setUpProfile', fields))[0]).toBe(409)
  expect((await row())?.step).toBe('profile')
})

test('a picture is set with its square in the first step, kept by the next save, and removed there', async () => {
  await upload()
  const fields = { displayName: 'Ada', bio: '', src, x: '20', y: '0', width: '60', returnTo: '/', from: '/welcome' }
  expect((await step('accounts.setUpProfile', fields))[0]).toBe(303)
  expect(await picture()).toMatchObject({ src, width: 1_000, height: 600, crop: { x: 20, y: 0, width: 60 }, changedAt: T0 })
  site.clock.now += 9
  await step('accounts.setUpProfile', fields)
  expect((await picture())?.changedAt).toBe(T0)
  await step('accounts.setUpProfile', { ...fields, src: '', x: '', y: '', width: '' })
  expect(await picture()).toBeUndefined()
})

test('a picture goes with the upload that a moderator takes off the site, and is not erased as unused', async () => {
  await upload()
  expect((await ada.form('profilePictures.set', { src, x: '0', y: '0', width: '60', from: '/account?tab=profile' })).status).toBe(303)
  expect(textPlaces.map(({ table }) => table.name)).toContain('profile_pictures')
  const staff = site.browser()
  await staff.signUp('Mo')
  const moId = (await staff.me()).viewer.userId ?? ''
  await site.store.write(async ({ tx }) => {
    const mo = await tx.get(members, moId)
    if (mo !== undefined) await tx.put(members, { ...mo, groups: ['moderators'] })
  })
  const eve = site.browser()
  await eve.signUp('Eve')
  expect((await eve.form('profilePictures.remove', { id, from: '/' })).status).toBe(403)
  expect(await picture()).toBeDefined()
  expect((await staff.form('pictures.remove', { pictureId: idOf(7), postId: idOf(1) })).status).toBe(303)
  expect(await picture()).toBeUndefined()
})
