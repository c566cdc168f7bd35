import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import type { SettingChoice } from '../kernel/settings.ts'
import { settingChoices } from '../kernel/settings.ts'
import { isSelf } from '../kernel/viewer.ts'
import type { SubscriptionKind } from '../subscriptions/schema.ts'
import { subscriptionsOf } from '../subscriptions/queries.ts'
import { subscriptions } from '../subscriptions/schema.ts'
import { karmaNews } from './karma-schema.ts'
import { recentOf, settingsOf } from './queries.ts'
import { channelsFor } from './rules.ts'
import type { NoticeSettings } from './schema.ts'
import { Channels, Hour, KarmaChoice, karmaChoiceOf, notifications, noticeSettings, TimeZone, notifiedAtOf, Weekday } from './schema.ts'
import { noticeTypes } from './all-types.ts'
import { noticeFlags } from './settings.ts'
import { noticeTypeNames } from './types.ts'
import { isSameJson } from '../kernel/same.ts'

/** `USER:CAUSE` */
const NoticeId = z.string().check(z.regex(/^[0-9a-z]{26}:[a-zA-Z]{1,20}:[0-9a-z:]{1,80}$/))

/** Says of one notification whether it was seen. One that has been taken back since is no fault. */
export const setViewed = defineMutation({
  name: 'notifications.setViewed',
  runs: 'device',
  isQuiet: true,
  args: z.strictObject({ id: NoticeId, isViewed: z.boolean() }),
  key: ({ id }) => `notice:${id}`,
  async run({ tx, viewer, now }, { id, isViewed }) {
    signedIn(viewer)
    const notification = await tx.get(notifications, id)
    if (notification === undefined || !isSelf(viewer, notification.userId)) return
    if ((notification.viewedAt !== null) === isViewed) return
    await tx.put(notifications, { ...notification, viewedAt: isViewed ? now : null })
  },
})

/**
 * Everything told up to a place was seen. `upTo` is `newestNotified` of what was shown, so that
 * what comes meanwhile stays new, also when its cause is older.
 */
export const markAllViewed = defineMutation({
  name: 'notifications.markAllViewed',
  runs: 'device',
  args: z.strictObject({ upTo: Time }),
  key: () => 'notices:all',
  async run({ tx, viewer, now }, { upTo }) {
    const { userId } = signedIn(viewer)
    for (const notification of await tx.list(recentOf(userId)))
      if (notification.viewedAt === null && notifiedAtOf(notification) <= upTo)
        await tx.put(notifications, { ...notification, viewedAt: now })
  },
})

/**
 * The batch of karma that came into sight by then was looked at. What was added to it meanwhile is
 * new.
 */
export const seeKarma = defineMutation({
  name: 'notifications.seeKarma',
  runs: 'device',
  isQuiet: true,
  args: z.strictObject({ upTo: Time }),
  key: () => 'karma-news',
  async run({ tx, viewer, now }, { upTo }) {
    const news = await tx.get(karmaNews, signedIn(viewer).userId)
    if (news === undefined || news.seenAt !== null || news.at > upTo) return
    await tx.put(karmaNews, { ...news, seenAt: now })
  },
})

const composite = [
  z.strictObject({ field: z.literal('type'), type: z.enum(noticeTypeNames), value: Channels }),
  z.strictObject({ field: z.literal('timeZone'), value: TimeZone }),
  z.strictObject({ field: z.literal('digest'), value: z.strictObject({ hour: Hour, day: Weekday }) }),
  z.strictObject({ field: z.literal('quiet'), value: z.nullable(z.strictObject({ from: Hour, until: Hour })) }),
  z.strictObject({ field: z.literal('karma'), value: KarmaChoice }),
] as const
export type NoticeChoice = z.infer<(typeof composite)[number]> | SettingChoice<typeof noticeFlags>
// One option for each of the flags, with its own schema: the type above says it.
const choice = z.discriminatedUnion('field', [...composite, ...settingChoices(noticeFlags)]) as unknown as z.ZodMiniType<NoticeChoice>

/**
 * Changes one thing about how the viewer is told, so that two devices that change two things both
 * get theirs.
 */
export const chooseNotices = defineMutation({
  name: 'notifications.choose',
  runs: 'device',
  args: z.strictObject({ choice }),
  key: ({ choice: one }) => `notice-choice:${one.field === 'type' ? one.type : one.field}`,
  async run({ tx, viewer, now }, { choice: one }) {
    const { userId } = signedIn(viewer)
    const before = await settingsOf(tx, userId)
    const next = chosen(before, one, now)
    if (isSameJson(next, before)) return
    await tx.put(noticeSettings, { ...next, changedAt: now })
    // The batch begins anew; what has been gathered on the server goes in its derive.
    if (one.field === 'karma') await tx.delete(karmaNews, userId)
  },
})

function chosen(before: NoticeSettings, one: NoticeChoice, now: number): NoticeSettings {
  switch (one.field) {
    case 'type':
      return { ...before, types: { ...before.types, [one.type]: one.value } }
    case 'digest':
      return { ...before, digestHour: one.value.hour, digestDay: one.value.day }
    case 'quiet':
      // A night without an hour is none.
      return { ...before, quiet: one.value?.from === one.value?.until ? null : one.value }
    case 'karma':
      return isSameKarma(karmaChoiceOf(before), one.value) ? before : { ...before, karma: { ...one.value, chosenAt: now } }
    default:
      return { ...before, [one.field]: one.value }
  }
}

const isSameKarma = (a: KarmaChoice, b: KarmaChoice): boolean =>
  a.pace === b.pace && a.hour === b.hour && a.day === b.day && a.showsNegative === b.showsNegative

/**
 * By a link in a mail, which needs no sign-in: the server has checked whose it is and what it ends.
 * Ends mails alone, also those of single things that were chosen for these types; what is on the
 * site stays.
 */
export const endEmails = defineMutation({
  name: 'notifications.endEmails',
  from: 'server',
  args: z.strictObject({ userId: Id, types: z.union([z.literal('all'), z.array(z.enum(noticeTypeNames)).check(z.minLength(1))]) }),
  async run({ tx, now }, { userId, types }) {
    const before = await settingsOf(tx, userId)
    if (types === 'all') {
      if (!before.noEmails) await tx.put(noticeSettings, { ...before, noEmails: true, changedAt: now })
      return
    }
    const ended = types.map((type) => [type, { ...channelsFor(before, type, null), email: 'off' as const }] as const)
    const kinds = new Set(types.flatMap((type): readonly SubscriptionKind[] => noticeTypes[type].follows))
    await tx.put(noticeSettings, { ...before, types: { ...before.types, ...Object.fromEntries(ended) }, changedAt: now })
    for (const subscription of await tx.list(subscriptionsOf(userId)))
      if (kinds.has(subscription.kind) && subscription.via?.startsWith('email') === true)
        await tx.put(subscriptions, { ...subscription, via: 'inApp', changedAt: now })
  },
})
