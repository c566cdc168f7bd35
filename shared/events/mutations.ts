/** Asked of the server. */
import * as z from 'zod/mini'
import type { PutArgs } from '../kernel/row-mutations.ts'
import type { Transaction } from '../kernel/transaction.ts'
import type { Event } from './schema.ts'
import { withMentions } from '../accounts/typed-mentions.ts'
import { requireFreeId } from '../comments/container.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { isSameJson } from '../kernel/same.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { inGroup, putInGroup } from '../local-groups/group-posts.ts'
import { localGroups } from '../local-groups/schema.ts'
import { emptyPost, nextRevision } from '../posts/make-post.ts'
import { putWriting } from '../posts/mutations.ts'
import { shownPicture } from '../pictures/shown-picture.ts'
import { putPost } from '../posts/put-post.ts'
import { posts, revisions } from '../posts/schema.ts'
import { draftNumbers } from '../posts/version-mutations.ts'
import { textDirection } from '../text/measure.ts'
import { moveUp } from './move-up.ts'
import { noteNews } from './guest-records.ts'
import { changeId, reminderId } from './news-schema.ts'
import { canEditEvent, canMakeEvents, canMoveEvent, isDueReminder, isListedEvent } from './rules.ts'
import { changeOf, timeAndPlace } from './settled.ts'
import { eventDetails, events, newEventDetails } from './schema.ts'

const valuesOf = <Named extends object>(details: Named) =>
  Object.fromEntries(Object.entries(details).map(([field, { value }]: [string, { value: z.ZodMiniType }]) => [field, value]))

type NewArgs = PutArgs<typeof newEventDetails> & { readonly revisionId: string }
type Said = Omit<PutArgs<typeof eventDetails>, 'id'>

/**
 * Begins an event, as a draft of the viewer's with its time and place. The same id again changes
 * nothing. @throws AppError 'invalid' with the field that cannot be (`settled`).
 */
export const makeEvent = defineMutation({
  name: 'events.make',
  // Whatever each detail takes: the type says it again.
  args: z.strictObject({ id: Id, revisionId: Id, ...valuesOf(newEventDetails) }) as unknown as z.ZodMiniType<NewArgs>,
  async run(context, { id, revisionId, title, body: typed, ...said }) {
    const { tx, viewer, now } = context
    authorize(canMakeEvents(viewer))
    const existing = await tx.get(posts, id)
    if (existing !== undefined) {
      if (existing.authorId !== signedIn(viewer).userId) throw new AppError('not-found')
      return
    }
    await requireFreeId(tx, id)
    if (await tx.get(revisions, revisionId)) throw new AppError('not-found')
    const event = await settled(tx, { ...said, isCancelled: false })
    const body = await withMentions(tx, typed, now)
    const text = { ...{ id, revisionId, title, body, lang: 'en' }, kind: 'event' } as const
    const revision = nextRevision(context, text, await draftNumbers(tx, id, 'minor'))
    const about = { linkUrl: null, tags: [], writtenOn: null, submitToFrontpage: false }
    await tx.put(revisions, revision)
    const post = { ...emptyPost(context, text), ...about, direction: textDirection(body), wordCount: revision.wordCount }
    await putPost(context, await inGroup(context, post, event.groupId))
    await putWriting(context, { ...text, ...about })
    await tx.put(events, { id, ...event, isListed: false, sequence: 0, createdAt: now, changedAt: now })
  },
})

/** Says all that is said of an event anew. @throws as `makeEvent`. */
export const putEvent = defineMutation({
  name: 'events.put',
  args: z.strictObject({ id: Id, ...valuesOf(eventDetails) }) as unknown as z.ZodMiniType<PutArgs<typeof eventDetails>>,
  async run({ tx, viewer, now }, { id, ...given }) {
    const post = await getOrThrow(tx, posts, id)
    authorize(canEditEvent(viewer, post))
    const before = await getOrThrow(tx, events, id)
    const said = await settled(tx, given, before)
    if (!canMoveEvent(viewer, post, said.groupId).allowed) throw new AppError('invalid', { field: 'groupId' })
    if (isSameJson({ ...before, ...said }, before)) return
    const next = { ...before, ...said, sequence: before.sequence + 1, changedAt: now }
    await tx.put(events, next)
    if (next.groupId !== before.groupId) await putInGroup({ tx, now }, id, next.groupId)
    const kind = isListedEvent(post) ? changeOf(before, next, now) : null
    if (kind === null) return
    await noteNews(tx, { id: changeId(next, kind, now), eventId: id, kind, actorId: signedIn(viewer).userId, at: now })
  },
})

/**
 * Asked of the job that looks for what is near (`sync-server/features/events/jobs.ts`): of each
 * event once, however often the job runs.
 */
export const remindOfEvents = defineMutation({
  name: 'events.remind',
  from: 'server',
  args: z.strictObject({ ids: z.array(Id) }),
  async run({ tx, now }, { ids }) {
    for (const event of await tx.getMany(events, ids)) {
      if (!isDueReminder(event, now)) continue
      await noteNews(tx, { id: reminderId(event.id), eventId: event.id, kind: 'reminder', actorId: null, at: now })
    }
  },
})

/** Asked of the job that looks for places that are free while somebody waits. */
export const moveUpWaiting = defineMutation({
  name: 'events.moveUp',
  from: 'server',
  args: z.strictObject({ ids: z.array(Id) }),
  async run({ tx, now }, { ids }) {
    for (const id of ids) await moveUp(tx, id, now)
  },
})

/** What is said of an event, and what follows from it. */
async function settled(tx: Transaction, said: Said, before?: Event) {
  const { groupId } = said
  const derived = timeAndPlace(said, before)
  const picture = await pictureOf(tx, said, before)
  // A group that has gone to sleep since keeps its events.
  if (groupId !== null && groupId !== before?.groupId && (await tx.get(localGroups, groupId))?.isActive !== true)
    throw new AppError('invalid', { field: 'groupId' })
  return { ...said, ...picture, ...derived }
}

/** One that staff took down since stays as it is until another is chosen. */
async function pictureOf(tx: Transaction, { pictureUrl: src }: Pick<Said, 'pictureUrl'>, before?: Event) {
  if (src === undefined || src === (before?.pictureUrl ?? null)) return {}
  return { pictureWidth: src === null ? null : (await shownPicture(tx, src, 'pictureUrl')).width }
}
