import type { MutationContext } from '../kernel/mutation.ts'
import type { Post } from './schema.ts'
import { hourMs } from '../kernel/durations.ts'
import { AppError } from '../kernel/errors.ts'
import { signedIn } from '../kernel/mutation.ts'
import { newestPublished } from './queries.ts'

/** So many posts of all members are looked through, the newest first. */
const looksThrough = 200

/**
 * A first publication under a title that its author has used within the hour is more often the same
 * text sent twice than a second one. Asked for by the author's own app, so that older apps, which
 * cannot ask back, go on as they did.
 * @throws AppError 'taken' with `title`
 */
export async function requireNewTitle({ tx, viewer, now }: MutationContext, post: Post | undefined, title: string): Promise<void> {
  if (post !== undefined && post.publishedAt !== null) return
  const { userId } = signedIn(viewer)
  const isSame = (other: Post): boolean => other.authorId === userId && other.title === title && (other.publishedAt ?? 0) > now - hourMs
  if ((await tx.list(newestPublished(looksThrough))).some(isSame)) throw new AppError('taken', { field: 'title' })
}
