import { expect, onTestFinished, test, vi } from 'vitest'
import { idOf } from '#shared/testing/factories.ts'
import { pendingSignOutKey } from '../sign-out-news.ts'
import { nobody } from '../viewer.ts'
import type { AccountDevice } from './account-device.ts'
import { writeCurrent } from './current-account.ts'
import { databaseOf } from './database-of.ts'
import { deviceOpener } from './open-device.ts'
import { testBrowser } from './testing/browser.ts'

test('a device is nobody’s while a sign-out is still to be told: what another tab is deleting is not made anew', async () => {
  const me = idOf(7)
  const { databases, ports } = testBrowser()
  await writeCurrent(ports.indexedDB ?? indexedDB, me)
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === pendingSignOutKey ? '1' : null) })
  const device = await deviceOpener(ports)(nobody)
  onTestFinished(() => (device as AccountDevice).close())
  expect(device.account).toBeNull()
  expect((await databases.databases()).map(({ name }) => name)).not.toContain(databaseOf(me))
})
