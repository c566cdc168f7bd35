/**
 * Publishing at a time. Readers get the newest text, title and details of that time
 * (docs/decisions/0029): the server publishes then for the author, by the same mutation and rules
 * as the Publish button, with everything that follows from it.
 */
import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import type { Post } from '../posts/schema.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id, Time } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { StateVector } from '../posts/fields.ts'
import { writingOf } from '../posts/queries.ts'
import { canPublishPost, missingToPublish } from '../posts/rules.ts'
import { posts, revisions } from '../posts/schema.ts'
import { schedules } from './schema.ts'
import { dayMs } from '../kernel/durations.ts'

/** Further ahead it is a mistake. */
const maxAheadMs = 5 * 366 * dayMs
const TimeZone = z.string().check(z.minLength(1), z.maxLength(60), z.regex(/^[A-Za-z0-9+_/-]+$/u))

/**
 * Sets or changes the time of publication. A time that is past when the server receives it means at
 * once. `stateVector` is that of the document on the author's screen: the server takes the time
 * once it holds as much.
 */
export const schedulePost = defineMutation({
  name: 'publishing.schedule',
  runs: 'device',
  // Not strict: an older app also sends the text of that moment, which is left out.
  args: z.object({ id: Id, at: Time, timeZone: TimeZone, publicationId: Id, stateVector: z.optional(StateVector) }),
  needs: ({ id }) => [id],
  key: ({ id }) => `post:${id}:schedule`,
  async run({ tx, viewer, now }, { id, at, timeZone, publicationId }) {
    const post = await getOrThrow(tx, posts, id)
    authorize(canPublishPost(viewer, post))
    // A replay, perhaps after it was published.
    if ((await tx.get(schedules, id))?.publicationId === publicationId || (await tx.get(revisions, publicationId))) return
    if (post.status !== 'draft') throw new AppError('conflict', { message: 'the post is published already' })
    await requireDue({ tx, now }, post, at)
    await tx.put(schedules, { id, dueAt: at, at, byId: signedIn(viewer).userId, timeZone, publicationId, problem: null })
  },
})

/** Changes the time; does nothing for a post that is no longer scheduled. */
export const moveSchedule = defineMutation({
  name: 'publishing.move',
  runs: 'device',
  args: z.strictObject({ id: Id, at: Time, timeZone: TimeZone }),
  needs: ({ id }) => [id],
  key: ({ id }) => `post:${id}:schedule-time`,
  async run({ tx, viewer, now }, { id, at, timeZone }) {
    const post = await getOrThrow(tx, posts, id)
    authorize(canPublishPost(viewer, post))
    const schedule = await tx.get(schedules, id)
    if (schedule === undefined || (schedule.at === at && schedule.problem === null)) return
    await requireDue({ tx, now }, post, at)
    await tx.put(schedules, { ...schedule, at, timeZone, dueAt: at, byId: signedIn(viewer).userId, problem: null })
  },
})

/**
 * @throws AppError 'invalid' for a time too far ahead, or for a detail that is missing. The text
 *   may still be written.
 */
async function requireDue({ tx, now }: Pick<MutationContext, 'tx' | 'now'>, post: Post, at: number): Promise<void> {
  if (at > now + maxAheadMs) throw new AppError('invalid', { field: 'at' })
  const missing = missingToPublish(await writingOf(tx, post))
  if (missing !== null) throw new AppError('invalid', { field: missing })
}

/** Cancels the publication: the post stays a draft. */
export const callOffSchedule = defineMutation({
  name: 'publishing.callOff',
  runs: 'device',
  args: z.strictObject({ id: Id }),
  needs: ({ id }) => [id],
  key: ({ id }) => `post:${id}:schedule`,
  async run({ tx, viewer }, { id }) {
    authorize(canPublishPost(viewer, await getOrThrow(tx, posts, id)))
    await tx.delete(schedules, id)
  },
})

/** Records why a due publication failed: its authors see it, and it is not tried again. */
export const failSchedule = defineMutation({
  name: 'publishing.fail',
  from: 'server',
  args: z.strictObject({ id: Id, publicationId: Id, code: z.string(), reason: z.nullable(z.string()), field: z.nullable(z.string()) }),
  async run({ tx, now }, { id, publicationId, code, reason, field }) {
    const schedule = await tx.get(schedules, id)
    if (schedule === undefined || schedule.publicationId !== publicationId || schedule.dueAt === null) return
    await tx.put(schedules, { ...schedule, dueAt: null, problem: { code, reason, field, at: now } })
  },
})
