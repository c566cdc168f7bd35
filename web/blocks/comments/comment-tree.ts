import type { CommentView, ThreadPerson, ThreadView } from './thread-view.ts'

/** A comment with the replies shown under it. */
export interface CommentBranch {
  readonly comment: CommentView
  readonly author: ThreadPerson
  /** Who is answered; `null` at the top. */
  readonly to: ThreadPerson | null
  readonly replies: readonly CommentBranch[]
  /** Comments shown in the branch, itself included. */
  readonly size: number
}

const nobody: ThreadPerson = { id: '', name: '[anonymous]', slug: '' }

/** Nests what the server has laid out flat; fresh replies first among their siblings, fresh top-level comments last. Linear, and without recursion. */
export function branchesOf({ comments, people }: ThreadView, fresh: ReadonlySet<string> = new Set()): readonly CommentBranch[] {
  interface Growing {
    readonly comment: CommentView
    readonly author: ThreadPerson
    readonly to: ThreadPerson | null
    readonly replies: Growing[]
    size: number
  }
  const roots: Growing[] = []
  const freshRoots: Growing[] = []
  const path: Growing[] = []
  for (const comment of comments) {
    path.length = Math.min(path.length, comment.level - 1)
    const parent = path.at(-1)
    const branch: Growing = { comment, author: people[comment.by] ?? nobody, to: parent?.author ?? null, replies: [], size: 1 }
    for (const above of path) above.size += 1
    const isFresh = fresh.has(comment.id)
    if (parent === undefined) (isFresh ? freshRoots : roots).push(branch)
    else if (isFresh) parent.replies.unshift(branch)
    else parent.replies.push(branch)
    path.push(branch)
  }
  return [...roots, ...freshRoots]
}
