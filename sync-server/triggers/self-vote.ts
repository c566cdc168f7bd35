import type { Transaction } from '#shared/kernel/transaction.ts'
import type { MemberViewer } from '#shared/kernel/viewer.ts'
import type { Post } from '#shared/posts/schema.ts'
import { countVote } from '#server/triggers/count-vote.ts'
import { votePower } from '#shared/votes/rules.ts'
import { tallies, voteId } from '#shared/votes/schema.ts'

/**
 * New work starts with its author's own vote: strong for a post, weak for a comment (content.md
 * 2.3). Once, ever.
 */
export async function castSelfVote(
  tx: Transaction,
  author: MemberViewer,
  target: { readonly kind: 'post' | 'comment'; readonly id: string },
  post: Post,
  now: number,
): Promise<void> {
  if (await tx.get(tallies, target.id)) return
  const value = target.kind === 'post' ? 2 : 1
  const vote = {
    id: voteId(author.userId, target.id, 'approval'),
    userId: author.userId,
    targetKind: target.kind,
    targetId: target.id,
    axis: 'approval',
    value,
    power: votePower(author.karma, value),
    tallied: 0,
    isSelf: true,
    at: now,
  } as const
  await countVote(tx, vote, post, [author.userId], now)
}
