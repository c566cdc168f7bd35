/**
 * A seed to a run: twenty seconds in which three people write while lines are cut, nodes die and logs are made short; then peace, and a look.
 * In every fourth, one of them loses the right to: what anybody has seen of theirs stays, and soon nothing more comes in (Y11). Nodes only stop
 * as planned there: what a crash takes from the store, others might bring again long after. In every third, devices die with what is not on their
 * disk yet while nodes die with what is not in the store: what others were shown, they bring (decision 0020).
 */
import type * as Y from 'yjs'
import { bodyFragment } from '#shared/documents/rooms.ts'
import type { DocumentBug } from './bugs.ts'
import { Editor } from './editor.ts'
import { printOf } from './print.ts'
import { ada, ben, DocumentWorld, seedText } from './world.ts'

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
  await world.pass(writingMs)
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
