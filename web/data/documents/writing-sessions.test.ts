import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { fc } from '#shared/testing/properties.ts'
import { postRoom } from '#shared/documents/rooms.ts'
import { idOf, T0 } from '#shared/testing/factories.ts'
import { settled } from '../sync/testing/a-line.ts'
import type { StoredDocument } from '../device/device-api.ts'
import { keepDocuments } from './background.ts'
import { addToFile, filesOf, readFile } from './document-files.ts'
import type { DocumentStatus, OpenDocument } from './documents-api.ts'
import { openTickets } from './requests.ts'
import type { Writer } from './testing/a-writer.ts'
import { aWriter, switchTo, type, written } from './testing/a-writer.ts'
import { fakeDocumentLocks } from './testing/fake-document-locks.ts'
import { tinyRooms } from './testing/tiny-rooms.ts'

/** The machine may be busy with other tests. */

const me = idOf(7)
const room = postRoom(idOf(1))

interface Tab {
  readonly writer: Writer
  readonly document: OpenDocument
  readonly words: string[]
}

/**
 * One author's evening: tabs that come and go, a line that breaks, a machine that dies; and what
 * was promised on the way.
 */
class Session {
  readonly rooms = tinyRooms(me)
  factory = new IDBFactory()
  locks = fakeDocumentLocks()
  tabs: Tab[] = []
  readonly onDisk = new Set<string>()
  readonly saved = new Set<string>()
  #count = 0

  async open(known: readonly StoredDocument[] = []): Promise<Tab> {
    switchTo(this.factory)
    const writer = await aWriter(this.rooms, me, this.factory)
    Object.assign(writer.ports, { locks: this.locks })
    for (const row of known) await writer.ports.rows.change(row.room, () => row)
    const tab = { writer, document: await writer.open(room, true), words: [] }
    this.tabs.push(tab)
    return tab
  }

  write(tab: Tab): void {
    this.#count += 1
    const word = `word${this.#count}.`
    type(tab.document.doc, word)
    tab.words.push(word)
  }

  /** What every tab's word promises for all that was typed in it. */
  look(): void {
    for (const { document, words } of this.tabs) {
      const status: DocumentStatus = document.status.get()
      const promises = status === 'saved' ? [this.onDisk, this.saved] : status === 'on-device' ? [this.onDisk] : []
      for (const promised of promises) for (const word of words) promised.add(word)
    }
    const there = written(this.rooms.doc(room))
    for (const word of this.saved) if (!there.includes(word)) throw new Error(`${word} was called saved, and is not there`)
  }

  async close(tab: Tab): Promise<void> {
    for (const word of tab.words) this.onDisk.add(word)
    this.tabs = this.tabs.filter((each) => each !== tab)
    await tab.writer.end()
  }

  /**
   * The power goes: the next start finds what is on disk now, and nothing of what was in memory.
   */
  async die(): Promise<void> {
    this.look()
    const isUp = this.rooms.state.isUp
    this.rooms.goDown()
    const after = new IDBFactory()
    const rows = (await this.tabs[0]?.writer.ports.rows.list()) ?? []
    const texts = await Promise.all((await filesOf(me)).map(async (name) => [name, await readFile(name)] as const))
    for (const { writer } of this.tabs) await writer.end()
    switchTo(after)
    for (const [name, parts] of texts) for (const part of parts) await addToFile(name, part)
    this.factory = after
    this.locks = fakeDocumentLocks()
    this.tabs = []
    await this.open(rows)
    this.rooms.state.isUp = isUp
  }

  async background(tab: Tab): Promise<void> {
    const { writer } = tab
    const background = keepDocuments(
      writer.ports,
      openTickets(me, writer.ports.fetch, () => T0),
      writer.store,
    )
    background.lead(true)
    await background.refresh()
    background.stop()
  }

  async pass(ms: number): Promise<void> {
    for (const { writer } of this.tabs) await writer.timers.pass(ms)
    await settled()
  }

  async end(): Promise<void> {
    for (const { writer } of this.tabs) await writer.end()
  }
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('write' as const), tab: fc.nat(1) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(60, 250, 2_100, 16_000) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('settle' as const), tab: fc.nat(1) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('down' as const, 'up' as const, 'cut' as const, 'mute' as const, 'ack' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('open' as const, 'die' as const, 'background' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), tab: fc.nat(1) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

async function take(session: Session, next: Step): Promise<void> {
  const { rooms } = session
  const tab = 'tab' in next ? session.tabs[next.tab % Math.max(1, session.tabs.length)] : session.tabs[0]
  if (next.kind === 'write' && tab !== undefined) session.write(tab)
  else if (next.kind === 'pass') await session.pass(next.ms)
  else if (next.kind === 'settle') await tab?.document.settle()
  else if (next.kind === 'down') rooms.goDown()
  else if (next.kind === 'up') {
    rooms.state.isUp = true
    for (const { writer } of session.tabs) writer.sign('awake')
  } else if (next.kind === 'cut') rooms.cut()
  else if (next.kind === 'mute') rooms.state.isAcking = false
  else if (next.kind === 'ack') {
    rooms.state.isAcking = true
    rooms.ackAll()
  } else if (next.kind === 'open' && session.tabs.length < 2) await session.open()
  else if (next.kind === 'die') await session.die()
  else if (next.kind === 'background' && tab !== undefined) await session.background(tab)
  else if (next.kind === 'close' && tab !== undefined && session.tabs.length > 1) await session.close(tab)
}

/**
 * `WRITING_SESSIONS=1000`: so many, each block of them with a seed of its own, so that a run that
 * was stopped can go on where it was with `WRITING_SESSIONS_FROM=600`. Without it one block.
 */
const asked = process.env['WRITING_SESSIONS']
const inBlock = 25
const first = Number(process.env['WRITING_SESSIONS_FROM'] ?? 0)
const blocks = Array.from({ length: Math.ceil((Number(asked ?? inBlock) - first) / inBlock) }, (_none, n) => first + n * inBlock)

test.for(blocks)(
  'whatever breaks, what was called on this device arrives, and what was called saved is stored (from session %i)',
  async (from) => {
    const allArrives = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), fc.boolean(), async (steps, isOpenedAgain) => {
      const session = new Session()
      session.rooms.make(room)
      await session.open()
      try {
        for (const next of steps) {
          await take(session, next)
          session.look()
        }
        session.rooms.goDown()
        await session.die()
        const [last] = session.tabs
        if (last === undefined) throw new Error('no tab')
        session.rooms.state.isAcking = true
        if (isOpenedAgain) {
          session.rooms.state.isUp = true
          last.writer.sign('awake')
          await expect.poll(() => last.document.status.get()).toBe('saved')
        }
        await session.close(last)
        // With nobody at it any more the background brings the rest, and leaves nothing.
        session.rooms.state.isUp = true
        const after = await aWriter(session.rooms, me, session.factory)
        await session.background({ writer: after, document: last.document, words: [] })
        const there = written(session.rooms.doc(room))
        for (const word of session.onDisk) expect(there.split(word)).toHaveLength(2)
        expect((await after.ports.rows.list()).every(({ dirtyBy }) => dirtyBy.length === 0)).toBe(true)
        await after.end()
      } finally {
        await session.end()
      }
    })
    await fc.assert(allArrives, { numRuns: inBlock, ...(asked !== undefined && { seed: from }) })
  },
)
