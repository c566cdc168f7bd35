import type { CommentInPlace, ThreadComment } from '#shared/comments/queries.ts'
import { reactionTallies } from '#shared/reactions/schema.ts'
import { reactionViews } from '#shared/reactions/queries.ts'
import { parentsOf } from '#shared/comments/queries.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { ThreadPerson } from '../comments/thread-view.ts'
import { personView } from '../people.ts'
import type { ServerReactions } from '../reactions/local-reactions.ts'
import { trustedAuthors } from '../trusted-authors.ts'
import type { TallyView } from '../votes/tally-view.ts'
import { tallyView } from '../votes/tally-view.ts'
import { parentBodyKey } from './discussion-keys.ts'

/** A comment out of its thread, as it travels to the page. */
export interface DiscussionComment extends TallyView {
  readonly id: string
  /** Index into `DiscussionView.people`. */
  readonly by: number
  readonly at: number
  readonly editedAt?: number
  readonly version: number
}

export interface DiscussionItem {
  readonly comment: DiscussionComment
  readonly post: {
    readonly id: string
    readonly slug: string | null
    readonly title: string
    readonly lang: string
    readonly dir: 'ltr' | 'rtl'
  }
  /** Parent comment; absent at the top of a thread. */
  readonly parent?: { readonly id: string; readonly by: number; readonly version: number; readonly isRemoved: boolean }
  /** What answers it directly, where a page shows that. */
  readonly replies: readonly DiscussionComment[]
}

export interface DiscussionView {
  readonly people: readonly ThreadPerson[]
  readonly items: readonly DiscussionItem[]
  /** How these comments were reacted to. */
  readonly reactions: ServerReactions
}

export type DiscussionRow = CommentInPlace & { readonly replies?: readonly ThreadComment[] }

/**
 * Comments from several threads, each with the post it stands under, what it answers, and the HTML
 * of what is shown.
 */
export async function discussionPart(
  data: PageData,
  rows: readonly DiscussionRow[],
): Promise<{ readonly view: DiscussionView; readonly bodies: Readonly<Record<string, string>> }> {
  const parents = await parentsOf(data.read, rows)
  const everything = [...rows, ...rows.flatMap((row) => row.replies ?? []), ...parents.values()]
  const trusted = await trustedAuthors(
    data.read,
    everything.map(({ comment }) => comment.authorId),
  )
  const people: ThreadPerson[] = []
  const indexes = new Map<string, number>()
  const personOf = ({ comment, author }: ThreadComment): number => {
    const known = indexes.get(comment.authorId)
    if (known !== undefined) return known
    indexes.set(comment.authorId, people.length)
    return people.push({ ...personView(author), id: comment.authorId }) - 1
  }
  const bodies: Record<string, string> = {}
  const draw = (key: string, { comment }: ThreadComment) => {
    bodies[key] = data.html(comment.body, { idPrefix: `${key}-`, profile: 'comment', trusted: trusted.has(comment.authorId) })
  }
  const viewOf = (row: ThreadComment): DiscussionComment => {
    const { comment, tally } = row
    draw(comment.id, row)
    return {
      id: comment.id,
      by: personOf(row),
      at: comment.postedAt,
      ...(comment.editedAt === null ? {} : { editedAt: comment.editedAt }),
      version: comment.bodyVersion,
      ...tallyView(tally),
    }
  }
  const items = rows.map((row): DiscussionItem => {
    const { comment, post, replies = [] } = row
    const parent = comment.parentId === null ? undefined : parents.get(comment.parentId)
    if (parent !== undefined && parent.comment.removedBy === null) draw(parentBodyKey(comment.id), parent)
    return {
      comment: viewOf(row),
      post: { id: post.id, slug: post.slug, title: post.title === '' ? 'Untitled' : post.title, lang: post.lang, dir: post.direction },
      ...(parent === undefined ? {} : { parent: parentView(parent, personOf(parent)) }),
      replies: replies.map(viewOf),
    }
  })
  const shown = items.flatMap(({ comment, replies }) => [comment.id, ...replies.map(({ id }) => id)])
  const tallies = await data.read.getMany(reactionTallies, shown)
  const reactions = await reactionViews(data.read, tallies)
  return { view: { people, items, reactions }, bodies }
}

function parentView({ comment }: ThreadComment, by: number): NonNullable<DiscussionItem['parent']> {
  return { id: comment.id, by, version: comment.bodyVersion, isRemoved: comment.removedBy !== null }
}
