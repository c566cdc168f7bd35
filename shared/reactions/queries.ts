import type { Query } from '../kernel/query.ts'
import type { Read } from '../kernel/transaction.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { CommentInPlace } from '../comments/queries.ts'
import type { Post } from '../posts/schema.ts'
import type { Doc } from '../text/nodes.ts'
import type { Quote, Reaction, ReactionTally } from './schema.ts'
import type { ReactionView } from './shown.ts'
import { inPlace, stands } from '../comments/queries.ts'
import { canReadComment } from '../comments/rules.ts'
import { comments } from '../comments/schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { canReadPost } from '../posts/rules.ts'
import { posts, revisions } from '../posts/schema.ts'
import { hasHiddenText, plainText, visibleText } from '../text/measure.ts'
import { reactions, reactionTallies } from './schema.ts'
import { reactionView } from './shown.ts'

/** Things under one post that were reacted to; a page shows no more of them. */
const maxOnPage = 5_000

export const reactionsUnder = (postId: string): Query<ReactionTally> =>
  defineQuery({ table: reactionTallies, index: ['postId'], equals: [postId], order: 'ascending', limit: maxOnPage })

/** One member's own, under one post. */
export const reactionsBy = (userId: string, postId: string, limit = 2_000): Query<Reaction> =>
  defineQuery({ table: reactions, index: ['userId', 'postId', 'targetId'], equals: [userId, postId], order: 'ascending', limit })

/** How many of a member's reactions stand on one thing, one part left out. */
export async function mineOn(
  read: Read,
  { userId, postId, targetId, part }: Pick<Reaction, 'userId' | 'postId' | 'targetId' | 'part'>,
): Promise<number> {
  const mine = await read.list(
    defineQuery({
      table: reactions,
      index: ['userId', 'postId', 'targetId'],
      equals: [userId, postId, targetId],
      order: 'ascending',
      limit: 500,
    }),
  )
  return mine.filter((one) => one.value !== 0 && one.part !== part).length
}

/**
 * Whether nobody stands for this reaction on it. A device knows what everybody sees, and its own.
 */
export async function isFirstUse(read: Read, targetId: string, reaction: string): Promise<boolean> {
  const tally = await read.get(reactionTallies, targetId)
  if (tally?.entries.some((entry) => entry.reaction === reaction)) return false
  const existing = defineQuery({
    table: reactions,
    index: ['targetId', 'reaction', 'value'],
    equals: [targetId, reaction, 1],
    order: 'ascending',
    limit: 1,
  })
  return (await read.list(existing)).length === 0
}

/**
 * How these things were reacted to, by their ids: as everybody sees it, the most agreed with first.
 */
export async function reactionViews(
  read: Read,
  tallies: readonly ReactionTally[],
): Promise<Readonly<Record<string, readonly ReactionView[]>>> {
  const views = tallies.map(async ({ id, targetKind, entries }) => {
    const hasQuotes = entries.some(({ quote }) => quote !== null)
    const post = hasQuotes && targetKind === 'post' ? await read.get(posts, id) : undefined
    const body = hasQuotes ? await bodyOf(read, post, targetKind === 'comment' ? id : null) : undefined
    const hidden = body !== undefined && hasHiddenText(body) ? { all: squash(plainText(body)), visible: squash(visibleText(body)) } : null
    return [
      id,
      entries.map((entry): ReactionView => {
        const view = reactionView(entry, entry.for - entry.against)
        if (entry.quote === null || hidden === null) return view
        const words = squash(entry.quote.text)
        return hidden.all.includes(words) && !hidden.visible.includes(words) ? { ...view, isOnHiddenWords: true } : view
      }),
    ] as const
  })
  return Object.fromEntries(await Promise.all(views))
}

async function bodyOf(read: Read, post: Post | undefined, commentId: string | null): Promise<Doc | undefined> {
  if (commentId !== null) return (await read.get(comments, commentId))?.body
  return post === undefined || post.revisionId === null ? undefined : (await read.get(revisions, post.revisionId))?.body
}

/** Whether the words stand in the text that readers see. `undefined`: that text is not here. */
export async function hasWords(read: Read, post: Post, commentId: string | null, { text }: Quote): Promise<boolean | undefined> {
  const body = await bodyOf(read, post, commentId)
  return body === undefined ? undefined : squash(plainText(body)).includes(squash(text))
}

/**
 * Spaces, breaks and the sign before a mention are the page's business: a selection has others than
 * the text.
 */
const squash = (text: string): string => text.replace(/[\s\u00ad\u200b@]+/gu, '')

/** How many tallies are looked through before giving up on finding more that may be shown. */
const lookedThrough = 2_000

/** Comments that carry a reaction, the latest reaction first (content.md 5.2). */
export async function reactedComments(
  read: Read,
  limit: number,
): Promise<{ readonly rows: readonly CommentInPlace[]; readonly hasMore: boolean }> {
  const found: CommentInPlace[] = []
  const batch = Math.max(100, limit + 1)
  for (let offset = 0; offset < lookedThrough && found.length <= limit; offset += batch) {
    const query = defineQuery({
      table: reactionTallies,
      index: ['targetKind', 'reactedAt'],
      equals: ['comment'],
      order: 'descending',
      limit: batch,
      offset,
    })
    const tallies = await read.list(query)
    const known = await read.getMany(
      comments,
      tallies.map(({ id }) => id),
    )
    found.push(...(await inPlace(read, known.filter(stands))))
    // A read policy may have left some of a batch out: only an empty one is the end.
    if (tallies.length === 0) break
  }
  return { rows: found.slice(0, limit), hasMore: found.length > limit }
}

/** Whoever may read the thing itself, as long as it stands. */
export async function canSeeReactions(read: Read, viewer: Viewer, { id, targetKind, postId }: ReactionTally): Promise<boolean> {
  const post = await read.get(posts, postId)
  if (post === undefined) return false
  if (targetKind === 'post') return canReadPost(viewer, post).allowed
  const comment = await read.get(comments, id)
  return comment !== undefined && stands(comment) && canReadComment(viewer, comment, post).allowed
}
