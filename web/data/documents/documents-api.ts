/**
 * What an editor sees of a document on the device: types only, so that Yjs does not come with them.
 */
import type { Awareness } from 'y-protocols/awareness'
import type { Doc } from 'yjs'
import type { Level, RefusalCode } from '#shared/documents/protocol.ts'
import type { Doc as Text } from '#shared/text/schema.ts'
import type { Store } from '../store.ts'

/**
 * How safe what was typed is. `loading`: what is on the device is not here yet. `saving`: in
 * memory. `on-device`: on disk, durability strict. `saved`: the server has fsynced it. `memory`:
 * this device cannot keep it, it is on its way to the server and nowhere else. `notSent`: the
 * server refused it for good; it stays here.
 */
export type DocumentStatus = 'loading' | 'saving' | 'on-device' | 'saved' | 'memory' | { readonly notSent: RefusalCode }

/**
 * `post`: websockets are blocked, it goes by requests. `ended`: nobody, or somebody else, is signed
 * in. `waiting`: the server does not know the post yet. `outdated`: the server's texts are newer
 * than this app.
 */
export type DocumentLink = 'off' | 'connecting' | 'on' | 'post' | 'ended' | 'waiting' | 'outdated'

/**
 * This copy is void and gone from the device; what the server had not got stands in a draft of its
 * own, `fork` being its room.
 */
export interface DocumentEnd {
  /**
   * `no-access`: nothing of it may be read any more. `reset`: its history was rewritten; `refused`:
   * what was written was; open it again.
   */
  readonly why: 'no-access' | 'reset' | 'refused' | 'wiped'
  readonly fork: string | null
}

export interface OpenDocument {
  readonly room: string
  readonly doc: Doc
  readonly awareness: Awareness
  readonly status: Store<DocumentStatus>
  readonly link: Store<DocumentLink>
  /** As the server last said; of a draft made on this device: own. */
  readonly level: Store<Level>
  readonly isReadOnly: Store<boolean>
  /**
   * The text is here, be it an empty one. Of somebody else's that was never opened on this device,
   * it is so once the server has sent it.
   */
  readonly isHere: Store<boolean>
  /** `null` while all is well. */
  readonly ended: Store<DocumentEnd | null>
  /** What is on this device is in `doc`, or nothing is and it works in memory. */
  readonly whenLoaded: Promise<void>
  /**
   * For a listener of `doc`: whether what is put into it at this moment comes from the server, and
   * not from here or another tab.
   */
  isFromServer(): boolean
  /** Everything typed is on disk when it resolves, or the status says why not. */
  settle(): Promise<void>
  close(): Promise<void>
}

/**
 * Puts a text that cannot go where it was written into a draft of its own ("Your unsent changes to
 * …").
 * @returns the draft's room; `null` when there cannot be one: then the text stays where it is.
 */
export type MakeFork = (room: string, text: Text) => Promise<string | null>
