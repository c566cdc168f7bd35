/** What telling keeps for itself: nothing of it ever leaves the server. */
import * as z from 'zod/mini'
import type { Row, Table } from '#shared/kernel/table.ts'
import { Id, Time } from '#shared/kernel/fields.ts'
import { defineTable } from '#shared/kernel/table.ts'
import { voteKinds } from '#shared/votes/schema.ts'
import { waitingMails } from '#server/mail/waiting-mails.ts'

const ofServer = { scope: () => 'server', shape: () => null, journal: false } as const

/**
 * That a cause (`comment:ID`, `post:ID`, `share:USER:POST` …) has been told to everybody it
 * concerns, or taken back; id = the cause.
 */
const Announcement = z.object({
  id: z.string(),
  state: z.enum(['told', 'withdrawn']),
  /**
   * Which state was looked through for mentions and tags: a comment's version; a revision's id and,
   * each on a line, the post's tags.
   */
  text: z.string(),
  at: Time,
})
export type Announcement = z.infer<typeof Announcement>
export const announcements = defineTable({ name: 'announcements', row: Announcement, indexes: [['at']], ...ofServer })

/**
 * `here`: into sight on the site itself, for whoever wants a kind of news once a day or once a
 * week.
 */
export const channels = ['email', 'push', 'here'] as const

/**
 * A notification that is still to be carried somewhere; id `NOTIFICATION:CHANNEL`. Gone once it is,
 * or once there is no more need.
 */
const Delivery = z.object({
  id: z.string(),
  userId: Id,
  notificationId: z.string(),
  channel: z.enum(channels),
  dueAt: Time,
})
export type Delivery = z.infer<typeof Delivery>
export const deliveries = defineTable({
  name: 'deliveries',
  row: Delivery,
  indexes: [
    ['channel', 'dueAt'],
    ['userId', 'dueAt'],
  ],
  ...ofServer,
})

export const deliveryId = (notificationId: string, channel: Delivery['channel']): string => `${notificationId}:${channel}`

/**
 * When a member was last sent a mail of notifications, so that many become one, and the one that
 * still waits for them.
 */
const MailPause = z.object({ id: Id, lastAt: Time, waitingId: z.optional(Id) })
export const mailPauses = defineTable({ name: 'mail_pauses', row: MailPause, ...ofServer })

/**
 * What a member's work was given since their batch began; id = user id. Absent: nothing yet, or
 * they want to hear nothing of it.
 */
const KarmaBatch = z.object({ id: Id, since: Time, dueAt: Time })
export const karmaBatches = defineTable({ name: 'karma_batches', row: KarmaBatch, indexes: [['dueAt']], ...ofServer })

/** What one post, comment or wiki edit has in it; id `USER:TARGET`. */
const KarmaChange = z.object({ id: z.string(), userId: Id, targetKind: z.enum(voteKinds), targetId: Id, postId: Id, by: z.number() })
export type KarmaChange = z.infer<typeof KarmaChange>
export const karmaChanges = defineTable({ name: 'karma_changes', row: KarmaChange, indexes: [['userId', 'targetId']], ...ofServer })

/**
 * How many members one author's mentions have notified on a day (UTC, in whole days since 1970); id
 * `USER:DAY`.
 */
const MentionDay = z.object({ id: z.string(), day: z.number(), count: z.number() })
export const mentionDays = defineTable({ name: 'mention_days', row: MentionDay, indexes: [['day']], ...ofServer })

/**
 * Who mentioned whom in a subject (`sequence:ID`, `bio:USER` …; id = the cause): rows of sequences
 * and the like say nothing of who wrote their words.
 */
const MentionWriter = z.object({ id: z.string(), userId: Id, slugs: z.array(z.string()), at: Time })
export const mentionWriters = defineTable({ name: 'mention_writers', row: MentionWriter, indexes: [['at']], ...ofServer })

/**
 * A browser that may be told things while no page is open; id = SHA-256 of the endpoint, which is a
 * secret. It ends with the session it was made in.
 */
const PushDevice = z.object({
  id: z.string(),
  userId: Id,
  sessionId: Id,
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  /** Its owner wants the beginning of what was written in it. */
  showsText: z.boolean(),
  label: z.string(),
  createdAt: Time,
  /** Failures one after the other; too many, and it is given up. */
  failures: z.number(),
})
export type PushDevice = z.infer<typeof PushDevice>
export const pushDevices = defineTable({ name: 'push_devices', row: PushDevice, indexes: [['userId', 'createdAt']], ...ofServer })

/** Keys that the site made for itself at its first start: `unsubscribe`, `vapid`. */
const SiteSecret = z.object({ id: z.string(), value: z.string(), createdAt: Time })
export const siteSecrets = defineTable({ name: 'site_secrets', row: SiteSecret, ...ofServer })

// Tables of different rows stand in one list; each is only ever used with what its own schema
// parsed.
export const notifyTables: readonly Table[] = [
  announcements,
  mentionDays,
  mentionWriters,
  deliveries,
  mailPauses,
  karmaBatches,
  karmaChanges,
  pushDevices,
  siteSecrets,
  waitingMails,
].map((table) => table as unknown as Table<Row>)
