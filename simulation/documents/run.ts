/**
 * A seed to a run: twenty seconds in which three people write while lines are cut, nodes die and
 * logs are made short; then peace, and a look. In every fourth, one of them loses the right to:
 * what anybody has seen of theirs stays, and soon nothing more comes in (Y11). Nodes only stop as
 * planned there: what a crash takes from the store, others might bring again long after. In every
 * third, devices die with what is not on their disk yet while nodes die with what is not in the
 * store: what others were shown, they bring (decision 0020). In every fourth the store goes back to
 * a backup, and what a device alone was told is stored since comes again (decision 0028).
 */
import * as Y from 'yjs'
import { bodyFragment } from '#shared/documents/rooms.ts'
import type { Random } from '../world/random.ts'
import type { State } from '../world/state.ts'
import type { DocumentBug } from './bugs.ts'
import { Editor } from './editor.ts'
import { Phone } from './phone.ts'
import { printOf } from './print.ts'
import { ada, ben, DocumentWorld, holds, seedText } from './world.ts'

export interface DocumentRun {
  readonly seed: number
  readonly faults: readonly string[]
  readonly edits: number
  readonly acknowledged: number
}

interface RunOptions {
  readonly bug?: DocumentBug | null
  readonly trace?: (line: string) => void
}

/** Nobody writes yet: all open the post for the first time. */
const openingMs = 1_000
const writingMs = 20_000
const peaceMs = 12_000
/** A right ends within five seconds, and a commit takes its time. */
const endsWithinMs = 6_000

export async function runDocuments(seed: number, { bug = null, trace }: RunOptions = {}): Promise<DocumentRun> {
  const world = new DocumentWorld(seed, bug, trace)
  const { clockwork, random, nodes } = world
  const luck = random.fork('steps')
  await world.found()
  const editors = [new Editor('Ada', ada, world), new Editor('Ada’s phone', ada, world), new Editor('Ben', ben, world)]
  const anyNode = () => luck.pick(nodes)
  const fate = random.fork('rights')
  const losesRight = fate.chance(0.25)
  const isCruel = random.fork('cruelty').chance(0.33)
  for (const editor of editors) editor.connect(anyNode())
  await world.pass(openingMs)
  if (countOf(await world.stored(), seedText) !== 1) world.fault('the post’s first text does not stand in its document once')
  const end = clockwork.now + writingMs
  let edits = 0

  const step = (): void => {
    if (clockwork.now >= end) return
    const chance = luck.next()
    const editor = luck.pick(editors)
    if (chance < 0.7) {
      editor.edit()
      edits += 1
      if (luck.chance(0.7)) editor.keep()
    } else if (chance < 0.78) editor.cut()
    else if (chance < 0.9) editor.connect(anyNode())
    else if (chance < 0.915) {
      if (!isCruel) editor.keep()
      editor.reload()
    } else if (chance < 0.93 && !losesRight) dieTogether(editor)
    else if (chance < 0.955) {
      const node = anyNode()
      if (node.isUp) void node.compact(world.room)
    } else if (chance < 0.97) {
      const node = anyNode()
      if (node.isUp) editor.post(node).catch((error: unknown) => world.fault(`${editor.name}’s request failed: ${String(error)}`))
    } else restart()
    clockwork.after(luck.chance(0.6) ? luck.whole(0, 60) : luck.whole(100, 900), step)
  }
  const restart = (): void => {
    const node = anyNode()
    if (!node.isUp) return
    const isPlanned = luck.chance(0.2) || losesRight
    if (isPlanned) void node.stop()
    else node.crash(luck.chance(0.3) ? 0 : luck.whole(1, 40))
    for (const editor of editors) if (editor.node === node && !isPlanned && luck.chance(0.5)) editor.cut()
    clockwork.after(luck.whole(0, 2_000), () => node.start())
  }
  /** A power cut in the house where both stand, right after a key. */
  const dieTogether = (editor: Editor): void => {
    editor.edit()
    const { node } = editor
    clockwork.after(luck.whole(0, 70), () => {
      if (!isCruel) editor.keep()
      editor.reload()
      node?.crash(0)
      if (node !== null) clockwork.after(luck.whole(0, 500), () => node.start())
    })
  }
  // What a node leaves open when it dies, a browser finds out; those who are off try again.
  const hope = (): void => {
    for (const editor of editors) {
      if (editor.isLeftAlone) editor.cut()
      if (clockwork.now >= end) editor.connect(anyNode())
    }
    clockwork.after(700, hope)
  }
  let reached: ReadonlyMap<number, number> | null = null
  const loseRight = (): void => {
    // Others have just been sent something of it.
    for (const editor of editors) if (editor.userId === ben) editor.edit()
    clockwork.after(fate.whole(0, 60), () => void world.castOut(ben))
    clockwork.after(endsWithinMs, () => void world.reachOf(ben).then((reach) => (reached = reach)))
  }
  if (losesRight) clockwork.after(fate.whole(2_000, writingMs - 2 * endsWithinMs), loseRight)
  step()
  hope()
  const restoring = losesRight || !fate.chance(0.33) ? null : new Restoring(world, editors)
  await world.pass(writingMs)
  await restoring?.restore()
  for (const node of nodes) {
    node.crash(0)
    node.start()
  }
  await world.pass(peaceMs)
  await world.looked()
  await lookAtPeace(
    world,
    editors.filter(({ userId }) => userId !== world.outcast),
  )
  await restoring?.look()
  if (losesRight) lookAtLoss(world, reached, await world.reachOf(ben))
  for (const node of nodes) node.running.life.end()
  return { seed, faults: world.faults, edits, acknowledged: world.acknowledged }
}

async function lookAtPeace(world: DocumentWorld, editors: readonly Editor[]): Promise<void> {
  const stored = await world.stored()
  const expected = printOf(stored)
  for (const editor of editors) {
    if (!editor.isSaved) world.fault(`${editor.name} is never told that all is saved`)
    if (printOf(editor.doc) !== expected) world.fault(`${editor.name} holds another text than the store`)
  }
  for (const node of world.nodes) {
    const fresh = new Editor(`a fresh tab at ${node.name}`, ada, world)
    fresh.connect(node)
    await world.pass(4_000)
    if (printOf(fresh.doc) !== expected) world.fault(`${fresh.name} holds another text than the store`)
  }
  const rows = stored.store.pendingStructs
  if (rows !== null) world.fault('the store holds rows that build on what is not there')
}

function lookAtLoss(world: DocumentWorld, soon: ReadonlyMap<number, number> | null, late: ReadonlyMap<number, number>): void {
  const isLonger = [...late].some(([client, clock]) => clock > (soon?.get(client) ?? 0))
  if (soon === null || isLonger) world.fault('what came seconds after its writer had lost the right is in the store')
}

function countOf(doc: Y.Doc, text: string): number {
  return doc.getXmlFragment(bodyFragment).toJSON().split(text).length - 1
}

/**
 * A phone that writes after the backup, while nobody else is there; and the store that goes back to
 * that backup.
 */
class Restoring {
  readonly #world: DocumentWorld
  readonly #editors: readonly Editor[]
  readonly #phone: Phone
  readonly #luck: Random
  /** A store that is restored by its command says so; one whose files were copied back does not. */
  readonly #isTold: boolean
  #backup: State

  constructor(world: DocumentWorld, editors: readonly Editor[]) {
    this.#world = world
    this.#editors = editors
    this.#luck = world.random.fork('restore')
    this.#phone = new Phone('the phone', ada, world)
    this.#isTold = this.#luck.chance(0.5)
    this.#backup = world.database.state
    world.clockwork.after(this.#luck.whole(2_000, writingMs - 1_000), () => (this.#backup = world.database.state))
    this.#rounds()
  }

  #rounds(): void {
    const { clockwork, nodes } = this.#world
    this.#phone.round(this.#luck.pick(nodes)).catch((error: unknown) => this.#world.fault(`a round failed: ${String(error)}`))
    clockwork.after(this.#luck.whole(500, 1_500), () => this.#rounds())
  }

  async restore(): Promise<void> {
    const { nodes, clockwork } = this.#world
    for (const node of nodes) node.start()
    for (const editor of this.#editors) {
      editor.mayConnect = false
      editor.cut()
    }
    if (this.#luck.chance(0.5)) {
      // Nobody has written since but the phone. What it only took away, no state vector tells of.
      await this.#world.pass(3_000)
      this.#backup = this.#world.database.state
    }
    for (let times = this.#luck.whole(1, 3); times > 0; times -= 1) {
      this.#phone.write()
      await this.#world.pass(2_000)
    }
    for (let waited = 0; waited < 10 && !this.#phone.isSettled; waited += 1) await this.#world.pass(1_000)
    if (!this.#phone.isSettled) this.#world.fault('the phone is not told that its text is stored, though nothing is in its way')
    for (const node of nodes) node.crash(0)
    await this.#world.restore(this.#backup)
    if (this.#isTold) clockwork.after(this.#luck.whole(0, 4_000), () => this.#phone.greeted())
    for (const editor of this.#editors) clockwork.after(this.#luck.whole(0, 4_000), () => (editor.mayConnect = true))
  }

  /**
   * Without a word of the restore nobody can know of deletions: a state vector does not hold them.
   */
  async look(): Promise<void> {
    const { doc, isSettled } = this.#phone
    const stored = await this.#world.stored()
    if (!isSettled) this.#world.fault('the phone is never told that its text is stored again')
    const isThere = this.#isTold
      ? holds(stored, Y.encodeStateAsUpdate(doc))
      : [...doc.store.clients.keys()].every((client) => Y.getState(stored.store, client) >= Y.getState(doc.store, client))
    if (!isThere) this.#world.fault('what the phone was told is stored, and holds, is not in the restored store')
  }
}
