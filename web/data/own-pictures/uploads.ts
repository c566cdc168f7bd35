/**
 * Brings what was added here to the server: in one tab of a profile, the leader, one picture after
 * another, whenever the server can be reached, until each is stored or refused for good. The id is
 * the picture's own, so that one that is sent twice has one effect. Nothing that was not stored is
 * ever given up; what was stored stays for reading offline, within bounds.
 */
import type { PictureFault } from '#shared/pictures/words.ts'
import { retryPause } from '#shared/sync/rate-limit.ts'
import type { Timers } from '../sync/alarms.ts'
import { Alarms } from '../sync/alarms.ts'
import type { PictureFact, PictureFiles } from './picture-files.ts'
import type { PictureState } from './picture-states.ts'
import { dayMs } from '#shared/kernel/durations.ts'

/** `off`: nobody could be reached. `ended`: nobody, or somebody else, is signed in. */
export type Sent =
  | { readonly kind: 'stored' | 'off' | 'ended' }
  | { readonly kind: 'later'; readonly afterMs: number }
  | { readonly kind: 'refused'; readonly fault: PictureFault }

export interface UploadPorts {
  readonly files: PictureFiles
  readonly send: (fact: PictureFact, bytes: Blob, onPart: (part: number) => void) => Promise<Sent>
  /** This tab leads, and the server can be reached. */
  readonly isReady: () => boolean
  readonly tell: (id: string, state: PictureState) => void
  readonly timers: Timers & { readonly now: () => number }
  readonly random: () => number
  readonly report: (error: unknown) => void
}

export interface Uploads {
  /**
   * Something may have changed: a picture was added, the network is back, this tab leads. Resolves
   * when there is nothing to do now.
   */
  wake(): Promise<void>
  stop(): void
}

/** Of pictures that the server has: what is kept here for reading without a network. */
const keptBytes = 60_000_000
const retentionMs = 30 * dayMs

export function startUploads(ports: UploadPorts): Uploads {
  const { files, timers, tell } = ports
  const alarms = new Alarms<'again'>(timers)
  let running: Promise<void> | null = null
  let isAsked = false
  let isStopped = false
  let tries = 0

  const again = (ms: number) => alarms.set('again', ms, () => void wake())

  /** @returns whether to go on at once. */
  async function sendOne(fact: PictureFact): Promise<boolean> {
    const bytes = await files.bytes(fact.id)
    if (bytes === null) {
      await files.change(fact.id, () => null)
      return true
    }
    tell(fact.id, { kind: 'sending', part: 0 })
    const sent = await ports.send(fact, bytes, (part) => tell(fact.id, { kind: 'sending', part }))
    // Signed out meanwhile: to note it would make the database again that was deleted.
    if (isStopped) return false
    if (sent.kind === 'stored') {
      await files.change(fact.id, (before) => ({ ...before, state: 'sent', fault: null, lastUsed: timers.now() }))
      tell(fact.id, { kind: 'sent' })
      tries = 0
      return true
    }
    if (sent.kind === 'refused') {
      await files.change(fact.id, (before) => ({ ...before, state: 'refused', fault: sent.fault }))
      tell(fact.id, { kind: 'refused', fault: sent.fault })
      return true
    }
    tell(fact.id, { kind: 'waiting' })
    if (sent.kind === 'later') {
      const notBefore = timers.now() + sent.afterMs
      await files.change(fact.id, (before) => ({ ...before, notBefore }))
      return true
    }
    if (sent.kind === 'off') {
      tries += 1
      again(1_000 + retryPause(tries, ports.random()))
    }
    return false
  }

  async function round(): Promise<void> {
    while (!isStopped && ports.isReady()) {
      const waiting = (await files.facts()).filter(({ state }) => state === 'waiting').sort((a, b) => a.addedAt - b.addedAt)
      const next = waiting.find(({ notBefore }) => notBefore <= timers.now())
      if (next === undefined) {
        const soonest = Math.min(...waiting.map(({ notBefore }) => notBefore))
        if (waiting.length > 0) again(Math.max(500, soonest - timers.now()))
        return makeRoom()
      }
      if (!(await sendOne(next))) return
    }
  }

  async function makeRoom(): Promise<void> {
    const sent = (await files.facts()).filter(({ state }) => state === 'sent').sort((a, b) => b.lastUsed - a.lastUsed)
    let held = 0
    for (const { id, bytes, lastUsed } of sent) {
      held += bytes
      if (held > keptBytes || timers.now() - lastUsed > retentionMs) await files.change(id, () => null)
    }
  }

  async function run(): Promise<void> {
    while (isAsked && !isStopped) {
      isAsked = false
      try {
        await round()
      } catch (error) {
        // What was under way when the database was deleted has nowhere to go.
        if (isStopped) return
        ports.report(error)
        tries += 1
        return again(5_000 + retryPause(tries, ports.random()))
      }
    }
  }

  function wake(): Promise<void> {
    if (isStopped) return Promise.resolve()
    isAsked = true
    running ??= run().finally(() => {
      running = null
      // Asked for after the last look.
      if (isAsked && !isStopped) void wake()
    })
    return running
  }

  return {
    wake,
    stop() {
      isStopped = true
      alarms.clear()
    },
  }
}
