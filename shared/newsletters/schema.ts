import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { everyone, serverOnly } from '../kernel/visibility.ts'
import { hourMs } from '../kernel/durations.ts'

/**
 * That a member offers new essays by mail, to readers without an account too; id: the member's.
 * Absent until it is offered. Written by its owner.
 */
export const Newsletter = z.object({
  id: Id,
  isOn: z.boolean(),
  /** Since when: what was published before is mailed to nobody. */
  since: Time,
})
export type Newsletter = z.infer<typeof Newsletter>

export const newsletters = defineTable({ name: 'newsletters', row: Newsletter, indexes: [['since']], visibility: everyone })

/**
 * `pending`: the mailed link was not used yet. `confirmed`: gets every essay. `left`: ended by the
 * reader. `bounced`: ended because the address takes no mail. The last two hold no address.
 */
export const readerStates = ['pending', 'confirmed', 'left', 'bounced'] as const

/**
 * A reader of a newsletter; id: a hash of the writer's id and the address, so that readers who
 * have left stay away from imports without their address being kept. Addresses never leave the
 * server but in mails to them, and in the export of their writer.
 */
export const NewsletterReader = z.object({
  id: z.string(),
  authorId: Id,
  /** Empty once it has ended. */
  email: z.string(),
  state: z.enum(readerStates),
  createdAt: Time,
  confirmedAt: z.nullable(Time),
  endedAt: z.nullable(Time),
  /** Refusals of the mail server in a row that say nothing of the address itself. */
  failures: z.number(),
})
export type NewsletterReader = z.infer<typeof NewsletterReader>

export const newsletterReaders = defineTable({
  name: 'newsletter_readers',
  row: NewsletterReader,
  // The second: those that were never confirmed go, oldest first.
  indexes: [
    ['authorId', 'state', 'id'],
    ['state', 'createdAt'],
  ],
  visibility: serverOnly,
  journal: false,
})

/**
 * An essay on its way to a newsletter's readers; id: the post's, so that it goes out once, however
 * often it is published. `waiting`: from its publication on, while its author may still call it
 * off. `sending`: to readers up to `upTo`, an id. Written by the server; called off by its author.
 */
export const NewsletterIssue = z.object({
  id: Id,
  authorId: Id,
  state: z.enum(['waiting', 'sending', 'sent', 'off']),
  dueAt: Time,
  upTo: z.string(),
  /** How many mails were put in line. */
  count: z.number(),
})
export type NewsletterIssue = z.infer<typeof NewsletterIssue>

export const newsletterIssues = defineTable({
  name: 'newsletter_issues',
  row: NewsletterIssue,
  indexes: [
    ['state', 'dueAt'],
    ['authorId', 'dueAt'],
  ],
  visibility: serverOnly,
  journal: false,
})

export const newsletterLimits = {
  readers: 20_000,
  karmaToImport: 10,
  /** Addresses; and two imports a day. */
  perImport: 500,
  importCharacters: 60_000,
  /** While it waits, an essay can be called off, and a slip be mended. */
  waitMs: 10 * 60_000,
  /** What is not public by then (it waits for a moderator, it was taken back) is not mailed. */
  givenUpMs: 14 * 24 * hourMs,
  /** A link of confirmation counts so long; then the address goes. */
  pendingMs: 7 * 24 * hourMs,
  /** After so many refusals in a row an address counts as bounced. */
  failures: 5,
} as const
