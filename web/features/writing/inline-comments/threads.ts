import type { InlineComment } from '#shared/inline-comments/schema.ts'

/** An inline comment with what was answered. */
export interface Thread {
  readonly root: InlineComment
  readonly replies: readonly InlineComment[]
}

/**
 * What still stands, oldest first. A removed inline comment stays as long as somebody's answer to
 * it does.
 */
export function threadsOf(rows: readonly InlineComment[]): readonly Thread[] {
  const visible = rows.filter(({ parentId, removedAt }) => parentId === null || removedAt === null)
  const answers = Map.groupBy(visible, ({ parentId }) => parentId)
  return (answers.get(null) ?? [])
    .map((root) => ({ root, replies: answers.get(root.id) ?? [] }))
    .filter(({ root, replies }) => root.removedAt === null || replies.length > 0)
}

/** Others have said something there since. */
export function isUnread({ root, replies }: Thread, me: string, seenAt: number): boolean {
  return [root, ...replies].some(({ authorId, createdAt, removedAt }) => authorId !== me && removedAt === null && createdAt > seenAt)
}

/** In the order of the text; what is about the whole comes first, and what was deleted last. */
export function inTextOrder(threads: readonly Thread[], startOf: (id: string) => number | undefined): readonly Thread[] {
  const rank = ({ root }: Thread): number => (root.anchor === null && root.change === undefined ? -1 : (startOf(root.id) ?? Infinity))
  const byRank = (a: Thread, b: Thread): number => (rank(a) === rank(b) ? a.root.createdAt - b.root.createdAt : rank(a) < rank(b) ? -1 : 1)
  return threads.toSorted(byRank)
}
