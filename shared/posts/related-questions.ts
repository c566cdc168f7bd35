/**
 * Questions that were asked under another (content.md 5.5, 11.16): the post names the one above it,
 * and a row of its own lets that one find it.
 */
import type { MutationContext } from '../kernel/mutation.ts'
import type { Read } from '../kernel/transaction.ts'
import type { Post, RelatedQuestion } from './schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { canAskUnder, isListed } from './rules.ts'
import { posts, relatedQuestions } from './schema.ts'
import { kindFacts } from './kinds.ts'

/** More are not shown under one question. */
const maxRelated = 50

export interface Related {
  readonly parent: Post | null
  /** Oldest first. */
  readonly questions: readonly Post[]
}

/** Those that the reader may see; what a device has not got is left out. */
export async function relatedTo(read: Read, { id, parentQuestionId }: Post): Promise<Related> {
  const query = defineQuery({ table: relatedQuestions, index: ['parentId', 'at'], equals: [id], order: 'ascending', limit: maxRelated })
  const found = await read.getMany(
    posts,
    (await read.list(query)).map((related) => related.id),
  )
  const [parent] = parentQuestionId === undefined ? [] : await read.getMany(posts, [parentQuestionId])
  return { parent: parent !== undefined && isAsked(parent) ? parent : null, questions: found.filter(isAsked) }
}

/** The row of a question that stands under another just now; `null` otherwise. */
export function relatedAs(post: Post): RelatedQuestion | null {
  const { id, parentQuestionId: parentId, publishedAt } = post
  return parentId === undefined || publishedAt === null || !isAsked(post) ? null : { id, parentId, at: publishedAt }
}

const isAsked = (post: Post): boolean => isListed(post) && kindFacts(post).isAsked

/**
 * What a new post is asked under, as far as it is known here: the server has the last word
 * (`sync-server/features/posts/triggers.ts`).
 */
export async function askedUnder(
  { tx, viewer }: MutationContext,
  parentQuestionId: string | undefined,
): Promise<Pick<Post, 'parentQuestionId'>> {
  if (parentQuestionId === undefined) return {}
  const parent = await tx.get(posts, parentQuestionId)
  return parent !== undefined && !canAskUnder(viewer, parent).allowed ? {} : { parentQuestionId }
}
