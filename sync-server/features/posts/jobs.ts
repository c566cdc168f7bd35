/**
 * What time brings about for posts: publications that are due, and versions that thin out. Each is
 * a mutation through the writer, safe to repeat on any node.
 */
import type { Store } from '#server/store/port.ts'
import type { ApplyRequest } from '#server/sync/apply.ts'
import type { Outcome } from '#shared/kernel/mutation.ts'
import type { Schedule } from '#shared/publishing/schema.ts'
import type { Rooms } from '#server/documents/rooms.ts'
import { settleDocument } from '#server/documents/beside-editors.ts'
import { NotSettled } from '#server/documents/not-settled.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { editablePost } from '#shared/posts/queries.ts'
import { versionsToThin } from '#shared/posts/version-mutations.ts'
import { dueSchedules } from '#shared/publishing/queries.ts'
import { schedules } from '#shared/publishing/schema.ts'

interface JobPorts {
  readonly store: Pick<Store, 'read'>
  readonly apply: (request: ApplyRequest) => Promise<Outcome>
}

interface PublishPorts extends JobPorts {
  readonly rooms: Rooms
}

const maxAtOnce = 500

/**
 * Publishes for each author the newest text and details (docs/decisions/0029). The author's rights
 * are checked as of now. A refusal is noted on the post and ends it. Where it has to wait (rate
 * limit, pictures on their way, a document that cannot be read now) it stays due, and holds up no
 * other.
 * @throws the first error that is not a refusal, after all others were tried.
 */
export async function publishDue(ports: PublishPorts, now: number): Promise<void> {
  const failures: unknown[] = []
  for (const schedule of await ports.store.read((read) => read.list(dueSchedules(now, maxAtOnce))))
    await publishOne(ports, schedule).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

async function publishOne(ports: PublishPorts, schedule: Schedule): Promise<void> {
  const { id, publicationId } = schedule
  const refusal = await refusalOf(ports, schedule)
  if (refusal === null) return
  const { code, reason = null, field = null } = refusal
  await ports.apply({ name: 'publishing.fail', args: { id, publicationId, code, reason, field }, userId: null, source: 'server' })
}

/** `null`: published, or still to come, or no longer to be published. */
async function refusalOf(ports: PublishPorts, schedule: Schedule): Promise<AppError | null> {
  const { id, byId, publicationId } = schedule
  try {
    await settleDocument(ports, id, byId)
  } catch (error) {
    if (!(error instanceof NotSettled) || error.why === 'busy' || error.why === 'failed') throw error
    return new AppError('invalid', { field: 'body', message: error.message })
  }
  const found = await ports.store.read(async (read) => {
    // Others were published meanwhile, and this one may have been called off or moved.
    const current = await read.get(schedules, id)
    return current?.publicationId === publicationId && current.dueAt === schedule.dueAt ? { newest: await editablePost(read, id) } : null
  })
  if (found === null) return null
  if (found.newest === undefined) return new AppError('not-found')
  const { changedAt: _at, ...details } = found.newest.writing
  const args = { ...details, id, revisionId: publicationId, body: found.newest.revision.body }
  const outcome = await ports.apply({ name: 'posts.publish', args, userId: byId, source: 'member' })
  return outcome.kind === 'rejected' ? outcome.error : null
}

export async function thinDue({ store, apply }: JobPorts, now: number): Promise<void> {
  const due = await store.read((read) => read.list(versionsToThin(now, maxAtOnce)))
  if (due.length === 0) return
  await apply({ name: 'posts.thinVersions', args: { ids: due.map(({ id }) => id) }, userId: null, source: 'server' })
}
