import { comments } from '#shared/comments/schema.ts'
import { isSelf } from '#shared/kernel/viewer.ts'
import { needsSignIn, notFound } from '../../data/answer.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { voteTarget } from '#shared/posts/queries.ts'
import { isAuthor } from '#shared/posts/rules.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { isCommon } from '#shared/wiki/access.ts'
import { emptyTally } from '#shared/comments/queries.ts'
import type { Axis, VoteValue } from '#shared/votes/schema.ts'
import { tallies, voteId, votes } from '#shared/votes/schema.ts'
import type { LoadRequest } from '../../app/route.ts'
import { tallyView } from '../../blocks/votes/tally-view.ts'

/**
 * `/vote?target=`: one’s vote on a post, a comment or a version of a wiki page, for those without a
 * script.
 */
export async function loadVote(data: PageData, { url }: LoadRequest) {
  const { viewer, read } = data
  if (viewer.kind === 'visitor') throw needsSignIn()
  const targetId = url.searchParams.get('target') ?? ''
  const target = (await voteTarget(read, targetId)) ?? (await versionVoted(read, targetId))
  if (target === undefined) throw notFound()
  const comment = target.commentId === null ? undefined : await read.get(comments, target.commentId)
  const writerId = ('writerId' in target ? target.writerId : undefined) ?? comment?.authorId
  const mine = async (axis: Axis): Promise<VoteValue> => (await read.get(votes, voteId(viewer.userId, targetId, axis)))?.value ?? 0
  return {
    head: { title: 'Your vote' },
    kind: target.kind,
    targetId,
    post: { id: target.post.id, slug: target.post.slug, title: target.post.title, kind: target.post.kind },
    isOwn: writerId === undefined ? isAuthor(viewer, target.post) : isSelf(viewer, writerId),
    tally: tallyView(target.tally),
    mine: { approval: await mine('approval'), agreement: await mine('agreement') },
  }
}

/** A version of what is everybody's; of anything else no version is voted on. */
async function versionVoted(read: PageData['read'], id: string) {
  const revision = await read.get(revisions, id)
  const post = revision && (await read.get(posts, revision.postId))
  if (!revision || !post || revision.subjectKind !== 'post' || revision.isDraft || !isCommon(post)) return undefined
  const tally = (await read.get(tallies, id)) ?? emptyTally('revision', id, post.id)
  return { kind: 'revision' as const, post, tally, commentId: null, writerId: revision.authorId }
}
