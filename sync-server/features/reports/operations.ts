/**
 * What the writer does for reports. Each is small, bounded, and changes nothing when it is asked
 * for a second time.
 */
import type { ErrorEvent, ErrorGroup, FeedbackMessage, FeedbackScreenshot } from '#shared/reports/schema.ts'
import type { StoreTransaction } from '#server/store/port.ts'
import type { AnyOperation } from '#server/sync/operations.ts'
import type { GroupFacts } from './grouping.ts'
import { dayOf, reportLimits } from '#shared/reports/limits.ts'
import { dropScreenshot } from '#shared/reports/mutations.ts'
import {
  allFeedback,
  eventsOfGroup,
  groupsSeenLongestAgo,
  oldestDone,
  oldestDoneWithScreenshot,
  oldestEvents,
  withScreenshot,
} from '#shared/reports/queries.ts'
import { errorDays, errorEvents, errorGroups, feedbackMessages, feedbackScreenshots } from '#shared/reports/schema.ts'
import { defineOperation } from '#server/sync/operations.ts'

export interface KeepError {
  readonly group: GroupFacts & Pick<ErrorGroup, 'platform'>
  readonly event: Omit<ErrorEvent, 'groupId'>
}

/**
 * Stores an event under its group and counts it. A group that was dealt with opens when it happened
 * again since.
 */
export const keepError = defineOperation('reports.keepError', async ({ tx }, { group, event }: KeepError): Promise<'kept' | 'known'> => {
  if ((await tx.get(errorEvents, event.id)) !== undefined) return 'known'
  const before = await tx.get(errorGroups, group.id)
  const resolvedAt = before?.resolvedAt ?? null
  const isBack = resolvedAt !== null && event.happenedAt > resolvedAt
  await tx.put(errorGroups, {
    ...group,
    state: isBack ? 'open' : (before?.state ?? 'open'),
    resolvedAt: isBack ? null : resolvedAt,
    count: (before?.count ?? 0) + 1,
    firstSeenAt: before?.firstSeenAt ?? event.at,
    lastSeenAt: Math.max(event.at, before?.lastSeenAt ?? 0),
    release: event.release,
    route: event.route,
    browser: event.browser,
    lastEventId: event.id,
    days: countedOn(before?.days ?? [], dayOf(event.at)),
  })
  await tx.put(errorEvents, { ...event, groupId: group.id })
  const dayId = String(dayOf(event.at))
  await tx.put(errorDays, { id: dayId, count: ((await tx.get(errorDays, dayId))?.count ?? 0) + 1 })
  for (const old of await tx.list(eventsOfGroup(group.id, 10, reportLimits.eventsPerGroup))) await tx.delete(errorEvents, old.id)
  return 'kept'
})

function countedOn(days: ErrorGroup['days'], day: number): ErrorGroup['days'] {
  const others = days.filter(([each]) => each !== day && each > day - reportLimits.shownDays)
  const before = days.find(([each]) => each === day)?.[1] ?? 0
  return [...others, [day, before + 1] satisfies [number, number]].sort(([one], [other]) => one - other)
}

export interface KeepFeedback {
  readonly message: FeedbackMessage
  readonly picture: FeedbackScreenshot | null
}

/**
 * `full`: there are so many that nobody has dealt with that no more can be taken. Never makes room
 * at the cost of an open message.
 */
export const keepFeedback = defineOperation(
  'reports.keepFeedback',
  async ({ tx }, { message, picture }: KeepFeedback): Promise<'kept' | 'known' | 'full'> => {
    if ((await tx.get(feedbackMessages, message.id)) !== undefined) return 'known'
    if ((await tx.count(allFeedback)) >= reportLimits.feedback) {
      const [done] = await tx.list(oldestDone)
      if (done === undefined) return 'full'
      await tx.delete(feedbackScreenshots, done.id)
      await tx.delete(feedbackMessages, done.id)
    }
    const hasRoom = picture !== null && (await makeRoomForPicture(tx))
    if (picture !== null && hasRoom) await tx.put(feedbackScreenshots, picture)
    await tx.put(feedbackMessages, { ...message, screenshot: picture === null ? 'none' : hasRoom ? 'kept' : 'left-out' })
    return 'kept'
  },
)

async function makeRoomForPicture(tx: StoreTransaction): Promise<boolean> {
  if ((await tx.count(withScreenshot)) < reportLimits.screenshots) return true
  const [done] = await tx.list(oldestDoneWithScreenshot)
  if (done !== undefined) await dropScreenshot(tx, done)
  return done !== undefined
}

const atOnce = 100

/**
 * A bounded step of tidying errors: what is too old and what is too much. Feedback stays. Answers
 * whether there may be more to do.
 */
export const pruneErrors = defineOperation('reports.prune', async ({ tx, now }): Promise<boolean> => {
  const tooMany = (await tx.count(oldestEvents(1))) - reportLimits.events
  const events = await tx.list(oldestEvents(atOnce))
  const old = events.filter((event, at) => at < tooMany || event.at < now - reportLimits.retentionMs)
  for (const event of old) await tx.delete(errorEvents, event.id)
  const groupsTooMany = (await tx.count(groupsSeenLongestAgo(1))) - reportLimits.groups
  const groups = await tx.list(groupsSeenLongestAgo(10))
  const oldGroups = groups.filter((group, at) => at < groupsTooMany || group.lastSeenAt < now - reportLimits.retentionMs)
  for (const group of oldGroups) {
    for (const event of await tx.list(eventsOfGroup(group.id, reportLimits.eventsPerGroup + 10))) await tx.delete(errorEvents, event.id)
    await tx.delete(errorGroups, group.id)
  }
  const forgotten = dayOf(now - reportLimits.retentionMs)
  for (let day = forgotten - 7; day < forgotten; day += 1) await tx.delete(errorDays, String(day))
  return old.length === atOnce || oldGroups.length === 10
})

export const reportOperations: readonly AnyOperation[] = [keepError, keepFeedback, pruneErrors]
