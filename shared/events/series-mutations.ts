/** Asked of the server. */
import * as z from 'zod/mini'
import { requireFreeId } from '../comments/container.ts'
import { dayMs } from '../kernel/durations.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'
import type { MutationContext } from '../kernel/mutation.ts'
import { isSameJson } from '../kernel/same.ts'
import type { Transaction } from '../kernel/transaction.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { deny } from '../kernel/verdict.ts'
import { isSelf } from '../kernel/viewer.ts'
import { inGroup } from '../local-groups/group-posts.ts'
import { localGroups } from '../local-groups/schema.ts'
import { inviteCoauthor } from '../posts/coauthor-mutations.ts'
import { canInviteCoauthor } from '../posts/invitation-rules.ts'
import { invitationId, invitations } from '../posts/invitation-schema.ts'
import { invitationContext } from '../posts/invitations.ts'
import { emptyPost, nextRevision } from '../posts/make-post.ts'
import { putWriting } from '../posts/mutations.ts'
import { putPost } from '../posts/put-post.ts'
import type { Post } from '../posts/schema.ts'
import { posts, revisions } from '../posts/schema.ts'
import { draftNumbers } from '../posts/version-mutations.ts'
import { schedules } from '../publishing/schema.ts'
import { liveSeriesBy, seriesEventsBefore } from './queries.ts'
import type { Occurrence } from './recurrence.ts'
import { nextNumber, occurrenceOf } from './recurrence.ts'
import { canEditEvent, canMakeEvents } from './rules.ts'
import { events } from './schema.ts'
import { sourceOf, upcomingOf } from './series.ts'
import type { EventSeries } from './series-schema.ts'
import { eventSeries, seriesDetails, seriesLimits } from './series-schema.ts'
import { isZone, movedMomentOf, wallAt } from './zones.ts'

const { every, times, until, isPublished } = seriesDetails

/**
 * Says how an event comes again, or says it anew: the next ones count from this event and copy it.
 * Those that were made already stay as they are, and no date before the last of them is made again.
 * @throws AppError 'invalid' with the field: no start, no end of the rule, or nothing before it.
 */
export const setSeries = defineMutation({
  name: 'events.setSeries',
  args: z.strictObject({ id: Id, every: every.value, times: times.value, until: until.value, isPublished: isPublished.value }),
  async run({ tx, viewer, now }, { id, ...said }) {
    const post = await getOrThrow(tx, posts, id)
    authorize(canEditEvent(viewer, post))
    const event = await getOrThrow(tx, events, id)
    const { starts, ends, zone, startAt } = event
    if (startAt === null) throw new AppError('invalid', { field: 'every' })
    if (said.times === null && said.until === null) throw new AppError('invalid', { field: 'times' })
    if (said.until !== null && said.until > wallAt(now + seriesLimits.days * dayMs, zone).slice(0, 10))
      throw new AppError('invalid', { field: 'until' })
    const seriesId = event.seriesId ?? id
    const known = await tx.get(eventSeries, seriesId)
    if (known?.isLive !== true && (await tx.count(liveSeriesBy(post.authorId))) >= seriesLimits.live)
      authorize(deny('too-many-recurring-events'))
    const others = (await upcomingOf(tx, seriesId, now)).filter((one) => one.id !== id)
    const taken = others.map((one) => Math.max(one.startAt ?? 0, movedMomentOf(one.planned ?? one.starts, one.zone)))
    const rule = { ...said, starts, ends, zone }
    const next = nextNumber(rule, 1, Math.max(now, startAt, ...taken))
    if (next === null) throw new AppError('invalid', { field: said.until === null ? 'times' : 'until' })
    const series = { id: seriesId, authorId: post.authorId, fromId: id, ...rule, isLive: true, ended: null, next }
    await putIfOther(tx, { ...series, createdAt: known?.createdAt ?? now }, known)
    const marked = { ...event, seriesId, recurs: said.every, planned: starts }
    if (!isSameJson(marked, event)) await tx.put(events, marked)
  },
})

/** No further ones are made; those that there are stay. Asked at any of its events. */
export const endSeries = defineMutation({
  name: 'events.endSeries',
  args: z.strictObject({ id: Id }),
  async run({ tx, viewer, now }, { id }) {
    authorize(canEditEvent(viewer, await getOrThrow(tx, posts, id)))
    const { seriesId } = await getOrThrow(tx, events, id)
    const series = seriesId === undefined ? undefined : await tx.get(eventSeries, seriesId)
    if (series === undefined) throw new AppError('not-found')
    if (!series.isLive) return
    await tx.put(eventSeries, { ...series, isLive: false, ended: 'organizer' })
    // What readers are told of those to come is true again.
    for (const event of await upcomingOf(tx, series.id, now)) await tx.put(events, { ...event, recurs: null })
  },
})

/**
 * Makes the next event of a series, as a draft, or as one that is published at once as its author
 * (`shared/publishing/`). Asked of the job, in the author's name and by the rules of then: who may
 * not make events any more ends their series. `next` says which number was found due: a job that
 * was killed, or a second node, makes none twice. Dates that passed meanwhile are left out.
 */
export const makeNextEvent = defineMutation({
  name: 'events.makeNext',
  from: 'server',
  args: z.strictObject({ id: Id, next: z.number(), postId: Id, revisionId: Id, publicationId: Id }),
  async run(context, { id, next, ...ids }) {
    const { tx, viewer, now } = context
    const series = await tx.get(eventSeries, id)
    if (series === undefined || !series.isLive || series.next !== next) return
    const at = isZone(series.zone) ? nextNumber(series, next, now) : null
    if (at === null) return putIfOther(tx, { ...series, isLive: false, ended: 'rule' }, series)
    if (!isSelf(viewer, series.authorId) || !canMakeEvents(viewer).allowed)
      return putIfOther(tx, { ...series, isLive: false, ended: 'author' }, series)
    if ((await upcomingOf(tx, id, now)).length >= seriesLimits.ahead) return
    if (!(await copied(context, series, occurrenceOf(series, at), ids))) return
    const after = nextNumber(series, at + 1, now)
    await tx.put(eventSeries, { ...series, ...(after === null ? { isLive: false, ended: 'rule' as const } : { next: after }) })
  },
})

interface NewIds {
  readonly postId: string
  readonly revisionId: string
  readonly publicationId: string
}

/** `false`: readers have none of its events, so there is nothing to copy for now. */
async function copied(
  context: MutationContext,
  series: EventSeries,
  occurrence: Occurrence,
  { postId, revisionId, publicationId }: NewIds,
) {
  const { tx, now } = context
  const source = await sourceOf(tx, series, now)
  const published = source === null ? undefined : await tx.get(revisions, source.post.revisionId ?? '')
  if (source === null || published === undefined) return false
  const { post, event } = source
  await requireFreeId(tx, postId)
  const text = { id: postId, revisionId, title: post.title, body: published.body, lang: post.lang, kind: 'event' } as const
  const { sideNotes, guidelines, tags, direction } = post
  const about = {
    ...{ tags, linkUrl: null, writtenOn: null, submitToFrontpage: post.submitToFrontpage },
    ...(sideNotes !== undefined && { sideNotes }),
  }
  const revision = nextRevision(context, text, await draftNumbers(tx, postId, 'minor'))
  await tx.put(revisions, revision)
  const more = { direction, wordCount: revision.wordCount, ...(guidelines !== undefined && { guidelines }) }
  // A group that has gone to sleep since takes no new ones.
  const found = event.groupId === null ? undefined : await tx.get(localGroups, event.groupId)
  const groupId = found?.isActive === true ? found.id : null
  await putPost(context, await inGroup(context, { ...emptyPost(context, text), ...about, ...more }, groupId))
  await askCoauthors(context, series, post, postId)
  await putWriting(context, { ...text, ...about })
  // Who comes to one has not said so of the next.
  const { guests: _guests, ...copiedEvent } = event
  await tx.put(events, {
    ...{ ...copiedEvent, ...occurrence, id: postId, zone: series.zone, groupId },
    ...{ isCancelled: false, seriesId: series.id, recurs: series.every, planned: occurrence.starts },
    ...{ isListed: false, sequence: 0, createdAt: now, changedAt: now },
  })
  if (series.isPublished) {
    const due = { id: postId, dueAt: now, at: now, byId: series.authorId, timeZone: series.zone, publicationId }
    await tx.put(schedules, { ...due, problem: null })
  }
  return true
}

/** Events of a series that are looked at for who wanted no part in one. */
const lookedBack = 5

/**
 * Those whose names stand on the event that was copied are asked whether they take part in this
 * one too, as on any other. Nobody is asked again who has declined one of the last, and where the
 * author may not invite any more nobody is.
 */
async function askCoauthors(context: MutationContext, series: EventSeries, source: Post, postId: string): Promise<void> {
  const { tx, viewer, now } = context
  if (source.coauthorIds.length === 0) return
  const others = [...(await upcomingOf(tx, series.id, now)), ...(await tx.list(seriesEventsBefore(series.id, now, lookedBack)))]
  for (const userId of source.coauthorIds) {
    const answers = await tx.getMany(
      invitations,
      others.map(({ id }) => invitationId(id, userId)),
    )
    if (answers.some(({ answer }) => answer === 'declined')) continue
    const post = await getOrThrow(tx, posts, postId)
    if (!canInviteCoauthor(viewer, post, undefined, await invitationContext(context)).allowed) return
    await inviteCoauthor.run(context, { id: postId, userId })
  }
}

async function putIfOther(tx: Transaction, series: EventSeries, known: EventSeries | undefined): Promise<void> {
  if (known === undefined || !isSameJson(series, known)) await tx.put(eventSeries, series)
}
