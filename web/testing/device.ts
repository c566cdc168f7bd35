/**
 * A member's device in memory, and the server at its other end, whose part the test plays: which
 * pages it sends, what it says of a mutation. Mutations, rules, rows and the outbox are the
 * product's own.
 */
import { afterEach } from 'vitest'
import type { Row } from '#shared/kernel/table.ts'
import type { MeAnswer } from '#shared/pages/page-data.ts'
import type { WireError } from '#shared/sync/protocol.ts'
import { idOf, member } from '#shared/testing/factories.ts'
import { openAccountDevice } from '../data/device/account-device.ts'
import type { AccountDevice } from '../data/device/account-device.ts'
import { browserPorts } from '../data/device/browser-ports.ts'
import { currentDevice } from '../data/device/current.ts'
import type { SyncDeps } from '../data/device/device-ports.ts'
import { createLoosePage } from '../data/device/testing/pages.ts'
import { forgetDeviceState } from '../data/device-state.ts'
import { forgetMarks } from '../data/marks.ts'
import { forgetMuted } from '../data/muted.ts'
import { forgetOutbox } from '../data/outbox.ts'
import { closeWords } from '../data/typed-words/local-typed-words.ts'
import { nobody, rememberMe } from '../data/viewer.ts'
import { forgetVotes } from '../data/votes.ts'
import { firstOwnId } from './own-ids.ts'

/** Who is signed in unless a test says otherwise. */
export const mia = { viewer: member(idOf(7), { karma: 100 }), name: 'Mia', slug: 'mia', votes: [] } satisfies MeAnswer

const open: AccountDevice[] = []

afterEach(() => {
  for (const device of open.splice(0)) device.close()
  currentDevice.set(null)
  closeWords()
  forgetVotes()
  forgetMarks()
  forgetMuted()
  forgetOutbox()
  forgetDeviceState()
  rememberMe(nobody)
})

/** The server has said that nobody is signed in. */
export function asVisitor(): void {
  rememberMe(nobody)
}

/** The server has said who is here; there is no device yet. */
export function asMember(me: MeAnswer = mia): void {
  rememberMe(me)
}

let opened = firstOwnId + 7_000

/**
 * Mia, with an account that no other test has: what is still under way in the one before reaches
 * nobody here.
 */
export const anotherMia = (): MeAnswer => ({ ...mia, viewer: { ...mia.viewer, userId: idOf((opened += 1)) } })

interface TestDeviceOptions {
  readonly me?: MeAnswer
  /** Over the browser's own database, where what is typed is kept; else in memory. */
  readonly isOnDisk?: boolean
}

/** A member's open device. */
export async function openTestDevice({ me = anotherMia(), isOnDisk = false }: TestDeviceOptions = {}) {
  rememberMe(me)
  const account = me.viewer.kind === 'member' ? me.viewer.userId : null
  const syncs: SyncDeps[] = []
  const ports = {
    ...browserPorts(),
    ...(isOnDisk ? {} : { indexedDB: null }),
    leave: () => undefined,
    startDocuments: () => ({ lead: () => undefined, wrote: () => undefined, stop: () => undefined }),
    startSync: (deps: SyncDeps) => {
      syncs.push(deps)
      return { nudge: () => undefined, stop: () => undefined }
    },
  }
  const device = await openAccountDevice(account, ports)
  open.push(device)
  await device.setMe(me)
  currentDevice.set(device)
  const [sync] = syncs
  if (sync === undefined) throw new Error('a visitor has no sync')
  return { device, server: serverOf(sync) }
}

const noTrouble = { via: 'socket', trouble: null, clockOffset: 0, build: null } as const

function serverOf({ core, onStatus }: SyncDeps) {
  const sendPage = createLoosePage(core)
  return {
    /** Rows of a shape that the device follows, as a page of it. */
    sends: (shape: string, rows: readonly (readonly [kind: string, row: Row])[]) => sendPage(shape, rows),
    /** The mutation with this number in the queue is refused for good. */
    async refuses(n: number, error: WireError): Promise<void> {
      const { session } = (await core.greet(null)).value
      // Nobody answers what was never offered.
      await core.offer(session)
      await core.takeResults(session, [{ t: 'result', n, outcome: 'rejected', error, seq: 0, shapes: [], current: null, afterMs: null }])
    },
    isReached: (isReached: boolean) => onStatus({ ...noTrouble, link: isReached ? 'on' : 'off' }, true),
  }
}
