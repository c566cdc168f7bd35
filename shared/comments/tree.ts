import type { ThreadComment } from './queries.ts'
import type { CommentOrder } from './orders.ts'
import { dayMs, hourMs } from '../kernel/durations.ts'

export type { CommentOrder } from './orders.ts'

/** Levels shown in a thread; deeper ones are behind "continue this thread". */
export const levelsShown = 8

export interface CommentNode<Item extends ThreadComment = ThreadComment> {
  readonly item: Item
  readonly replies: readonly CommentNode<Item>[]
  /** 1 at the top. */
  readonly depth: number
  /** All replies below, however deep. */
  readonly descendantCount: number
  /** Time of the newest comment in the branch. */
  readonly latestAt: number
}

/**
 * Comments that start folded to their header: removed and rejected ones and those below -4
 * (content.md 2.5).
 */
export function startsFolded({ comment, tally }: ThreadComment): boolean {
  return comment.removedBy !== null || comment.rejectedReason !== undefined || tally.baseScore < -4
}

/** When a thread begins to be shown shorter, and by how much (content.md 2.5). */
export const shortening = { from: 70, littleKarma: 10, cut: 750, cutLess: 1_600, youngMs: 2 * dayMs } as const

/**
 * How a comment begins in a long discussion: `line`, a reply of little karma, to its first line;
 * `short`, a long one, to its first paragraphs; `null`: whole. @param characters of its text.
 */
export function shortenedTo(
  { comment, tally }: ThreadComment,
  { total, characters, now }: { readonly total: number; readonly characters: number; readonly now: number },
): 'line' | 'short' | null {
  if (total < shortening.from || comment.removedBy !== null) return null
  // A hidden score shortens nothing: a reply by its length alone, and as late as any.
  const isHidden = tally.hasHiddenScore === true
  if (!isHidden && comment.parentId !== null && tally.baseScore < shortening.littleKarma) return 'line'
  const isLiked = isHidden || tally.baseScore >= shortening.littleKarma || now - comment.postedAt < shortening.youngMs
  return characters > (isLiked ? shortening.cutLess : shortening.cut) ? 'short' : null
}

/**
 * Comments as trees in the given order; pinned ones first, removed ones last, ties newest first. A
 * comment whose parent is not among them stands at the top. Built without recursion from the bottom
 * up, so that depth costs no stack; linear but for sorting.
 */
export function commentTree<Item extends ThreadComment>(
  items: readonly Item[],
  order: CommentOrder,
  now: number,
): readonly CommentNode<Item>[] {
  const present = new Set(items.map((item) => item.comment.id))
  const children = new Map<string, Item[]>()
  for (const item of items) {
    const parent = item.comment.parentId !== null && present.has(item.comment.parentId) ? item.comment.parentId : ''
    const siblings = children.get(parent)
    if (siblings) siblings.push(item)
    else children.set(parent, [item])
  }
  const depths = new Map<string, number>()
  const preorder: Item[] = []
  const waiting = [...(children.get('') ?? [])]
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    const parentDepth = item.comment.parentId === null ? 0 : (depths.get(item.comment.parentId) ?? 0)
    depths.set(item.comment.id, parentDepth + 1)
    preorder.push(item)
    for (const child of children.get(item.comment.id) ?? []) waiting.push(child)
  }
  const nodes = new Map<string, CommentNode<Item>>()
  const nodesOf = (id: string): readonly CommentNode<Item>[] =>
    sorted(
      (children.get(id) ?? []).flatMap((child) => nodes.get(child.comment.id) ?? []),
      order,
      now,
    )
  for (const item of preorder.toReversed()) {
    const replies = nodesOf(item.comment.id)
    nodes.set(item.comment.id, {
      item,
      replies,
      depth: depths.get(item.comment.id) ?? 1,
      descendantCount: replies.reduce((sum, reply) => sum + 1 + reply.descendantCount, 0),
      latestAt: replies.reduce((latest, reply) => Math.max(latest, reply.latestAt), item.comment.postedAt),
    })
  }
  return nodesOf('')
}

function sorted<Item extends ThreadComment>(
  nodes: readonly CommentNode<Item>[],
  order: CommentOrder,
  now: number,
): readonly CommentNode<Item>[] {
  const key = (node: CommentNode<Item>): number => {
    const { comment, tally } = node.item
    switch (order) {
      case 'postCommentsTop':
        return tally.baseScore
      case 'postCommentsMagic':
        return tally.baseScore / (Math.max(0, now - comment.postedAt) / hourMs + 2) ** 1.15
      case 'postCommentsNew':
        return comment.postedAt
      case 'postCommentsOld':
        return -comment.postedAt
      case 'postCommentsRecentReplies':
        return node.latestAt
    }
  }
  const keyed = nodes.map((node) => ({ node, key: key(node), rank: rankOf(node.item.comment) }))
  keyed.sort((a, b) => a.rank - b.rank || b.key - a.key || b.node.item.comment.postedAt - a.node.item.comment.postedAt)
  return keyed.map((entry) => entry.node)
}

const rankOf = ({ removedBy, pinnedAt }: ThreadComment['comment']): number => (removedBy !== null ? 2 : pinnedAt === undefined ? 1 : 0)
