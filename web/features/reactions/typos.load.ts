import type { Read } from '#shared/kernel/transaction.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { TypoSuggestion } from '#shared/reactions/typo-schema.ts'
import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { posts } from '#shared/posts/schema.ts'
import { typosFor, typosIn } from '#shared/reactions/typo-queries.ts'
import type { LoadRequest } from '../../app/route.ts'

const maxDecided = 20

/**
 * `/typos`: corrections suggested in what one wrote; `?target=`: in one post or comment. What is
 * for somebody else to decide the read policy leaves out.
 */
export async function loadTypos({ read, viewer, now }: PageData, { url }: LoadRequest) {
  const asked = url.searchParams.get('target') ?? ''
  const target = isId(asked) ? asked : null
  const userId = viewer.kind === 'visitor' ? '' : viewer.userId
  const found = async (verdict: TypoSuggestion['verdict'], limit?: number) =>
    // One's own in somebody else's text are seen, and not decided here.
    (await read.list(target === null ? typosFor(userId, verdict, limit) : typosIn(target, verdict, limit))).filter(
      (typo) => typo.userId !== userId,
    )
  const decided = [...(await found('accepted', maxDecided)), ...(await found('dismissed', maxDecided))]
  return {
    head: { title: 'Corrections', robots: 'noindex' as const },
    target,
    open: await viewsOf(read, await found('open')),
    decided: await viewsOf(read, decided.toSorted((a, b) => (b.decidedAt ?? 0) - (a.decidedAt ?? 0)).slice(0, maxDecided)),
    now,
  }
}

async function viewsOf(read: Read, typos: readonly TypoSuggestion[]) {
  const cards = await memberCards(
    read,
    typos.map(({ userId }) => userId),
  )
  const found = await read.getMany(posts, [...new Set(typos.map(({ postId }) => postId))])
  const postsById = new Map(found.map((post) => [post.id, post]))
  return typos.flatMap((typo) => {
    const post = postsById.get(typo.postId)
    if (post === undefined) return []
    const { id, quote, replacement, explanation, proposedAt, verdict, targetKind, targetId } = typo
    const by = (cards.get(typo.userId) ?? unknownMember).name
    const href = targetKind === 'comment' ? links.commentInThread(post, targetId) : links.post(post)
    return [
      { id, quote, replacement, explanation, proposedAt, verdict, by, title: post.title, isOfComment: targetKind === 'comment', href },
    ]
  })
}
