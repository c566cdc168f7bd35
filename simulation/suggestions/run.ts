/**
 * A seed to a run: twelve seconds in which three people at three tabs write, propose changes and
 * decide about them, while lines are cut, pages are loaded again and nodes die; then peace, and a
 * look. In two of three runs nobody takes anything away, so that every word can be asked for by
 * name.
 */
import { checkedText } from '#shared/documents/text-in-doc.ts'
import { bodyFragment } from '#shared/documents/rooms.ts'
import type { InlineComment } from '#shared/inline-comments/schema.ts'
import { inlineCommentsOf } from '#shared/inline-comments/queries.ts'
import { textOf } from '#shared/text/nodes.ts'
import * as Y from 'yjs'
import { Editor } from '../documents/editor.ts'
import { printOf } from '../documents/print.ts'
import { ada, ben, DocumentWorld, postId } from '../documents/world.ts'
import { idMaker } from '../world/ids.ts'
import { Life } from '../world/life.ts'
import type { Told } from './author.ts'
import { Author } from './author.ts'
import type { SuggestionBug } from './bugs.ts'
import { countWords } from './words.ts'

export interface SuggestionRun {
  readonly seed: number
  readonly faults: readonly string[]
  readonly proposals: number
  readonly acceptedCount: number
  /** Of those, by more than one. */
  readonly twice: number
}

interface RunOptions {
  readonly bug?: SuggestionBug | null
  readonly trace?: (line: string) => void
}

const openingMs = 1_000
const writingMs = 12_000
const peaceMs = 9_000

export async function runSuggestions(seed: number, { bug = null, trace }: RunOptions = {}): Promise<SuggestionRun> {
  const world = new DocumentWorld(seed, null, trace)
  const { clockwork, nodes } = world
  const luck = world.random.fork('suggestions')
  const isCalm = seed % 3 !== 0
  const told: Told = { typed: new Set(), proposed: new Set(), accepted: new Set(), acceptedCount: 0 }
  await world.found()
  const editors = [new Editor('Ada', ada, world), new Editor('Adas phone', ada, world), new Editor('Ben', ben, world)]
  const authors = editors.map((editor) => new Author(editor, world, told, bug))
  const anyNode = () => luck.pick(nodes)
  for (const editor of editors) editor.connect(anyNode())
  await world.pass(openingMs)
  for (const newId = idMaker(luck); !nameFirstBlock(editors[0]?.doc, newId(clockwork.now));) {
    editors[0]?.connect(anyNode())
    await world.pass(500)
  }
  // Whoever proposes something has a text whose blocks have names.
  for (const editor of editors) {
    while (!hasNames(editor.doc)) {
      for (const each of [editors[0], editor]) if (each !== undefined && !each.isSaved) each.connect(anyNode())
      await world.pass(500)
    }
  }
  const end = clockwork.now + writingMs
  const safely = (work: Promise<void>): void => void work.catch((error: unknown) => world.fault(String(error)))

  const step = (): void => {
    if (clockwork.now >= end) return
    const author = luck.pick(authors)
    const { editor } = author
    const chance = luck.next()
    if (chance < 0.28) author.write()
    else if (chance < 0.34 && !isCalm) {
      editor.edit()
      editor.keep()
    } else if (chance < 0.5) author.suggest(isCalm)
    else if (chance < 0.68) safely(author.accept())
    else if (chance < 0.73) safely(author.reject())
    else if (chance < 0.82) editor.cut()
    else if (chance < 0.91) editor.connect(anyNode())
    else if (chance < 0.94) {
      editor.keep()
      editor.reload()
    } else if (chance < 0.96) {
      const node = anyNode()
      if (node.isUp) void node.compact(world.room)
    } else if (chance < 0.98) restart()
    clockwork.after(luck.chance(0.5) ? luck.whole(20, 150) : luck.whole(200, 700), step)
  }
  const restart = (): void => {
    const node = anyNode()
    if (!node.isUp) return
    node.crash(luck.chance(0.3) ? 0 : luck.whole(1, 40))
    clockwork.after(luck.whole(0, 2_000), () => node.start())
  }
  // What devices do by themselves.
  const live = (): void => {
    for (const author of authors) {
      const { editor } = author
      if (editor.isLeftAlone) editor.cut()
      if (clockwork.now >= end) editor.connect(anyNode())
      safely(author.tell())
      safely(author.look())
    }
    clockwork.after(luck.whole(150, 500), live)
  }
  step()
  live()
  await world.pass(writingMs)
  for (const node of nodes) {
    node.crash(0)
    node.start()
  }
  await world.pass(peaceMs)
  await world.looked()
  const rows = await lookAtPeace(world, authors, told, isCalm)
  for (const node of nodes) node.running.life.end()
  const twice = rows.filter(({ taken = [] }) => taken.length > 1).length
  return { seed, faults: world.faults, proposals: rows.length, acceptedCount: told.acceptedCount, twice }
}

/** As every block of a text that is being written has one. @returns whether it was there */
function nameFirstBlock(doc: Y.Doc | undefined, id: string): boolean {
  const block = doc?.getXmlFragment(bodyFragment).get(0)
  if (!(block instanceof Y.XmlElement)) return false
  block.setAttribute('id', id)
  return true
}

function hasNames(doc: Y.Doc): boolean {
  return doc
    .getXmlFragment(bodyFragment)
    .toArray()
    .some((block) => block instanceof Y.XmlElement && block.getAttribute('id') !== undefined)
}

async function lookAtPeace(
  world: DocumentWorld,
  authors: readonly Author[],
  told: Told,
  isCalm: boolean,
): Promise<readonly InlineComment[]> {
  const stored = await world.stored()
  const expected = printOf(stored)
  const rows = await world.database.open(new Life('a look', world.clockwork)).read((read) => read.list(inlineCommentsOf(postId)))
  const shown = JSON.stringify(rows)
  for (const author of authors) {
    const { editor } = author
    if (!editor.isSaved || !author.hasTold) world.fault(`${editor.name} is never told that all is saved`)
    if (printOf(editor.doc) !== expected) world.fault(`${editor.name} holds another text than the store`)
    if (JSON.stringify(await author.inlineComments()) !== shown) world.fault(`${editor.name} shows other proposals than the store holds`)
  }
  const text = checkedText(stored)
  if (!text.ok) world.fault(`what they have made is no text: ${text.reason}`)
  for (const id of told.accepted)
    if (!rows.some((row) => row.id === id && row.verdict === 'accepted')) world.fault(`${id} was accepted once`)
  const bringers = Map.groupBy(
    rows.flatMap((row) => newWordsOf(row).map((word) => ({ word, row }))),
    ({ word }) => word,
  )
  for (const [word, { length }] of bringers) if (length > 1) world.fault(`${word} is proposed ${length} times`)
  if (text.ok && isCalm) countAll(world, countWords(text.doc.content.map(textOf).join(' ')), told, rows)
  return rows
}

function countAll(world: DocumentWorld, counts: ReadonlyMap<string, number>, told: Told, rows: readonly InlineComment[]): void {
  for (const word of told.typed) {
    const count = counts.get(word) ?? 0
    if (count !== 1) world.fault(`${word} was typed once, and stands there ${count} times`)
  }
  for (const row of rows) {
    for (const word of newWordsOf(row)) {
      const [count, due] = [counts.get(word) ?? 0, row.verdict === 'accepted' ? 1 : 0]
      if (count !== due) world.fault(`${word} was proposed and is ${row.verdict ?? 'open'}, and stands there ${count} times`)
    }
  }
}

/** What a proposal brings. */
function newWordsOf({ change }: InlineComment): readonly string[] {
  if (change === undefined || change.after === null) return []
  const before = change.before === null ? new Map<string, number>() : countWords(textOf(change.before))
  return [...countWords(textOf(change.after)).keys()].filter((word) => word.startsWith('proposed') && !before.has(word))
}
