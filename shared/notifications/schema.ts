import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { settingFields, standardOf } from '../kernel/settings.ts'
import { own } from '../kernel/visibility.ts'
import { noticeFlags } from './settings.ts'
import { Subject } from './subjects.ts'
import { invitations, karmaPaces, noticeFrequencies, noticeOutcomes, noticeTypeNames } from './types.ts'

/**
 * A member is told of something; id `USER:CAUSE`, so that one cause tells nobody twice. Made and
 * taken back by the server (`sync-server/notify/`), which has looked whether its owner may read the
 * thing; it holds no words of others but the title of a public post. Its owner says whether it was
 * seen.
 */
export const Notification = z.object({
  id: z.string(),
  userId: Id,
  type: z.enum(noticeTypeNames),
  /**
   * What brought it about: `comment:ID`, `post:ID`, `tag:POST`, `share:POST`, `coauthor:POST`,
   * `accepted:USER:POST`, `remark:ID`, `typo:ID`, `curated:POST`, `approved:POST`, `message:ID`,
   * `unconfirmed:USER`, `event:ID`, `rsvp:USER:POST`, `guest:ID`, `rsvpLeft:…`, `guestLeft:…`,
   * `eventNews:EVENT:WHAT`, `organizer:GROUP:USER`, `groupPost:ID`, `powers:USER:STEP`,
   * `tagDecision:TAG:OUTCOME`; of a mention in a subject `sequence:ID`, `chapter:ID`,
   * `collection:ID`, `book:ID`, `term:ID`, `bio:USER`.
   */
  cause: z.string(),
  /** Whose mutation it was. */
  actorId: z.nullable(Id),
  /** `null`: it is about a subject that is no part of a post. */
  postId: z.nullable(Id),
  commentId: z.nullable(Id),
  /**
   * What it is about, where that is not the post or the comment. Absent in rows from before there
   * was this.
   */
  subject: z.optional(Subject),
  /** Of the post or the subject while it is public; empty for a draft and for a member. */
  title: z.string(),
  /**
   * Why: the thing its owner follows, as `KIND:TARGET`; empty where the news is about themselves.
   */
  because: z.string(),
  at: Time,
  /**
   * When it was told, by the server's clock: later than `at` where something had to wait. Absent in
   * rows from before there was this.
   */
  toldAt: z.optional(Time),
  viewedAt: z.nullable(Time),
  /**
   * `recent`: on devices, and in the bell. `older`: on the page alone. `unshown`: its owner wanted
   * it by mail or push and not here. `waiting`: nowhere yet, until the hour of the day or the week
   * comes at which its owner wants those of its type.
   */
  place: z.enum(['recent', 'older', 'unshown', 'waiting']),
  /**
   * Of an invitation to a draft or a dialogue: what for, at that time. Absent in rows from before
   * there was this.
   */
  invitedTo: z.optional(z.enum(invitations)),
  /** Of a decision on what its owner asked for. */
  outcome: z.optional(z.enum(noticeOutcomes)),
})
export type Notification = z.infer<typeof Notification>

export const notifications = defineTable({
  name: 'notifications',
  row: Notification,
  indexes: [['userId', 'at'], ['userId', 'place', 'at'], ['cause', 'userId'], ['postId', 'cause'], ['viewedAt']],
  visibility: {
    scope: (notification) => `user:${notification.userId}`,
    shape: (notification) => (notification.place === 'recent' ? `me:${notification.userId}` : null),
  },
})

/** Where a notification stands in the order in which they were told. */
export const notifiedAtOf = ({ toldAt, at }: Pick<Notification, 'toldAt' | 'at'>): number => toldAt ?? at

/**
 * Of those shown, the place of the one that was told last; 0 without any. What is told later stands
 * after it, however old its cause is.
 */
export const newestNotified = (shown: readonly Notification[]): number =>
  shown.reduce((newest, one) => Math.max(newest, notifiedAtOf(one)), 0)

export const notificationId = (userId: string, cause: string): string => `${userId}:${cause}`

export const Channels = z.object({
  inApp: z.boolean(),
  /** How often what comes here comes into sight; absent: at once. */
  pace: z.optional(z.enum(noticeFrequencies)),
  email: z.enum(['off', 'now', 'daily', 'weekly']),
  push: z.boolean(),
})

/** A whole hour of the day, 0 to 23. */
export const Hour = z.int().check(z.minimum(0), z.maximum(23))
/** Of the IANA database, such as `Europe/Paris`; what nobody knows counts as UTC. */
export const TimeZone = z.string().check(z.regex(/^[A-Za-z0-9_+\-/]{1,60}$/))

/** 0 is Sunday. */
export const Weekday = z.int().check(z.minimum(0), z.maximum(6))

/** When a member is told what the votes on their work came to; hour and day in their time. */
export const KarmaChoice = z.object({
  pace: z.enum(karmaPaces),
  hour: Hour,
  /** Of the weekly ones. */
  day: Weekday,
  /** What has lost is listed too. */
  showsNegative: z.boolean(),
})
export type KarmaChoice = z.infer<typeof KarmaChoice>

/**
 * How a member wants to be told; id = user id. Absent until something is chosen: then
 * `standardSettings` counts. Written by its owner, and by the links in their mails.
 */
export const NoticeSettings = z.object({
  id: Id,
  userId: Id,
  /** By type; what is absent comes as the type's standard says. */
  types: z.partialRecord(z.enum(noticeTypeNames), Channels),
  ...settingFields(noticeFlags),
  timeZone: TimeZone,
  /**
   * When what is told once a day or once a week is told, here and by mail, in the member's time;
   * weekly on `digestDay`.
   */
  digestHour: Hour,
  digestDay: Weekday,
  /** From then until then no push and no mail; `null`: never quiet. */
  quiet: z.nullable(z.object({ from: Hour, until: Hour })),
  /**
   * Absent: `standardKarma`. `chosenAt`: when it was chosen; what came before is in no batch any
   * more.
   */
  karma: z.optional(z.extend(KarmaChoice, { chosenAt: Time })),
  changedAt: Time,
})
export type NoticeSettings = z.infer<typeof NoticeSettings>

export const noticeSettings = defineTable({
  name: 'notice_settings',
  row: NoticeSettings,
  indexes: [['userId', 'changedAt']],
  visibility: own('userId'),
})

/** Once a day at eleven, without what has lost. */
export const standardKarma: KarmaChoice = { pace: 'daily', hour: 11, day: 6, showsNegative: false }

export const karmaChoiceOf = ({ karma }: Pick<NoticeSettings, 'karma'>): KarmaChoice => karma ?? standardKarma

/**
 * @param chosen the member's row, if there is one; it may be from before there was some setting.
 */
export const noticeSettingsOf = (userId: string, chosen: NoticeSettings | undefined): NoticeSettings => ({
  ...standardSettings(userId),
  ...chosen,
})

export function standardSettings(userId: string): NoticeSettings {
  return {
    id: userId,
    userId,
    types: {},
    ...standardOf(noticeFlags),
    timeZone: 'UTC',
    digestHour: 12,
    digestDay: 1,
    quiet: null,
    changedAt: 0,
  }
}
