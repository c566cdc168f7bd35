/**
 * Whose device this is. One at a time is open; it changes only when somebody else has signed in, or
 * when nobody is here any more because the device was wiped. A session that has ended changes
 * nothing: the account's work waits on its device until the same account signs in.
 */
import type { MeAnswer } from '#shared/pages/page-data.ts'
import { deviceTables } from '#shared/device-registry.ts'
import { changeDeviceState, forgetDeviceState } from '../device-state.ts'
import { forgetMarks } from '../marks.ts'
import { forgetMuted } from '../muted.ts'
import { forgetOutbox } from '../outbox.ts'
import { owesSignOut } from '../sign-out-news.ts'
import { forgetVotes } from '../votes.ts'
import type { AccountDevice } from './account-device.ts'
import type { Device } from './device-api.ts'
import type { DevicePorts } from './device-ports.ts'
import { openAccountDevice } from './account-device.ts'
import { databaseOf } from './database-of.ts'
import { readCurrent, writeCurrent } from './current-account.ts'
import { openRoom } from './rooms.ts'
import { troubleWords } from './trouble-words.ts'
import { forgetVisitorsOwn, readVisitorsOwn, takeVisitorReading } from './visitors-own.ts'

export type OpenDevice = (me: MeAnswer | null) => Promise<Device>

export function deviceOpener(ports: DevicePorts): OpenDevice {
  let open: AccountDevice | null = null
  let last: Promise<unknown> = Promise.resolve()

  async function accountFor(me: MeAnswer | null): Promise<string | null> {
    if (me?.viewer.kind === 'member') return me.viewer.userId
    return open === null || open.isClosed() ? lastSignedIn() : open.account
  }

  async function lastSignedIn(): Promise<string | null> {
    // Another tab may still be deleting what that account had here: opened, it would be made anew.
    if (ports.indexedDB === null || owesSignOut()) return null
    try {
      return (await readCurrent(ports.indexedDB))?.account ?? null
    } catch (error) {
      ports.report(error)
      return null
    }
  }

  async function become(account: string | null): Promise<AccountDevice> {
    const before = open
    before?.close()
    open = null
    // Nothing of whoever was here before may be seen.
    forgetOutbox()
    forgetMarks()
    forgetMuted()
    if (before !== null && before.account !== null) forgetVotes()
    forgetDeviceState()
    const device = await openAccountDevice(account, ports)
    if (ports.indexedDB !== null) await writeCurrent(ports.indexedDB, account).catch(ports.report)
    return device
  }

  /** What was marked and begun here before signing in goes along; twice does no harm. */
  async function importFromVisitor(device: AccountDevice): Promise<void> {
    const silent = { onChange: () => {}, onTrouble: () => {}, onBlocked: () => {} }
    const { store, inMemory } = await openRoom({ ports, database: databaseOf(null), tables: deviceTables, ...silent })
    try {
      await takeVisitorReading(store, ports.visitorReading)
      const own = await readVisitorsOwn(store)
      if (inMemory !== null || own.mutations.length + own.drafts.length === 0) return
      await device.adopt(own)
      await forgetVisitorsOwn(store)
      ports.visitorReading.clear()
    } finally {
      store.close()
    }
  }

  async function openFor(me: MeAnswer | null): Promise<Device> {
    const account = await accountFor(me)
    if (open === null || open.isClosed() || open.account !== account) {
      open = await become(account)
      if (account !== null) await importFromVisitor(open).catch(ports.report)
    }
    if (me !== null) await open.setMe(me)
    if (me !== null && me.viewer.kind === 'visitor' && account !== null) changeDeviceState({ link: 'auth' })
    return open
  }

  return (me) => {
    const turn = last.then(() => openFor(me))
    last = turn.catch((error: unknown) => {
      ports.report(error)
      changeDeviceState({ status: 'lost', trouble: troubleWords('none') })
    })
    return turn
  }
}
