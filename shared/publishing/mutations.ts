/**
 * Publishing at a time. The text is what its author saw when choosing it (docs/decisions/0012), kept as a version of its own; what is said about
 * the post (tags, kind, language) goes out as it stands then. At that time the server does the author's own deed, with all that follows from it.
 */
import * as z from 'zod/mini'
import { AppError, insist } from '../kernel/errors.ts'
import { Id, Time } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { StateVector, Title } from '../posts/fields.ts'
import { writingOf } from '../posts/queries.ts'
import { canPublishPost } from '../posts/rules.ts'
import { posts } from '../posts/schema.ts'
import { putNamedVersion } from '../posts/version-mutations.ts'
import { excerpt, wordCount } from '../text/measure.ts'
import { EssayBody } from '../text/schema.ts'
import { schedules } from './schema.ts'

/** As far ahead as anybody means it. */
const mostAheadMs = 5 * 366 * 24 * 3_600_000
const TimeZone = z.string().check(z.minLength(1), z.maxLength(60), z.regex(/^[A-Za-z0-9+_/-]+$/u))

/** Sets the time and the text, or changes both. A time that is past by the time the server hears of it is at once. */
export const schedulePost = defineMutation({
  name: 'publishing.schedule',
  args: z.strictObject({
    id: Id,
    at: Time,
    timeZone: TimeZone,
    title: Title,
    body: EssayBody,
    revisionId: Id,
    publicationId: Id,
    stateVector: z.optional(StateVector),
  }),
  needs: ({ id }) => [id],
  key: ({ id }) => `post:${id}:schedule`,
  async run(context, { id, at, timeZone, title, body, revisionId, publicationId }) {
    const post = await getOrThrow(context.tx, posts, id)
    insist(canPublishPost(context.viewer, post))
    const standing = await context.tx.get(schedules, id)
    // A replay, perhaps after it was published.
    if (standing?.revisionId === revisionId) return
    if (post.status !== 'draft') throw new AppError('conflict', { message: 'the post is published already' })
    if (at > context.now + mostAheadMs) throw new AppError('invalid', { field: 'at' })
    const { kind, linkUrl } = await writingOf(context.tx, post)
    if (kind === 'linkpost' && linkUrl === null) throw new AppError('invalid', { field: 'linkUrl' })
    if (wordCount(body) === 0 && kind !== 'linkpost' && excerpt(body, 1) === '') throw new AppError('invalid', { field: 'body' })
    await putNamedVersion(context, post, { revisionId, body, note: 'To be published', title })
    const byId = signedIn(context.viewer).userId
    await context.tx.put(schedules, { id, dueAt: at, at, byId, timeZone, revisionId, publicationId, problem: null })
  },
})

/** Another time for the same text. Nothing where it is no longer waiting. */
export const moveSchedule = defineMutation({
  name: 'publishing.move',
  args: z.strictObject({ id: Id, at: Time, timeZone: TimeZone }),
  needs: ({ id }) => [id],
  key: ({ id }) => `post:${id}:schedule-time`,
  async run({ tx, viewer, now }, { id, at, timeZone }) {
    insist(canPublishPost(viewer, await getOrThrow(tx, posts, id)))
    const standing = await tx.get(schedules, id)
    if (standing === undefined || (standing.at === at && standing.problem === null)) return
    if (at > now + mostAheadMs) throw new AppError('invalid', { field: 'at' })
    await tx.put(schedules, { ...standing, at, timeZone, dueAt: at, byId: signedIn(viewer).userId, problem: null })
  },
})

/** It stays a draft. */
export const callOffSchedule = defineMutation({
  name: 'publishing.callOff',
  args: z.strictObject({ id: Id }),
  needs: ({ id }) => [id],
  key: ({ id }) => `post:${id}:schedule`,
  async run({ tx, viewer }, { id }) {
    insist(canPublishPost(viewer, await getOrThrow(tx, posts, id)))
    await tx.delete(schedules, id)
  },
})

/** It was due and could not be done: its authors see why, and it is not tried again. */
export const failSchedule = defineMutation({
  name: 'publishing.fail',
  from: 'server',
  args: z.strictObject({ id: Id, publicationId: Id, code: z.string(), reason: z.nullable(z.string()) }),
  async run({ tx, now }, { id, publicationId, code, reason }) {
    const standing = await tx.get(schedules, id)
    if (standing === undefined || standing.publicationId !== publicationId || standing.dueAt === null) return
    await tx.put(schedules, { ...standing, dueAt: null, problem: { code, reason, at: now } })
  },
})
