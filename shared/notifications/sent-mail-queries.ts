import { defineQuery } from '../kernel/query.ts'
import { mailLooks } from './mail-look-schema.ts'
import { sentMails } from './sent-mail-schema.ts'

/** Newest first. */
export const sentMailsTo = (userId: string, limit: number) =>
  defineQuery({ table: sentMails, index: ['userId', 'at'], equals: [userId], order: 'descending', limit })

export const sentMailsUntil = (until: number, limit: number) =>
  defineQuery({ table: sentMails, index: ['at'], equals: [], until, order: 'ascending', limit })

export const mailLooksOver = (now: number, limit: number) =>
  defineQuery({ table: mailLooks, index: ['endsAt'], equals: [], until: now + 1, order: 'ascending', limit })
