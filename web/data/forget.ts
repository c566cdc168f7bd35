/**
 * Signing out: of everything that a person has on this device nothing stays, in any tab, whether or
 * not the server can be reached. One mark that says nothing about anybody remembers that the server
 * has not heard of it yet: `finishPendingSignOut` makes it the next request. Relies on the device's
 * own `wipe`, and does the same by hand where the device cannot be had. Never touches another
 * account's database.
 */
import { links } from '#shared/links.ts'
import { currentMark, markRank } from './rank-mark.ts'
import { bringDevice } from './device/bring.ts'
import { databaseOf } from './device/database-of.ts'
import { writeCurrent } from './device/current-account.ts'
import { currentDevice } from './device/current.ts'
import { forgetDocuments } from './documents/document-files.ts'
import { forgetPictures, picturesMark } from './own-pictures/picture-files.ts'
import { forgetDeviceState } from './device-state.ts'
import { forgetMarks } from './marks.ts'
import { forgetMuted } from './muted.ts'
import { forgetOutbox } from './outbox.ts'
import { forgetErrorReports } from './reports/forget-reports.ts'
import { pendingSignOutKey, owesSignOut, notifyOtherTabs } from './sign-out-news.ts'
import { forgetBridged } from './typed-words/bridge.ts'
import { closeWords, isOver } from './typed-words/local-typed-words.ts'
import { currentMe } from './viewer.ts'
import { forgetVotes } from './votes.ts'
import { within } from './within.ts'

/**
 * What stays says nothing about this person: how pages look and which keys do what, that a sign-out
 * is pending, that feedback waits to be sent, what was said to installing, and how much unsent work
 * another account has in its own database.
 */
const stays = (key: string): boolean =>
  ['look', 'keys', pendingSignOutKey, 'unreported-waits', 'install'].includes(key) || key.startsWith('device-mark:')
const patienceMs = 4_000

/**
 * Wipes this device and ends the session. Resolves when nothing of the person is left here; then
 * the page has to begin anew.
 */
export async function signOutLocally(): Promise<void> {
  // First, so that being closed half way leaves nobody signed in without knowing it.
  store((storage) => storage.setItem(pendingSignOutKey, '1'))
  await wipeDevice()
  notifyOtherTabs()
  await finishPendingSignOut()
}

/**
 * Ends the session of somebody who signed out where nobody could be reached. Called before any
 * other request.
 * @returns `false` when it is still pending: until it is paid the reader is a visitor, whatever the
 *   cookie says.
 */
export async function finishPendingSignOut(): Promise<boolean> {
  if (!owesSignOut()) return true
  try {
    const response = await fetch(links.form('accounts.signOut'), {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(),
      signal: AbortSignal.timeout(8_000),
    })
    // Only the site's own server answers so; a captive portal says 200 to everything, and has heard
    // of nothing.
    if (!response.ok || response.headers.get('content-type')?.startsWith('application/json') !== true) return false
    store((storage) => storage.removeItem(pendingSignOutKey))
    return true
  } catch {
    return false // nobody could be reached: it stays pending
  }
}

const firstPauseMs = 2_000
const longestPauseMs = 60_000

/**
 * Goes on trying while this page stands: when the network comes back, and now and then, since a
 * server may be away while the network is there.
 */
export function payWhenBack(): void {
  let pauseMs = firstPauseMs
  const again = async () => {
    if (await finishPendingSignOut()) return removeEventListener('online', now)
    setTimeout(() => void again(), pauseMs)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }
  const now = () => void finishPendingSignOut()
  addEventListener('online', now)
  // The network may have come back while the page was still on its way.
  void again()
}

async function wipeDevice(): Promise<void> {
  // A form that is typed in meanwhile would make the database anew.
  isOver.set(true)
  closeWords()
  // Each on its own: one that fails must not keep the others.
  await Promise.allSettled([wipeDatabase(), forgetCaches(), notifyWorker(), within(patienceMs, forgetErrorReports())])
  currentDevice.set(null)
  markRank(false, currentMark())
  forgetMemory()
  store((storage) => {
    for (const key of Object.keys(storage)) if (!stays(key)) storage.removeItem(key)
  })
  try {
    sessionStorage.clear()
  } catch {
    // Storage is forbidden: nothing is there.
  }
}

/**
 * By the device, which tells the other tabs to let go; where it cannot be had (its part of the app
 * did not come), by the database's name.
 */
async function wipeDatabase(): Promise<void> {
  const { viewer } = currentMe()
  const account = viewer.kind === 'member' ? viewer.userId : null
  const device = currentDevice.get() ?? (await within(patienceMs, bringDevice(currentMe())))
  try {
    if (device === undefined) throw new Error('no device')
    await device.wipe()
  } catch {
    // Of the worker (web/worker/public-pages.ts): what was read before signing in.
    await within(patienceMs, deleted('lyceum:public'))
    if (account === null) return
    await within(patienceMs, deleted(databaseOf(account)))
    await within(patienceMs, forgetDocuments(indexedDB, account, []))
    await within(patienceMs, forgetPictures(indexedDB, account))
    await within(patienceMs, writeCurrent(indexedDB, null))
    for (const mark of [account, picturesMark(account)]) store((storage) => storage.removeItem(`device-mark:${mark}`))
  }
}

function deleted(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.addEventListener('success', () => resolve())
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
  })
}

function forgetMemory(): void {
  forgetBridged()
  forgetVotes()
  forgetMarks()
  forgetMuted()
  forgetOutbox()
  forgetDeviceState()
}

/** The build's own files may stay: they are the same for all. */
async function forgetCaches(): Promise<void> {
  if (!('caches' in globalThis)) return
  const names = await caches.keys()
  await Promise.all(names.filter((name) => !name.includes('precache')).map((name) => caches.delete(name)))
}

/** What the worker has shown goes, and the number on the app's icon. */
async function notifyWorker(): Promise<void> {
  navigator.serviceWorker?.controller?.postMessage('forget')
  void navigator.clearAppBadge?.().catch(() => undefined) // no icon to take it from
}

/** `undefined` where storage is forbidden. */
function store<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(localStorage)
  } catch {
    return undefined
  }
}
