import { afterEach, beforeEach, expect, test } from 'vitest'
import { links } from '#shared/links.ts'
import { openTestDevice } from '../testing/device.ts'
import { nextId, showHtml } from '../testing/dom.tsx'
import { network } from '../testing/network.ts'
import { databaseOf } from './device/database-of.ts'
import { currentDevice } from './device/current.ts'
import { finishPendingSignOut, payWhenBack, signOutLocally } from './forget.ts'
import { keepNow } from './saved-text.ts'
import { isOver } from './typed-words/local-typed-words.ts'
import { marks } from './marks.ts'
import { outbox } from './outbox.ts'
import { pendingSignOutKey, hearSignOut } from './sign-out-news.ts'

const path = links.form('accounts.signOut')
const isSignOutPending = () => localStorage.getItem(pendingSignOutKey) !== null

/** A member is signed in, with something of theirs everywhere that a browser keeps things. */
async function signedIn() {
  network.answers(path, { json: { ok: true, location: '/' } })
  const { device, server } = await openTestDevice()
  await device.drafts.save(`comment:${nextId()}:`, { markdown: 'Begun' }, Date.now())
  for (const name of ['pictures', 'tools', 'workbox-precache-v2']) await (await caches.open(name)).put('/a-file', new Response(name))
  localStorage.setItem('kept:comment:p:', '{"values":{"markdown":"secret"},"at":1}')
  localStorage.setItem('anything-new', 'of theirs')
  sessionStorage.setItem('visit', '1')
  return { device, server }
}

/** A database of that name with something in it. */
async function makeDatabase(name: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const opening = indexedDB.open(name, 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('rows'))
  opening.addEventListener('error', () => reject(opening.error ?? new Error(name)))
  opening.addEventListener('success', () => {
    opening.result.close()
    resolve()
  })
  return promise
}
const databases = async () => (await indexedDB.databases()).flatMap(({ name }) => name ?? [])

beforeEach(() => isOver.set(false))
afterEach(async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  for (const name of await databases()) indexedDB.deleteDatabase(name)
})

test('signing out leaves no cache but the build’s own files', async () => {
  await signedIn()
  await signOutLocally()
  expect(await caches.keys()).toEqual(['workbox-precache-v2'])
})

test('signing out empties the device', async () => {
  const { device } = await signedIn()
  await signOutLocally()
  expect(await device.drafts.list()).toEqual([])
  expect(currentDevice.get()).toBeNull()
})

test('signing out leaves nothing of the person in storage', async () => {
  await signedIn()
  await signOutLocally()
  expect(Object.keys(localStorage)).toEqual([])
  expect(sessionStorage).toHaveLength(0)
})

test('how pages look, the keys, and what was said to installing stay', async () => {
  await signedIn()
  for (const key of ['look', 'keys', 'install']) localStorage.setItem(key, '{}')
  await signOutLocally()
  expect(Object.keys(localStorage).toSorted()).toEqual(['install', 'keys', 'look'])
})

test('signing out leaves nothing of the person in this page’s memory', async () => {
  await signedIn()
  await signOutLocally()
  expect(marks.get().isKnown).toBe(false)
  expect(outbox.get().waiting).toEqual([])
})

test('what stands in a field after signing out is kept no more', async () => {
  await signedIn()
  await signOutLocally()
  const form = showHtml('<form data-keep="comment:p:"><textarea name="markdown"></textarea></form>').querySelector('form')
  const field = form?.querySelector('textarea')
  if (!form || !field) throw new Error('no form')
  field.value = 'secret'
  await keepNow(form)
  expect(Object.keys(localStorage)).toEqual([])
})

test('another account’s unsent work stays', async () => {
  await signedIn()
  localStorage.setItem('device-mark:somebody-else', '3')
  await signOutLocally()
  expect(Object.keys(localStorage)).toEqual(['device-mark:somebody-else'])
})

test('other tabs hear of a sign-out', async () => {
  await signedIn()
  let heard = 0
  const stop = hearSignOut(() => (heard += 1))
  await signOutLocally()
  await expect.poll(() => heard).toBe(1)
  stop()
})

test('a sign-out without a connection wipes all the same, and the server is told of it later', async () => {
  await signedIn()
  network.isOffline = true
  await signOutLocally()
  expect(await caches.keys()).toEqual(['workbox-precache-v2'])
  expect(Object.keys(localStorage)).toEqual([pendingSignOutKey])
  network.isOffline = false
  expect(await finishPendingSignOut()).toBe(true)
  expect(isSignOutPending()).toBe(false)
})

test('the server is told as soon as the network is back', async () => {
  await signedIn()
  network.isOffline = true
  await signOutLocally()
  payWhenBack()
  await expect.poll(() => network.asked(path)).toHaveLength(2)
  network.isOffline = false
  dispatchEvent(new Event('online'))
  await expect.poll(isSignOutPending).toBe(false)
})

test('a captive portal’s 200 is no sign-out', async () => {
  localStorage.setItem(pendingSignOutKey, '1')
  network.answers(path, { text: '<p>Pay for the network</p>' })
  expect(await finishPendingSignOut()).toBe(false)
  expect(isSignOutPending()).toBe(true)
})

test('a server that fails leaves the sign-out pending', async () => {
  localStorage.setItem(pendingSignOutKey, '1')
  network.answers(path, { status: 503, json: {} })
  expect(await finishPendingSignOut()).toBe(false)
  expect(isSignOutPending()).toBe(true)
})

test('without a sign-out that is pending nobody is asked', async () => {
  expect(await finishPendingSignOut()).toBe(true)
  expect(network.asked()).toEqual([])
})

test('being closed half way leaves nobody signed in without knowing it', async () => {
  await signedIn()
  const answer = network.holds(path, { json: { ok: true } })
  const done = signOutLocally()
  expect(isSignOutPending()).toBe(true)
  answer()
  await done
})

test('where the device cannot wipe itself, its database goes by name, and the pages of a visitor, and nobody else’s', async () => {
  const { device } = await signedIn()
  const mine = databaseOf(device.account)
  await makeDatabase(mine)
  await makeDatabase(databaseOf('somebody-else'))
  await makeDatabase('lyceum:public')
  currentDevice.set({
    ...device,
    wipe: async () => {
      throw new Error('it does not answer')
    },
  })
  await signOutLocally()
  expect(await databases()).not.toContain(mine)
  expect(await databases()).not.toContain('lyceum:public')
  expect(await databases()).toContain(databaseOf('somebody-else'))
})
