/**
 * What everything in the browser sees of the device: types only, so that nothing of the late chunk
 * comes with them. The device itself is brought after idle by `bringDevice()` (bring.ts) and then
 * stands in `currentDevice` (current.ts).
 */
import type { TypedRow } from '../typed-words/typed-row.ts'
import type { Mutation } from '#shared/kernel/mutation.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { PageAnswer } from '../answer.ts'
import type { KeepClass, StoredDocument } from './port.ts'

export type { StoredDocument } from './port.ts'

export interface Device {
  /** User id; `null`: the visitor's database, without queue and sync. */
  readonly account: string | null
  /** As the server last said; what `read` is permitted for. */
  readonly viewer: Viewer
  /** Name and slug for the top bar of a cold start. */
  readonly me: DeviceMe
  /**
   * Permitted for the viewer, what is queued over what is confirmed. A row is the same object as
   * long as it is unchanged.
   */
  readonly read: Read
  /** Confirmed rows alone, permitted: for sums that must not count a queued mutation twice. */
  readonly confirmed: Read
  /**
   * Does it here and queues it for the server: both or neither. Resolves when it is on disk ("On
   * this device"). In a visitor's database only bookmarks, read marks and reading places are kept,
   * for this device alone.
   * @param draft place of the draft that is sent by it: gone in the same transaction, so that it
   *   neither comes back nor is missing.
   *
   * What names what it replaces (`Mutation.squash`) and finds something else there is kept among
   * the refused, for its writer to decide.
   *
   * @throws AppError when the rules refuse it; @throws DeviceTrouble when nothing could be stored.
   *   Nothing is kept then.
   */
  commit<Args>(mutation: Mutation<Args>, args: Args, draft?: string): Promise<Committed>
  /**
   * A row known from the page only; lies under the confirmed ones, in memory. Lets a mutation run
   * before its thread has arrived.
   */
  hint<R extends Row>(table: Table<R>, row: R): void
  /** Whether the shape is complete on this device: what is not in it does not exist. */
  holds(shape: string): boolean
  /**
   * From now on held and kept fresh; asking again marks it as used. Visited shapes are remembered
   * for 30 days.
   */
  follow(shape: string, keep?: KeepClass): Promise<void>
  /** Kept whatever room is needed; unpinned it counts as visited. */
  pin(shape: string, isPinned: boolean): Promise<void>
  readonly outbox: {
    /** Sends a refused mutation again under a new number, with other arguments if given. */
    retry(n: number, args?: unknown, draft?: string): Promise<void>
    discard(n: number): Promise<void>
    /**
     * Discards it, and its words stand below what is begun at their place; nothing where another
     * tab has done so.
     */
    keepAsDraft(n: number, place: string, values: Readonly<Record<string, string>>): Promise<void>
    /**
     * Takes back what was never offered. `null`: it may have gone already. Otherwise its arguments.
     */
    callBack(n: number): Promise<unknown>
  }
  readonly drafts: DeviceDrafts
  readonly documents: DeviceDocuments
  /** Finished pages, by path and query. */
  readonly answers: {
    /** @param keep `prefetched`: nobody has opened it; it leaves before all that was opened. */
    keep(address: string, answer: PageAnswer, keep?: 'prefetched'): Promise<void>
    get(address: string): Promise<CachedAnswer | undefined>
    forget(address: string): Promise<void>
    /** At lost rights and at removal: every answer and screen of that post. */
    forgetOfPost(postId: string): Promise<void>
  }
  /** Whole documents, for the service worker. */
  readonly screens: {
    /**
     * @param answer the same page as the app shows it, in the same transaction: nobody may open the
     *   document and then be told by a link that it is not here. `null`: the app makes it from
     *   rows. @param at when the server gave it, if not now
     */
    keep(screen: Omit<CachedScreen, 'at'>, answer: PageAnswer | null, at?: number): Promise<void>
    forgetOfPost(postId: string): Promise<void>
  }
  /** Everything that is held and can be given up or kept, last used first. */
  held(): Promise<readonly StoredItem[]>
  sizes(): Promise<DeviceSizes>
  readonly settings: {
    get(): Promise<DeviceSettings>
    set(changes: Partial<DeviceSettings>): Promise<void>
  }
  /**
   * Gives up a shape (`thread:…`) or a kept answer and screen (an address). Queued and refused
   * mutations stay.
   */
  free(shapeOrAddress: string): Promise<void>
  /** Everything unsent as readable text: Markdown of the bodies, then the mutations as JSON. */
  exportUnsent(): Promise<string>
  /** Everything on this device, as JSON. */
  exportAll(): Promise<string>
  /** Whether anything waits to be sent, was refused, or is being drafted. */
  unsentCount(options?: {
    readonly byText?: boolean
  }): Promise<{ readonly queued: number; readonly refused: number; readonly drafts: number }>
  /** Tries to reach the server now. */
  nudge(): void
  /**
   * At sign-out: the database and every trace of the person are gone when it resolves, in other
   * tabs too.
   */
  wipe(): Promise<void>
  subscribe(listener: (changed: Changed) => void): () => void
}

export interface Committed {
  /**
   * Its number in the queue; `null` in a visitor's database, and for what is kept among the
   * refused.
   */
  readonly n: number | null
}

export interface DeviceMe {
  readonly name: string | null
  readonly slug: string | null
}

export interface Changed {
  readonly shapes: ReadonlySet<string>
  /** Names of tables whose rows look different now. */
  readonly kinds: ReadonlySet<string>
  /** `table/id` of each such row. */
  readonly rows: ReadonlySet<string>
  /**
   * `table/id` of rows that a mutation of mine made, that the server has taken, and that come with
   * no shape of this device.
   */
  readonly taken: ReadonlySet<string>
  /** Places whose draft was saved, sent or thrown away, in whichever tab. */
  readonly places: ReadonlySet<string>
  /** Documents of which something else is known, in whichever tab. */
  readonly rooms: ReadonlySet<string>
}

export interface DeviceDrafts {
  /**
   * On disk when it resolves, in the place of what is there. Without any text in it the draft is
   * gone.
   */
  save(place: string, values: Readonly<Record<string, string>>, now: number): Promise<void>
  get(place: string): Promise<SavedDraft | undefined>
  /** Last touched first; those in the bin too. */
  list(): Promise<readonly SavedDraft[]>
  /** `sent`: gone for good. `discarded`: into the bin for 30 days. */
  forget(place: string, why: 'sent' | 'discarded'): Promise<void>
  /** Takes it back out of the bin. */
  restore(place: string): Promise<void>
}

/**
 * What is known of the documents on this device. Their text, and all of Yjs, is in
 * `web/data/documents/`, which is fetched when it is needed.
 */
export interface DeviceDocuments {
  get(room: string): Promise<StoredDocument | undefined>
  list(): Promise<readonly StoredDocument[]>
  /**
   * In one transaction, on disk when it resolves. `undefined`: as it was; `null`: nothing is known
   * of it any more.
   */
  change(room: string, change: (before: StoredDocument | undefined) => StoredDocument | null | undefined): Promise<void>
  /** From now on fetched and kept fresh, so that they open without a network. */
  hold(rooms: readonly string[]): Promise<void>
  /** Its post was made on this device, and the server has not heard of it yet. */
  isComing(room: string): Promise<boolean>
  /** There is no room: what may go goes. @returns whether anything did. */
  makeRoom(): Promise<boolean>
}

/** One row, whether a form has written it (`typed-words/`) or the device. */
export type SavedDraft = TypedRow

export interface CachedAnswer {
  /** Path and query. */
  readonly address: string
  readonly answer: PageAnswer
  /** When the server gave it. */
  readonly at: number
}

/**
 * In the account's database, store `screens`, key `address`: the worker reads it there with plain
 * IndexedDB.
 */
export interface CachedScreen {
  readonly address: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
  /** Of the app that made it: another build's screen is not shown. */
  readonly build: string
  readonly at: number
}

export interface StoredItem {
  /** A shape's id, or an address. */
  readonly id: string
  readonly kind: 'shape' | 'page'
  /** Of the post or page; `null` when there is none to show. */
  readonly title: string | null
  readonly keep: KeepClass
  readonly lastUsed: number
  readonly bytes: number
  readonly isComplete: boolean
}

export interface DeviceSizes {
  /** Bytes by class. `work`: queued, refused and drafted, which never leave by themselves. */
  readonly byClass: Readonly<Record<KeepClass | 'work', number>>
  readonly byKind: Readonly<Record<'threads' | 'own' | 'pages' | 'pictures' | 'work', number>>
  readonly total: number
  /** What may be used before things are given up. */
  readonly budget: number
  /** The browser's own figures for the site; `null` where it does not say. */
  readonly usage: number | null
  readonly quota: number | null
  /** `null`: never asked yet, or the browser cannot promise. */
  readonly isPersisted: boolean | null
}

export interface DeviceSettings {
  /**
   * Fetch the newest posts for reading offline; `null`: as the device suggests (members and the
   * installed app do).
   */
  readonly prefetch: boolean | null
  /** When a round of it last came to its end, ms since 1970 of this device's clock; 0: never. */
  readonly prefetchedAt: number
  /** When one was last begun, in whichever tab. */
  readonly prefetchBegunAt: number
  /** In bytes; `null`: the default. */
  readonly budget: number | null
  readonly pictures: boolean
}
