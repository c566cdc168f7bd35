import type { PostRow } from '#shared/feed/queries.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { PersonView } from '../people.ts'
import { personView } from '../people.ts'

/** One line in a list of posts, as it travels to the page. */
export interface PostRowView {
  readonly id: string
  readonly title: string
  readonly slug: string | null
  readonly kind: Post['kind']
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  readonly isPinned: boolean
  /** Its author has put it first on the page where it is shown. */
  readonly isOnProfile?: true
  readonly isCurated: boolean
  readonly isFrontpage: boolean
  /** It is a winner of that year’s review. */
  readonly wonIn?: number
  readonly authors: readonly PersonView[]
  /** Publication, ms since 1970. */
  readonly at: number
  readonly score: number
  readonly voteCount: number
  readonly commentCount: number
  /** When the newest comment came; 0: there is none. */
  readonly talkedAt: number
}

export function postRowView(row: PostRow, isPinned = false): PostRowView {
  const { post, authors, tally } = row
  return {
    id: post.id,
    title: post.title === '' ? 'Untitled' : post.title,
    slug: post.slug,
    kind: post.kind,
    lang: post.lang,
    dir: post.direction,
    isPinned,
    isCurated: post.curatedAt !== null,
    isFrontpage: post.frontpageAt !== null,
    ...(post.wonIn !== undefined && { wonIn: post.wonIn }),
    authors: authors.map(personView),
    at: post.publishedAt ?? post.createdAt,
    score: tally.baseScore,
    voteCount: tally.approvalVoteCount,
    commentCount: post.commentCount,
    talkedAt: post.lastCommentedAt ?? 0,
  }
}
