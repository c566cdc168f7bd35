import type { DocumentNode } from '../documents/node.ts'
import type { Clockwork } from '../world/clockwork.ts'
import type { Random } from '../world/random.ts'
import type { Browser } from './browser.ts'

export interface Word {
  readonly text: string
  readonly by: string
  /** It was said to be on the device, which keeps it whatever comes. */
  isOnDevice: boolean
  /** It was said to be saved, by a server that has not gone back since. */
  isSaved: boolean
  /** It was said to be saved once. */
  wasSaved: boolean
  /** Its tab ended, or closed without a disk: nothing was promised of what it had not told. */
  isAlone: boolean
  /** Somebody has taken it out, or tried to. */
  isErased: boolean
}

/** A word taken out in one tab. No state vector tells of it. */
export interface Erasure {
  readonly word: Word
  /** It was said to be on that device. */
  isOnDevice: boolean
  /** It was said to be saved. */
  isSaved: boolean
}

export interface SomeTab {
  readonly name: string
  readonly browser: Browser
  start(): void
  open(): void
}

/** The run, as a tab knows it: it lives in its time, and it hears of everything. */
export interface TabWitness {
  /** Unlike that of any other run in this thread. */
  readonly runName: string
  readonly userId: string
  readonly room: string
  readonly clockwork: Clockwork
  readonly random: Random
  /** Else every tab works as if it were alone. */
  readonly hasLocks: boolean
  /** Nothing goes wrong any more. */
  readonly isPeace: boolean
  tell(line: string): void
  fault(what: string): void
  reported(name: string, error: unknown): void
  /** One of the nodes that are up. */
  pickNode(random: Random): DocumentNode | null
  newWord(by: string): Word
  /** A while after its end. */
  reopens(tab: SomeTab): void
  /** "Saved" was said of these. */
  mustBeStored(name: string, words: readonly Word[]): void
  /** "Saved" was said of these. */
  mustBeErased(name: string, erasures: readonly Erasure[]): void
  /** Any word that somebody has typed; absent: there is none. */
  wordOf(text: string): Word | undefined
  erases(word: Word): Erasure
  /** "On this device" was said. */
  mustBeNoted(tab: SomeTab): void
  /** A row is about to say that nothing is unsent. */
  mustBeSent(tab: SomeTab): void
  /** A row is about to say that the server holds so much. */
  mustBeHeld(tab: SomeTab, room: string, ackedSv: string): void
}
