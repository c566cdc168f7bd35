import { afterEach, expect, test } from 'vitest'
import { visitor } from '#shared/kernel/viewer.ts'
import { posts } from '#shared/posts/schema.ts'
import { setReadingPlace, setReadMark } from '#shared/reading/mutations.ts'
import { readingPlacesOf } from '#shared/reading/queries.ts'
import { aPost, idOf, member, T0 } from '#shared/testing/factories.ts'
import { marks } from '../marks.ts'
import type { AccountDevice } from './account-device.ts'
import { localReader } from './local-reader.ts'
import { deviceOpener } from './open-device.ts'
import { testBrowser } from './testing/browser.ts'

const nobody = { viewer: visitor, name: null, slug: null, votes: [] }
const meAnswer = { viewer: member(idOf(7)), name: 'Me', slug: 'me', votes: [] }
const opened: AccountDevice[] = []
afterEach(() => opened.splice(0).forEach((device) => device.close()))

const place = { quote: 'It begins', before: '', block: 3, within: 0.5, share: 0.1 }
const open = async (browser = testBrowser()) => {
  const { visitorReading } = browser.ports
  visitorReading.setMark(idOf(1), { isRead: true, seenUpTo: T0 - 5, readAt: T0 - 4 })
  visitorReading.setPlace(idOf(1), { place, isFinished: false, keptAt: T0 - 3 })
  return { browser, visitorReading, openDevice: deviceOpener(browser.ports) }
}

test('what a visitor has read without the app is known to it at once, and what the app writes for a visitor is known without it', async () => {
  const { browser, visitorReading, openDevice } = await open()
  const visitors = await openDevice(nobody)
  opened.push(visitors as AccountDevice)
  expect(marks.get().read.get(idOf(1))).toEqual({ isRead: true, seenUpTo: T0 - 5 })
  expect(await visitors.read.list(readingPlacesOf(localReader, 9))).toMatchObject([{ place, keptAt: T0 - 3 }])
  visitors.hint(posts, aPost())
  await visitors.commit(setReadMark, { postId: idOf(1), isRead: false, seenUpTo: T0 })
  await visitors.commit(setReadingPlace, { postId: idOf(1), place: { ...place, block: 4 }, isFinished: true })
  const { marks: stored, places } = visitorReading.get()
  expect(stored.get(idOf(1))).toEqual({ isRead: false, seenUpTo: T0, readAt: T0 - 4 })
  expect(places.get(idOf(1))).toEqual({ place: { ...place, block: 4 }, isFinished: true, keptAt: T0 })
  expect(browser.reports).toEqual([])
})

test('what a visitor has read without the app moves into the account at sign-in, though it never opened for the visitor', async () => {
  const { browser, openDevice } = await open()
  const account = await openDevice(meAnswer)
  opened.push(account as AccountDevice)
  // Quiet: nothing is said of them in the outbox.
  const stored = await account.exportAll()
  expect(stored).toContain('"readMarks.set"')
  expect(stored).toContain('"readingPlaces.set"')
  expect([...browser.kept.keys()].filter((key) => key.startsWith('visitor'))).toEqual([])
  expect(browser.reports).toEqual([])
})
