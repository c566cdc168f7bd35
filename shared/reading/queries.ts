import { defineQuery } from '../kernel/query.ts'
import { bookmarks, readMarks } from './schema.ts'

/** A member's bookmarks and former bookmarks, last toggled first. */
export const bookmarksOf = (userId: string, limit: number) =>
  defineQuery({ table: bookmarks, index: ['userId', 'changedAt'], equals: [userId], order: 'descending', limit })

/** What a member has opened, last first. */
export const readMarksOf = (userId: string, limit: number, offset = 0) =>
  defineQuery({ table: readMarks, index: ['userId', 'readAt'], equals: [userId], order: 'descending', limit, offset })
