import { memberCards } from '#shared/accounts/queries.ts'
import { members } from '#shared/accounts/schema.ts'
import { hidesScores } from '#shared/comments/scores.ts'
import { bansByOwner, bansUnderPost } from '#shared/moderation/queries.ts'
import { barScopes } from '#shared/moderation/schema.ts'
import { canBar, canLetBackIn, canModerateThread, canSetGuidelines } from '#shared/moderation/thread-rules.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import type { LoadRequest } from '../../app/route.ts'
import { personView } from '../../blocks/people.ts'
import { forbidden, needsSignIn, notFound } from '../../data/answer.ts'

/**
 * `/discussionSettings?postId=&userId=`: what an author asks of those who comment, whether scores
 * are shown, and whom they keep from it; `userId`: somebody to be shut out.
 */
export async function loadDiscussionSettings({ read, viewer, form }: PageData, { url }: LoadRequest) {
  const post = await read.get(posts, url.searchParams.get('postId') ?? '')
  if (post === undefined) throw notFound()
  const settles = canSetGuidelines(viewer, post)
  if (!settles.allowed) {
    if (settles.reason === 'sign-in-first') throw needsSignIn()
    throw forbidden(settles.reason)
  }
  const moderates = canModerateThread(viewer, post)
  const ofPost = await read.list(bansUnderPost(post.id))
  const ofAuthor = (await read.list(bansByOwner(post.authorId))).filter(({ postId }) => postId === null)
  const bans = [...ofPost, ...ofAuthor]
  const cards = await memberCards(
    read,
    bans.map(({ userId }) => userId),
  )
  const named = await read.get(members, url.searchParams.get('userId') ?? '')
  const target = named && { id: named.id, isStaff: named.isAdmin || named.groups.includes('moderators') }
  const scopes = target === undefined ? [] : barScopes.filter((scope) => canBar(viewer, post, scope, target).allowed)
  const refused = target === undefined || scopes.length > 0 ? undefined : canBar(viewer, post, 'post', target)
  const typed = form?.mutation === 'posts.setGuidelines' ? form.values['guidelines'] : undefined
  return {
    head: { title: 'The discussion' },
    post: { id: post.id, slug: post.slug, title: post.title },
    guidelines: typed ?? post.guidelines ?? '',
    hidesScores: hidesScores(post),
    /** Why nobody can be shut out; `null`: they can. */
    whyNot: moderates.allowed ? null : moderates.reason,
    /** Who is to be shut out, and from what they can be. */
    target:
      named === undefined
        ? null
        : {
            id: named.id,
            name: named.displayName,
            scopes,
            whyNot: refused === undefined || refused.allowed ? null : refused.reason,
          },
    bans: bans.map(({ id, userId, scope, at }) => {
      const card = cards.get(userId)
      const person = card === undefined ? { name: '[anonymous]', slug: '' } : personView(card)
      return { id, userId, scope, at, person, canEnd: canLetBackIn(viewer, post, scope).allowed }
    }),
  }
}
