/**
 * A world of the shipped client: nodes on one store, two browsers of one account with two tabs
 * each, and every word that was ever typed.
 */
import * as Y from 'yjs'
import { toBase64 } from '#server/documents/encoded.ts'
import { documentClients, documentLog, documents } from '#server/documents/tables.ts'
import { storedOf } from '#server/documents/load-document.ts'
import { docToJson } from '#shared/documents/text-in-doc.ts'
import { writeText } from '#shared/documents/text-in-doc-write.ts'
import { checkDoc } from '#shared/text/check.ts'
import { DeviceTrouble } from '#web/data/device/port.ts'
import { covers, decodeClocks, readClocks } from '#web/data/documents/bytes.ts'
import { documentFile } from '#web/data/documents/document-files.ts'
import type { DocumentNode } from '../documents/node.ts'
import { ada, DocumentWorld } from '../documents/world.ts'
import { Life } from '../world/life.ts'
import type { Random } from '../world/random.ts'
import type { State } from '../world/state.ts'
import { Browser } from './browser.ts'
import { Tab } from './tab.ts'
import type { Erasure, SomeTab, TabWitness, Word } from './tab-witness.ts'
import { wordsIn, wordsOf } from './words.ts'

/**
 * lib0 keeps channels for a whole thread: no two runs in it, of one seed even, may have pages of
 * one name.
 */
let runs = 0

/**
 * So long after it was told that all is stored a tab notes it (`quietMs` of the product), and a
 * link that is cut may still seem to be there.
 */
const unheardMs = 2_500

export class TabWorld implements TabWitness {
  /** Unlike that of any other run in this thread. */
  readonly runName: string
  readonly userId = ada
  readonly hasLocks: boolean
  readonly browsers = [new Browser('laptop'), new Browser('phone')] as const
  readonly tabs: readonly Tab[]
  readonly random: Random
  readonly #documents: DocumentWorld
  readonly words: Word[] = []
  readonly #erasures: Erasure[] = []
  /**
   * `told`: devices have been, or will be. `untold`: what was only taken out nobody can know of.
   * `rewritten`: a device's own copy is a draft, in which it is out.
   */
  #fate: 'none' | 'told' | 'untold' | 'rewritten' = 'none'
  /** Nothing goes wrong any more. */
  isPeace = false
  #restoredAt = -Infinity

  constructor(seed: number, trace?: (line: string) => void) {
    runs += 1
    this.runName = `run ${runs}`
    this.#documents = new DocumentWorld(seed, null, trace)
    this.random = this.#documents.random.fork('tabs')
    this.hasLocks = this.random.chance(0.85)
    this.tabs = this.browsers.flatMap((browser) => ['1', '2'].map((n) => new Tab(`${browser.name} ${n}`, browser, this)))
  }

  get clockwork() {
    return this.#documents.clockwork
  }

  get room() {
    return this.#documents.room
  }

  get nodes() {
    return this.#documents.nodes
  }

  get faults() {
    return this.#documents.faults
  }

  tell(line: string): void {
    this.#documents.tell(line)
  }

  fault(what: string): void {
    this.#documents.fault(what)
  }

  found(): Promise<void> {
    return this.#documents.found()
  }

  pass(ms: number): Promise<void> {
    return this.#documents.pass(ms)
  }

  reported(name: string, error: unknown): void {
    this.tell(`${name} reports ${String(error)}`)
    // What a disk does is expected.
    if (!(error instanceof DeviceTrouble)) this.fault(`${name} reports ${error instanceof Error ? (error.stack ?? '') : String(error)}`)
  }

  reopens(tab: SomeTab): void {
    tab.start()
    if (this.isPeace || this.random.chance(0.8)) tab.open()
  }

  pickNode(random: Random): DocumentNode | null {
    const up = this.nodes.filter(({ isUp }) => isUp)
    return up.length === 0 ? null : random.pick(up)
  }

  newWord(by: string): Word {
    const word: Word = {
      text: `«${this.words.length + 1}»`,
      by,
      isOnDevice: false,
      isSaved: false,
      wasSaved: false,
      isAlone: false,
      isErased: false,
    }
    this.words.push(word)
    return word
  }

  get backup(): State {
    return this.#documents.database.state
  }

  /** The nodes are down. */
  async restore(backup: State, isTold: boolean): Promise<void> {
    this.#fate = isTold ? 'told' : 'untold'
    await this.#documents.restore(backup)
    this.#restoredAt = this.clockwork.now
    for (const word of this.words) word.isSaved = false
  }

  /**
   * An operator has the document's history written anew: one update of somebody else's, under
   * another epoch (Y6). The nodes are down.
   */
  async rewrite(): Promise<void> {
    this.#fate = 'rewritten'
    const text = checkDoc(docToJson(await this.#documents.stored()), 'essay')
    if (!text.ok) return this.fault('what is stored is no text')
    const fresh = new Y.Doc()
    fresh.clientID = this.random.whole(1, 4_000_000_000)
    writeText(fresh, text.doc, null)
    const bytes = toBase64(Y.encodeStateAsUpdate(fresh))
    const { room, clockwork } = this
    const store = this.#documents.database.open(new Life('an operator', clockwork))
    const found = await store.read((read) => storedOf(read, room))
    if (found === null) return
    const { document, rows, owners } = found
    await store.write(async ({ tx }) => {
      for (const { id } of rows) await tx.delete(documentLog, id)
      for (const { clientId } of owners) await tx.delete(documentClients, `${room}:${clientId}`)
      const seq = document.nextSeq
      await tx.put(documentLog, { id: `${room}:${seq}`, documentId: room, seq, userId: ada, at: clockwork.now, bytes })
      const stateVector = toBase64(Y.encodeStateVector(fresh))
      const facts = { snapshotSeq: 0, nextSeq: seq + 1, logRows: 1, logBytes: bytes.length }
      await tx.put(documents, { ...document, ...facts, epoch: document.epoch + 1, stateVector, changedAt: clockwork.now })
    })
    this.tell('the history is rewritten')
  }

  /** What "Saved" says is in the store. */
  mustBeStored(name: string, words: readonly Word[]): void {
    const said = words.filter((word) => !word.isSaved)
    if (said.length === 0) return
    for (const word of said) word.isSaved = word.wasSaved = true
    // It stands still while this looks.
    void this.#documents.stored().then((doc) => {
      const stored = wordsIn(doc)
      for (const { text } of said)
        if (!stored.has(text) && !this.#isErased(text) && !this.#isForked(text))
          this.fault(`${name} says that ${text} is saved, and it is not`)
    })
  }

  wordOf(text: string): Word | undefined {
    return this.words.find((word) => word.text === text)
  }

  erases(word: Word): Erasure {
    word.isErased = true
    const erasure = { word, isOnDevice: false, isSaved: false }
    this.#erasures.push(erasure)
    return erasure
  }

  /** What "Saved" says is out of the store. */
  mustBeErased(name: string, erasures: readonly Erasure[]): void {
    const said = erasures.filter(({ isSaved }) => !isSaved)
    if (said.length === 0 || this.#fate !== 'none') return
    for (const erasure of said) erasure.isSaved = true
    void this.#documents.stored().then((doc) => {
      const stored = wordsIn(doc)
      for (const { word } of said) if (stored.has(word.text)) this.fault(`${name} says that it is saved, and ${word.text} is not out`)
    })
  }

  /** What is on the device alone is noted as unsent. */
  mustBeNoted(tab: SomeTab): void {
    void tab.browser.records
      .read((tx) => tx.docs.get(this.room))
      .then((row) => {
        if (row !== undefined && row.dirtyBy.length === 0) this.fault(`${tab.name} says “on this device”, and nothing is noted as unsent`)
      })
  }

  /** Nothing is noted as unsent any more: what was said to be on this device is in the store. */
  mustBeSent({ name, browser }: SomeTab): void {
    // A tab that was told so by the store that is no more has not met the other one yet.
    const isOld = this.clockwork.now - this.#restoredAt < unheardMs
    const said = this.words.filter(
      ({ by, isOnDevice, isSaved, wasSaved, isErased }) =>
        by.startsWith(browser.name) && isOnDevice && !isSaved && !isErased && !(isOld && wasSaved),
    )
    if (said.length === 0) return
    void this.#documents.stored().then((doc) => {
      const stored = wordsIn(doc)
      for (const { text } of said)
        if (!stored.has(text) && !this.#isForked(text)) this.fault(`${name} notes nothing as unsent, and ${text} is not in the store`)
    })
  }

  /** What is noted as held by the server is asked for no more: it is on the disk. */
  mustBeHeld(tab: SomeTab, room: string, ackedSv: string): void {
    const rows = tab.browser.disk.durable(documentFile(this.userId, room)) ?? []
    const here = rows.length === 0 ? new Map<number, number>() : decodeClocks(Y.encodeStateVectorFromUpdate(Y.mergeUpdates([...rows])))
    if (!covers(here, readClocks(ackedSv))) this.fault(`${tab.name} notes as held what is not on its disk`)
  }

  #isErased(text: string): boolean {
    return this.wordOf(text)?.isErased === true
  }

  #isForked(text: string): boolean {
    return this.browsers.some(({ forks }) => forks.some((fork) => wordsOf(fork).has(text)))
  }

  /** Whether each word is there once, everywhere. */
  async look(): Promise<void> {
    const stored = wordsIn(await this.#documents.stored())
    for (const { text, by, isOnDevice, isSaved, isAlone, isErased } of this.words) {
      const count = stored.get(text) ?? 0
      if (count > 1) this.fault(`${text} stands in the store ${count} times`)
      const isExcused = isErased || (isAlone && !isOnDevice && !isSaved)
      if (count === 0 && !isExcused && !this.#isForked(text)) this.fault(`${text}, typed in ${by}, is nowhere`)
    }
    for (const { word, isOnDevice, isSaved } of this.#erasures) {
      const isOut = this.#fate === 'none' ? isOnDevice || isSaved : this.#fate === 'told' && isOnDevice
      if (isOut && stored.has(word.text)) this.fault(`${word.text}, which was taken out, is in the store again`)
    }
    for (const tab of this.tabs) {
      const { document } = tab
      if (document === null) {
        this.fault(`${tab.name} does not come to its document`)
        continue
      }
      const status = document.status.get()
      if (status !== 'saved')
        this.fault(`${tab.name} says ${JSON.stringify(status)} in the end, over a link that is ${document.link.get()}`)
      const here = wordsIn(document.doc)
      const lacking = [...stored.keys()].filter((text) => !here.has(text) && !(this.#fate === 'untold' && this.#isErased(text)))
      const more = [...here].filter(([text, count]) => count > (stored.get(text) ?? 0)).map(([text]) => text)
      if (lacking.length > 0) this.fault(`${tab.name} lacks ${lacking.join(' ')}`)
      if (more.length > 0) this.fault(`${tab.name} has ${more.join(' ')}, and the store has not`)
    }
  }
}
