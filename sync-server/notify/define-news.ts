import type { Notification } from '#shared/notifications/schema.ts'
import type { NoticeTypeName } from '#shared/notifications/types.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import type { Pieces, Reached, ReadStore } from './audience.ts'

/** Made by a row, once: who is notified of it, and what it is about. `at` in ms since 1970. */
export interface News
  extends Pick<Notification, 'actorId' | 'at'>, Partial<Pick<Notification, 'commentId' | 'subject' | 'invitedTo' | 'outcome'>> {
  /** `null`: it is about a subject that is no part of a post. */
  readonly postId: string | null
  /** Never whose mutation it was; who may not read what it is about is left out by `announce`. */
  readonly to: readonly Reached[] | ((store: ReadStore) => Pieces)
}

/**
 * `gone`: what was told of the row is taken back. `waits`: no news yet, and looked at again when
 * the row changes. `never`: no news, whatever becomes of it.
 */
export type RowNews = News | 'gone' | 'waits' | 'never'

export interface NewsSource {
  readonly table: string
  /** Of the row's cause, `NAME:ROW`: what is stored with each recipient. */
  readonly name: string
  look(read: Read, id: string, now: number): Promise<RowNews>
}

/** What the rows of a table are news of; listed in the `news` of a domain's manifest. */
export function defineNews<R extends Row>(
  table: Table<R>,
  name: string,
  newsOf: (row: R, read: Read, now: number) => RowNews | Promise<RowNews>,
): NewsSource {
  return {
    table: table.name,
    name,
    async look(read, id, now) {
      const row = await read.get(table, id)
      return row === undefined ? 'gone' : newsOf(row, read, now)
    },
  }
}

/** Members who are told because it concerns themselves. */
export const toMembers = (type: NoticeTypeName, userIds: readonly string[]): readonly Reached[] =>
  [...new Set(userIds)].map((userId) => ({ userId, type, because: '', via: null }))
