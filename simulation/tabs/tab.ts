/**
 * A tab: the shipped client of documents (`openDocument`, `keepDocuments`) on a simulated browser.
 * It is opened, typed in, hidden, closed, and ends at any thing that it waits for. What it says of
 * its words is held against the disk and the store at that moment.
 */
import type { OpenDocument } from '#web/data/documents/documents-api.ts'
import { openDocuments } from '#web/data/device/documents.ts'
import type { Background } from '#web/data/documents/background.ts'
import { keepDocuments } from '#web/data/documents/background.ts'
import type { DocumentPorts, Sign } from '#web/data/documents/document-ports.ts'
import { documentFile } from '#web/data/documents/document-files.ts'
import { openDocument } from '#web/data/documents/open-document.ts'
import type { Tickets } from '#web/data/documents/requests.ts'
import { openTickets } from '#web/data/documents/requests.ts'
import type { Random } from '../world/random.ts'
import type { Page } from './browser-globals.ts'
import type { Browser } from './browser.ts'
import { fetchOver, socketsOver } from './network.ts'
import { PageLife } from './page-life.ts'
import type { Erasure, TabWitness, Word } from './tab-witness.ts'
import { eraseWord, typeWord, wordsIn, wordsOnDisk } from './words.ts'

interface Running {
  readonly host: PageLife
  readonly ports: DocumentPorts
  readonly tickets: Tickets
  readonly background: Background
  readonly listeners: Set<(sign: Sign) => void>
}

export class Tab {
  readonly name: string
  readonly browser: Browser
  readonly #world: TabWitness
  readonly #random: Random
  #running: Running | null = null
  #loads = 0
  #isVisible = true
  #isOpening = false
  document: OpenDocument | null = null
  /** Typed into the document as it is open now. */
  #words: Word[] = []
  /** Done in the document as it is open now. */
  #erasures: Erasure[] = []

  constructor(name: string, browser: Browser, world: TabWitness) {
    this.name = name
    this.browser = browser
    this.#world = world
    this.#random = world.random.fork(name)
  }

  get isUp(): boolean {
    return this.#running !== null && !this.#running.host.isOver
  }

  start(): void {
    if (this.isUp) return
    this.#loads += 1
    const { browser, name } = this
    const { clockwork, room, userId } = this.#world
    const page: Page = {
      name: `${this.#world.runName} ${name} ${this.#loads}`,
      get indexedDB() {
        return factory
      },
      now: () => clockwork.now,
      after: (ms, work) => host.after(ms, work),
      random: () => this.#random.next(),
      openChannel: (channel, hear) => browser.openChannel(host, channel, (data) => host.does(() => hear(data))),
    }
    const host = new PageLife(page.name, clockwork, this.#random, () => page)
    const factory = browser.disk.factoryFor(host)
    host.life.onEnd(() => this.#ended())
    this.#world.tell(`${name} opens`)
    const listeners = new Set<(sign: Sign) => void>()
    host.does(() => {
      const network = { browser, host, userId, pickNode: () => this.#world.pickNode(this.#random) }
      const store = browser.storeOf(host)
      const rows = openDocuments(
        store,
        () => store,
        () => clockwork.now,
      )
      const ports: DocumentPorts = {
        account: userId,
        rows: {
          ...rows,
          change: (of, change) => rows.change(of, (before) => this.#noted(before, change(before))),
          makeRoom: async () => false,
        },
        socketOrigin: 'wss://site',
        fetch: fetchOver(network),
        WebSocket: socketsOver(network),
        timers: { now: () => clockwork.now, after: (ms, work) => host.after(ms, work) },
        random: () => this.#random.next(),
        tabId: `${name} ${this.#loads}`,
        locks: this.#world.hasLocks ? browser.locksOf(host) : null,
        canKeep: true,
        signs: {
          isVisible: () => this.#isVisible,
          isReachable: () => browser.isOnline,
          listen(listener) {
            listeners.add(listener)
            return () => listeners.delete(listener)
          },
        },
        makeFork: (from, text) =>
          host.promise(this.#random.whole(0, 20), async () => {
            if (from !== room) throw new Error(`a fork of ${from}`)
            // Its own draft is on the device when it is said to be.
            if (this.#random.chance(0.2) && !this.#world.isPeace) return null
            browser.forks.push(text)
            return `post:fork-${browser.forks.length}`
          }),
        report: (error) => this.#world.reported(name, error),
      }
      const tickets = openTickets(userId, ports.fetch, () => clockwork.now)
      const background = keepDocuments(ports, tickets, store)
      this.#running = { host, ports, tickets, background, listeners }
      const leading = browser.locksOf(host).request('leader', {}, async () => {
        background.lead(true)
        await new Promise<never>(() => undefined)
      })
      leading.catch((error: unknown) => this.#world.fault(`${name} cannot lead: ${String(error)}`))
    })
  }

  /** Its document is opened, in a while. */
  open(): void {
    const running = this.#running
    if (!this.isUp || running === null || this.document !== null || this.#isOpening) return
    const { host, ports, tickets } = running
    this.#isOpening = true
    this.#words = []
    this.#erasures = []
    host.does(() => {
      openDocument({ room: this.#world.room }, ports, tickets)
        .then((document) => {
          this.#isOpening = false
          this.document = document
          document.status.subscribe(() => this.#look(document))
          document.ended.subscribe(() => this.#lost(document))
        })
        .catch((error: unknown) => this.#world.fault(`${this.name} cannot open: ${String(error)}`))
    })
  }

  /** Somebody goes elsewhere on the site. */
  close(): void {
    const { document } = this
    if (!this.isUp || document === null || this.#running === null) return
    this.document = null
    const words = this.#words
    this.#isOpening = true
    this.#world.tell(`${this.name} closes its document`)
    this.#running.host.does(() => {
      document.close().then(
        () => (this.#isOpening = false),
        (error: unknown) => this.#world.fault(`${this.name} cannot close: ${String(error)}`),
      )
    })
    // Without a disk nothing keeps them but a server.
    for (const word of words) word.isAlone ||= document.status.get() === 'memory'
  }

  get canType(): boolean {
    const { document } = this
    return this.isUp && document !== null && document.isHere.get() && !document.isReadOnly.get() && document.status.get() !== 'loading'
  }

  type(): void {
    const { document } = this
    if (document === null || !this.canType) return
    const word = this.#world.newWord(this.name)
    this.#words.push(word)
    this.#world.tell(`${this.name} types ${word.text}`)
    this.#running?.host.does(() => typeWord(document.doc, word.text, this.#random))
  }

  /** Takes out a word that it shows, no matter who typed it. */
  erase(luck: Random): void {
    const { document } = this
    if (document === null || !this.canType) return
    const shown = [...wordsIn(document.doc).keys()].flatMap((text) => this.#world.wordOf(text) ?? [])
    if (shown.length === 0) return
    const erasure = this.#world.erases(luck.pick(shown))
    this.#erasures.push(erasure)
    this.#world.tell(`${this.name} erases ${erasure.word.text}`)
    this.#running?.host.does(() => eraseWord(document.doc, erasure.word.text))
  }

  sign(sign: Sign): void {
    const listeners = [...(this.#running?.listeners ?? [])]
    if (this.isUp) this.#running?.host.does(() => listeners.forEach((listener) => listener(sign)))
  }

  show(isVisible: boolean): void {
    if (this.#isVisible === isVisible) return
    this.#isVisible = isVisible
    this.sign(isVisible ? 'awake' : 'leaving')
  }

  /** @param fuse how many more things it may wait for; 0: it is over at once. */
  kill(fuse = 0): void {
    if (!this.isUp) return
    this.#world.tell(`${this.name} is killed at ${fuse}`)
    if (fuse === 0) this.#running?.host.life.end()
    else this.#running?.host.life.burn(fuse)
  }

  defuse(): void {
    this.#running?.host.life.defuse()
  }

  #ended(): void {
    this.#world.tell(`${this.name} is gone`)
    for (const word of this.#words) word.isAlone = true
    this.document = null
    this.#isOpening = false
    this.#isVisible = true
    this.#words = []
    this.#erasures = []
    this.#world.clockwork.after(this.#random.whole(100, 3_000), () => this.#world.reopens(this))
  }

  /** "On this device", "Saved": whether it is so. */
  #look(document: OpenDocument): void {
    const status = document.status.get()
    if (document !== this.document || document.ended.get() !== null) return
    this.#world.tell(`${this.name} says ${JSON.stringify(status)}`)
    if (status === 'on-device') {
      const rows = this.browser.disk.durable(this.#file) ?? []
      const stored = wordsOnDisk(rows)
      for (const word of this.#words) {
        if (!stored.has(word.text) && !word.isErased)
          this.#world.fault(`${this.name} says that ${word.text} is on this device, and it is not`)
        word.isOnDevice = true
      }
      for (const erasure of this.#erasures) {
        if (stored.has(erasure.word.text))
          this.#world.fault(`${this.name} says that what it took out, ${erasure.word.text}, is out on this device, and it is not`)
        erasure.isOnDevice = true
      }
      if ([...this.#words, ...this.#erasures].some(({ isSaved }) => !isSaved)) this.#world.mustBeNoted(this)
    }
    if (status === 'saved') this.#world.mustBeStored(this.name, this.#words)
    if (status === 'saved') this.#world.mustBeErased(this.name, this.#erasures)
  }

  /** The copy is void; what was not stored is in a draft of its own. */
  #lost(document: OpenDocument): void {
    const end = document.ended.get()
    if (end === null || document !== this.document) return
    this.#world.tell(`${this.name} has lost its place: ${end.why}`)
    this.document = null
    this.#words = []
    this.#erasures = []
    this.#world.clockwork.after(this.#random.whole(10, 1_000), () => this.open())
  }

  get #file(): string {
    return documentFile(this.#world.userId, this.#world.room)
  }

  /** A row is about to be written. */
  #noted(before: Row, after: Row | null): Row | null {
    if (after !== null && after !== undefined && after !== before && after.ackedSv !== before?.ackedSv)
      this.#world.mustBeHeld(this, after.room, after.ackedSv)
    if (after?.room === this.#world.room && after.dirtyBy.length === 0 && (before?.dirtyBy.length ?? 0) > 0) this.#world.mustBeSent(this)
    return after
  }
}

type Row = Parameters<Parameters<DocumentPorts['rows']['change']>[1]>[0]
