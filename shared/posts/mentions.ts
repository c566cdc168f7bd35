/**
 * "Mentioned in": where else on this site a post is linked to, in public texts and in comments that
 * stand.
 */
import type { Comment } from '../comments/schema.ts'
import type { Read } from '../kernel/transaction.ts'
import type { Post } from './schema.ts'
import { memberCards, unknownMember } from '../accounts/queries.ts'
import { stands } from '../comments/queries.ts'
import { commentPingbacks, comments } from '../comments/schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { isCommon } from '../wiki/access.ts'
import { linksToName } from '../wiki/name-links.ts'
import { tallies } from '../votes/schema.ts'
import { isListed } from './rules.ts'
import { pingbacks, posts } from './schema.ts'

export interface Mention {
  readonly post: Post
  /** A comment under that post; `null`: its own text. */
  readonly comment: { readonly id: string; readonly by: string } | null
}

/** content.md 3.1, 12.12 */
export const mentionsShown = 5
/** content.md 9.3 */
const nameMentionsShown = 20
const lookedThrough = 200

/** Those above 0 only, the best first. */
export async function mentionsOf(read: Read, postId: string): Promise<readonly Mention[]> {
  return bestOf(read, await linking(read, postId), { most: mentionsShown, isShown: (_post, score) => score > 0 })
}

/**
 * Where a name of the wiki is linked to that has no page. Pages of the wiki are nobody's, and are
 * among them without a point too. @param placeholderId of the name, where posts carry it as a tag.
 */
export async function mentionsOfName(read: Read, slug: string, placeholderId: string | null): Promise<readonly Mention[]> {
  const found = await read.list(linksToName(slug, lookedThrough))
  const byTag = placeholderId === null ? { texts: [], said: [] } : await linking(read, placeholderId)
  const idsOf = (isComment: boolean) => found.flatMap((link) => (link.isComment === isComment ? [link.fromId] : []))
  const all = {
    texts: [...new Set([...idsOf(false), ...byTag.texts])],
    said: [...new Set([...idsOf(true), ...byTag.said])],
  }
  return bestOf(read, all, { most: nameMentionsShown, isShown: (post, score) => score > 0 || (post !== null && isCommon(post)) })
}

/** Ids of texts and of comments. */
interface Linking {
  readonly texts: readonly string[]
  readonly said: readonly string[]
}

async function linking(read: Read, postId: string): Promise<Linking> {
  // Their ids begin with those of what links, which are in the order of time: the newest.
  const from = { equals: [postId], order: 'descending', limit: lookedThrough } as const
  const texts = await read.list(defineQuery({ table: pingbacks, index: ['toPostId'], ...from }))
  const said = await read.list(defineQuery({ table: commentPingbacks, index: ['toPostId'], ...from }))
  return { texts: texts.map(({ fromPostId }) => fromPostId), said: said.map(({ commentId }) => commentId) }
}

interface Shown {
  readonly most: number
  /** @param post whose own text it is; `null`: a comment's. */
  isShown(post: Post | null, score: number): boolean
}

async function bestOf(read: Read, { texts, said: commentIds }: Linking, { most, isShown }: Shown): Promise<readonly Mention[]> {
  const said = await linkingComments(read, commentIds)
  const found = await read.getMany(posts, [...new Set([...texts, ...said.map((comment) => comment.postId)])])
  const postsById = new Map(found.filter(isListed).map((post) => [post.id, post]))
  const ids = [...texts, ...said.map(({ id }) => id)]
  const scores = new Map((await read.getMany(tallies, ids)).map((tally) => [tally.id, tally.baseScore]))
  const all = [
    ...texts.map((id) => ({ id, postId: id, comment: null })),
    ...said.map((comment) => ({ id: comment.id, postId: comment.postId, comment })),
  ]
  const best = all
    .flatMap(({ id, postId: at, comment }) => {
      const [post, score] = [postsById.get(at), scores.get(id) ?? 0]
      return post === undefined || !isShown(comment === null ? post : null, score) ? [] : [{ post, comment, score }]
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
  const cards = await memberCards(
    read,
    best.flatMap(({ comment }) => comment?.authorId ?? []),
  )
  return best.map(({ post, comment }) => ({
    post,
    comment: comment === null ? null : { id: comment.id, by: (cards.get(comment.authorId) ?? unknownMember).name },
  }))
}

async function linkingComments(read: Read, ids: readonly string[]): Promise<readonly Comment[]> {
  const rows = await read.getMany(comments, ids)
  return rows.filter((comment) => stands(comment) && comment.message === undefined)
}
