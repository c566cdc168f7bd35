import type { MutationContext } from '#shared/kernel/mutation.ts'
import type { Tag } from '#shared/wiki/schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { isStaffOrOperator } from '#shared/kernel/viewer.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { changesOf } from '#shared/wiki/page-queries.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import { minuteMs } from '#shared/kernel/durations.ts'

/**
 * One member's versions of one page, and the pages they make. Enough for whoever writes; a war of
 * edits, or a flood of pages, has to wait.
 */
export const pageRateLimit = {
  versions: { most: 8, withinMs: 10 * minuteMs },
  pages: { most: 20, withinMs: 24 * 60 * minuteMs },
  /** Names, summaries and the like, of one page. */
  changes: { most: 30, withinMs: 10 * minuteMs },
} as const

/**
 * @throws AppError 'rate-limited' with the time until there is room. Staff and the operator never
 *   wait.
 */
export async function requirePageRateLimit({ tx, viewer, now }: MutationContext, tag: Tag, revisionId: string): Promise<void> {
  const editor = signedIn(viewer)
  if (isStaffOrOperator(editor)) return
  // A repeat.
  if ((await tx.get(revisions, revisionId))?.at !== now) return
  const { most, withinMs } = tag.slug === null ? pageRateLimit.pages : pageRateLimit.versions
  const times =
    tag.slug === null ? await timesOfPages(tx, editor.userId, tag.id) : await timesOfVersions(tx, editor.userId, tag.id, revisionId)
  const last = times.filter((at) => at > now - withinMs).toSorted((a, b) => b - a)
  const hindmost = last[most - 1]
  if (hindmost !== undefined) throw new AppError('rate-limited', { retryAfterMs: hindmost + withinMs - now })
}

/** Asked after the change was noted. @throws AppError 'rate-limited' */
export async function requireChangeRateLimit({ tx, viewer, now }: MutationContext, { id }: { readonly id: string }): Promise<void> {
  const editor = signedIn(viewer)
  if (isStaffOrOperator(editor)) return
  const { most, withinMs } = pageRateLimit.changes
  const own = (await tx.list(changesOf(id, 4 * most))).filter(({ userId, at }) => userId === editor.userId && at > now - withinMs)
  const hindmost = own[most]
  // A repeat has noted nothing just now.
  if (hindmost !== undefined && own[0]?.at === now) throw new AppError('rate-limited', { retryAfterMs: hindmost.at + withinMs - now })
}

async function timesOfVersions(tx: MutationContext['tx'], userId: string, postId: string, except: string): Promise<readonly number[]> {
  const limit = 4 * pageRateLimit.versions.most
  const found = await tx.list(
    defineQuery({ table: revisions, index: ['subjectId', 'isDraft', 'n'], equals: [postId, false], order: 'descending', limit }),
  )
  return found.filter(({ id, authorId }) => id !== except && authorId === userId).map(({ at }) => at)
}

async function timesOfPages(tx: MutationContext['tx'], userId: string, except: string): Promise<readonly number[]> {
  const limit = 10 * pageRateLimit.pages.most
  const found = await tx.list(
    defineQuery({ table: posts, index: ['authorId', 'status', 'createdAt'], equals: [userId, 'published'], order: 'descending', limit }),
  )
  return found.flatMap(({ id, kind, publishedAt }) =>
    kindFacts({ kind }).isInWiki && id !== except && publishedAt !== null ? [publishedAt] : [],
  )
}
