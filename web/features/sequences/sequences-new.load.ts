import type { PageData } from '#shared/pages/page-data.ts'
import { sequencesBy } from '#shared/sequences/queries.ts'
import { needsSignIn } from '../../data/answer.ts'

/** `/sequencesNew` (content.md 8.3), and what the member has begun already. */
export async function loadSequencesNew({ read, viewer }: PageData) {
  if (viewer.kind === 'visitor') throw needsSignIn()
  const own = await read.list(sequencesBy(viewer.userId))
  return {
    head: { title: 'New sequence' },
    own: own.map(({ id, title, isDraft, removedAt, createdAt }) => ({ id, title, isDraft, isRemoved: removedAt !== null, at: createdAt })),
  }
}
