import { useSyncExternalStore } from 'react'
import { createStore } from '../../data/store.ts'
import type { CommentView, ThreadPerson } from './thread-view.ts'

/**
 * What this device knows of discussions beside what a page has said: my comments on their way, what
 * I changed in others, and how far I had read. Filled by the late `thread-life.ts`; empty on the
 * server and until then, so that both sides draw the same.
 */
export interface Beside {
  /** By comment. */
  readonly changes: ReadonlyMap<string, CommentChange>
  /**
   * By post: the newest comment that had been seen before this visit; absent when it is the first.
   */
  readonly seenUpTo: ReadonlyMap<string, number>
  /** Whose comments are never new to the reader. */
  readonly myId: string | null
}

/** Of a comment I wrote or changed, newer than the page. */
export interface CommentChange {
  readonly id: string
  /** For a comment that the page may not have yet. */
  readonly made: MadeComment | null
  readonly version: number
  /** `undefined`: as the page has it. */
  readonly html: string | undefined
  readonly editedAt?: number
  /** What I said of it beside its words (`comments.setMark`): over what the page says. */
  readonly marks?: CommentMarks
  /** `null`: it stands (again). */
  readonly removed: NonNullable<CommentView['removed']> | null
  /** "not sent yet", "waiting until 14:05"; `null` once it is confirmed. */
  readonly state: string | null
  /** The state is a refusal. */
  readonly isRefused: boolean
  /** It can be brought back from where it stood. */
  readonly canUndo: boolean
}

/** `null`: not so any more. */
export type CommentMarks = {
  readonly [
    Name in 'isAnswer' | 'isOffFrontpage' | 'isRetracted' | 'pinnedBy' | 'isOnProfile' | 'lockedUntil' | 'hat' | 'isRejected'
  ]?: NonNullable<CommentView[Name]> | null
}

export interface MadeComment {
  readonly postId: string
  readonly parentId: string | null
  readonly isAnswer?: true
  readonly isQuickTake?: true
  readonly author: ThreadPerson
  readonly at: number
  /** Of the vote for it that its author begins with. */
  readonly power: number
  readonly role?: NonNullable<CommentView['role']>
}

export const nothingBeside: Beside = { changes: new Map(), seenUpTo: new Map(), myId: null }
export const beside = createStore<Beside>(nothingBeside)

export const useBeside = (): Beside => useSyncExternalStore(beside.subscribe, beside.get, () => nothingBeside)

export function setChange(change: CommentChange): void {
  beside.set({ ...beside.get(), changes: new Map(beside.get().changes).set(change.id, change) })
}

export function dropChanges(ids: readonly string[]): void {
  if (ids.length === 0) return
  const changes = new Map(beside.get().changes)
  for (const id of ids) changes.delete(id)
  beside.set({ ...beside.get(), changes })
}
