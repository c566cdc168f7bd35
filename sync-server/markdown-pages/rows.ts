import type { MemberCard } from '#shared/accounts/queries.ts'
import type { CommentInPlace, ThreadComment } from '#shared/comments/queries.ts'
import type { ShownTally } from '#shared/comments/scores.ts'
import type { CommentNode } from '#shared/comments/tree.ts'
import type { PostRow } from '#shared/feed/queries.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { MarkdownData } from './markdown-page.ts'
import { shownScore } from '#shared/comments/scores.ts'
import { links } from '#shared/links.ts'
import { excerpt } from '#shared/text/measure.ts'
import { day, linkTo, parts, quoted, standalone, words } from './markdown.ts'

/** Deeper replies stand as deep as these. */
const deepest = 10
const excerptCharacters = 280

export const titleOf = (post: Pick<Post, 'title'>): string => (post.title === '' ? 'Untitled' : post.title)

export function person({ site }: MarkdownData, { name, slug }: Pick<MemberCard, 'name' | 'slug'>): string {
  return slug === '' ? words(name) : linkTo(name, `${site.origin}${links.user(slug)}`)
}

export function people(data: MarkdownData, authors: readonly Pick<MemberCard, 'name' | 'slug'>[]): string {
  return authors.map((author) => person(data, author)).join(', ')
}

const counted = (n: number, one: string): string => `${n} ${one}${Math.abs(n) === 1 ? '' : 's'}`

/** Posts as a list, a line each. */
export function postLines(data: MarkdownData, rows: readonly PostRow[]): string {
  return rows
    .map(({ post, authors, tally }) => {
      const date = post.publishedAt === null ? '' : `, ${day(post.publishedAt)}`
      const kind = post.kind === 'post' ? '' : ` (${post.kind})`
      const figures = `${counted(tally.baseScore, 'point')}, ${counted(post.commentCount, 'comment')}`
      return `- ${linkTo(titleOf(post), `${data.site.origin}${links.post(post)}`)}${kind} by ${people(data, authors)}${date}, ${figures}`
    })
    .join('\n')
}

/** Nothing where the authors of the post hide the scores of comments. */
function pointsOf(tally: ShownTally): readonly string[] {
  const score = shownScore(tally)
  return score === null ? [] : [counted(score, 'point')]
}

/** Comments from all over the site, each with its beginning. */
export function commentLines(data: MarkdownData, rows: readonly CommentInPlace[]): string {
  return rows
    .map(({ comment, author, post, tally }) => {
      const where = comment.isQuickTake === true ? 'quick take' : `on ${words(titleOf(post))}`
      const place = linkTo(day(comment.postedAt), `${data.site.origin}${links.comment(post, comment.id)}`)
      return `- ${person(data, author)} ${where}, ${[place, ...pointsOf(tally)].join(', ')}: ${words(excerpt(comment.body, excerptCharacters))}`
    })
    .join('\n')
}

/** One comment with its text; each as a quotation. */
export function commentBlock(data: MarkdownData, post: Post, { comment, author, tally }: ThreadComment, depth: number): string {
  const level = Math.min(depth, deepest)
  const place = linkTo(day(comment.postedAt), `${data.site.origin}${links.comment(post, comment.id)}`)
  if (comment.removedBy !== null) return quoted(`Removed by its ${comment.removedBy}, ${place}`, level)
  if (comment.rejectedReason !== undefined) return quoted(`Rejected by the moderators, ${place}`, level)
  const notes = [place, ...pointsOf(tally), ...(comment.retractedAt === undefined ? [] : ['retracted by its author'])]
  const head = `**${person(data, author)}**, ${notes.join(', ')}`
  return quoted(parts(head, data.markdown(standalone(comment.body, data.site.origin))), level)
}

/**
 * A thread, replies one level deeper than what they answer. Without recursion: depth costs no
 * stack.
 */
export function threadBlocks(data: MarkdownData, post: Post, nodes: readonly CommentNode[]): string {
  const blocks: string[] = []
  const waiting = nodes.toReversed()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    blocks.push(commentBlock(data, post, node.item, node.depth))
    waiting.push(...node.replies.toReversed())
  }
  // Two quotations without anything between them would be read as one.
  return blocks.join('\n\n<!-- -->\n\n')
}
