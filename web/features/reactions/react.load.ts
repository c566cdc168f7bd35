import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { stands } from '#shared/comments/queries.ts'
import { comments } from '#shared/comments/schema.ts'
import { isId } from '#shared/kernel/ids.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { voteTarget } from '#shared/posts/queries.ts'
import { reactionsBy, reactionViews } from '#shared/reactions/queries.ts'
import { typosIn } from '#shared/reactions/typo-queries.ts'
import { reactionTallies } from '#shared/reactions/schema.ts'
import { withMine } from '#shared/reactions/shown.ts'
import type { LoadRequest } from '../../app/route.ts'
import { notFound } from '../../data/answer.ts'

/**
 * `/react?target=`: who reacted to a post or comment, and the whole palette as buttons, for those
 * without a script.
 */
export async function loadReact({ read, viewer }: PageData, { url }: LoadRequest) {
  const targetId = url.searchParams.get('target') ?? ''
  const target = isId(targetId) ? await voteTarget(read, targetId) : undefined
  if (target === undefined || target.post.status !== 'published') throw notFound()
  const comment = target.commentId === null ? undefined : await read.get(comments, target.commentId)
  if (comment !== undefined && !stands(comment)) throw notFound()
  const tally = await read.get(reactionTallies, targetId)
  const entries = tally?.entries ?? []
  const cards = await memberCards(
    read,
    entries.flatMap(({ forIds, againstIds }) => [...forIds, ...againstIds]),
  )
  const name = (id: string): string => (cards.get(id) ?? unknownMember).name
  const mine = viewer.kind === 'visitor' ? [] : await read.list(reactionsBy(viewer.userId, target.post.id))
  // The read policy leaves those that are somebody else's to decide; one's own are decided by
  // another.
  const typos =
    viewer.kind === 'visitor' ? [] : (await read.list(typosIn(targetId, 'open'))).filter((typo) => typo.userId !== viewer.userId)
  return {
    head: { title: 'Reactions', robots: 'noindex' as const },
    kind: target.kind,
    targetId,
    post: { id: target.post.id, slug: target.post.slug, title: target.post.title },
    views: withMine(
      tally === undefined ? [] : ((await reactionViews(read, [tally]))[tally.id] ?? []),
      mine.filter((one) => one.targetId === targetId),
    ),
    entries: entries.map((entry) => ({
      part: entry.part,
      for: entry.for,
      against: entry.against,
      forNames: entry.forIds.map(name),
      againstNames: entry.againstIds.map(name),
    })),
    typos: typos.map(({ id, part, replacement, explanation }) => ({ id, part, replacement, explanation })),
  }
}
