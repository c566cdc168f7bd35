import { comments } from '#shared/comments/schema.ts'
import { isSelf } from '#shared/kernel/viewer.ts'
import { needsSignIn, notFound } from '../../data/answer.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { voteTarget } from '#shared/posts/queries.ts'
import { isAuthor } from '#shared/posts/rules.ts'
import type { Axis, VoteValue } from '#shared/votes/schema.ts'
import { voteId, votes } from '#shared/votes/schema.ts'
import type { LoadRequest } from '../../app/route.ts'
import { tallyView } from '../../blocks/votes/tally-view.ts'

/** `/vote?target=`: one's vote on a post or comment, for those without a script. */
export async function loadVote(data: PageData, { url }: LoadRequest) {
  const { viewer, read } = data
  if (viewer.kind === 'visitor') throw needsSignIn()
  const targetId = url.searchParams.get('target') ?? ''
  const target = await voteTarget(read, targetId)
  if (target === undefined) throw notFound()
  const comment = target.commentId === null ? undefined : await read.get(comments, target.commentId)
  const mine = async (axis: Axis): Promise<VoteValue> => (await read.get(votes, voteId(viewer.userId, targetId, axis)))?.value ?? 0
  return {
    head: { title: 'Your vote' },
    kind: target.kind,
    targetId,
    post: { id: target.post.id, slug: target.post.slug, title: target.post.title, kind: target.post.kind },
    isOwn: comment === undefined ? isAuthor(viewer, target.post) : isSelf(viewer, comment.authorId),
    tally: tallyView(target.tally),
    mine: { approval: await mine('approval'), agreement: await mine('agreement') },
  }
}
