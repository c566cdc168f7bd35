/** What time brings about for posts: publications that are due, and versions that thin out. Each is a deed through the writer, safe to repeat on any node. */
import type { Store } from '#server/store/port.ts'
import type { ApplyRequest } from '#server/sync/apply.ts'
import type { Outcome } from '#shared/kernel/mutation.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Schedule } from '#shared/publishing/schema.ts'
import { writingOf } from '#shared/posts/queries.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { versionsToThin } from '#shared/posts/version-mutations.ts'
import { dueSchedules } from '#shared/publishing/queries.ts'
import { schedules } from '#shared/publishing/schema.ts'

interface JobPorts {
  readonly store: Pick<Store, 'read'>
  readonly apply: (request: ApplyRequest) => Promise<Outcome>
}

const mostAtOnce = 500

/**
 * Does, for each author, the very deed of theirs that was put off. Their rights are asked as of now. A refusal is noted on the post and ends it;
 * where the deed has to wait (pace, pictures on their way) it stays due, and holds up no other: its picture may never come.
 */
export async function publishDue({ store, apply }: JobPorts, now: number): Promise<void> {
  const due = await store.read((read) => read.list(dueSchedules(now, mostAtOnce)))
  for (const schedule of due) {
    // Others were published meanwhile, and this one may have been called off or moved.
    if (!(await store.read((read) => stands(read, schedule)))) continue
    const args = await store.read((read) => publicationOf(read, schedule))
    const outcome = args && (await apply({ name: 'posts.publish', args, userId: schedule.byId, source: 'member' }))
    if (outcome?.kind === 'applied' || outcome?.kind === 'later') continue
    const { code, reason } = outcome?.error ?? { code: 'not-found', reason: null }
    const { id, publicationId } = schedule
    await apply({ name: 'publishing.fail', args: { id, publicationId, code, reason: reason ?? null }, userId: null, source: 'server' })
  }
}

async function stands(read: Read, { id, publicationId, dueAt }: Schedule): Promise<boolean> {
  const now = await read.get(schedules, id)
  return now !== undefined && now.publicationId === publicationId && now.dueAt === dueAt
}

/** The text and title that were kept when the time was chosen; the rest as it is said by now. */
async function publicationOf(read: Read, { id, revisionId, publicationId }: Schedule) {
  const post = await read.get(posts, id)
  const revision = await read.get(revisions, revisionId)
  if (post === undefined || revision === undefined || revision.subjectId !== id) return null
  const { kind, linkUrl, lang, tags, writtenOn, submitToFrontpage, sideNotes } = await writingOf(read, post)
  const { title, body } = revision
  return {
    id,
    revisionId: publicationId,
    title,
    body,
    kind,
    linkUrl,
    lang,
    tags,
    writtenOn,
    submitToFrontpage,
    ...(sideNotes !== undefined && { sideNotes }),
  }
}

export async function thinDue({ store, apply }: JobPorts, now: number): Promise<void> {
  const due = await store.read((read) => read.list(versionsToThin(now, mostAtOnce)))
  if (due.length === 0) return
  await apply({ name: 'posts.thinVersions', args: { ids: due.map(({ id }) => id) }, userId: null, source: 'server' })
}
