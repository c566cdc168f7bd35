import { defineQuery } from '../kernel/query.ts'
import { sentMails } from './sent-mail-schema.ts'

/** Newest first. */
export const sentMailsTo = (userId: string, limit: number) =>
  defineQuery({ table: sentMails, index: ['userId', 'at'], equals: [userId], order: 'descending', limit })

export const sentMailsUntil = (until: number, limit: number) =>
  defineQuery({ table: sentMails, index: ['at'], equals: [], until, order: 'ascending', limit })
