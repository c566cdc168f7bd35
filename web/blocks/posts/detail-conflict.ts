import type { z } from 'zod/mini'
import { setPostDetail, withBase } from '#shared/posts/mutations.ts'
import type { Writing } from '#shared/posts/schema.ts'
import type { OutboxItem } from '../../data/outbox.ts'

type DetailArgs = z.infer<typeof setPostDetail.args>

/**
 * A detail of a post that was set here and elsewhere, to different values. Theirs stands; mine is
 * only here.
 */
export interface DetailConflict {
  readonly n: number
  readonly field: DetailArgs['detail']['field']
  /** As it is typed; empty for no value. */
  readonly mine: string
  readonly theirs: string
  /** What is sent to put mine in the place of theirs. */
  readonly again: DetailArgs
}

/** The post whose detail failed to be sent for such a conflict; `null` for anything else. */
export function conflictingPostId({ name, args, error }: OutboxItem): string | null {
  const isConflict = name === setPostDetail.name && error?.code === 'conflict'
  return isConflict ? (setPostDetail.args.safeParse(args).data?.id ?? null) : null
}

/**
 * @param standing what is said about that post now; without it, what the server said when it
 *   refused.
 */
export function detailConflict(item: OutboxItem, existing: Writing | undefined): DetailConflict | null {
  const args = setPostDetail.args.safeParse(item.args).data
  if (args === undefined || conflictingPostId(item) === null) return null
  const { field, value } = args.detail
  // The row that the server sends with a conflict (shared/shapes.ts).
  const theirs = (existing ?? (item.current as Writing | null))?.[field]
  return { n: item.n, field, mine: asTyped(value), theirs: asTyped(theirs), again: withBase(args, theirs) }
}

function asTyped(value: DetailArgs['detail']['value'] | undefined): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}
