import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { comments } from '#shared/comments/schema.ts'
import { links } from '#shared/links.ts'
import { moderationLinks } from '#shared/moderation/links.ts'
import { logOf } from '#shared/moderation/log-schema.ts'
import { mayAct } from '#shared/moderation/measure-rules.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import { excerpt } from '#shared/text/measure.ts'
import type { LoadRequest } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { authorizePage } from '../../data/answer.ts'

const step = 10

/** `/moderatorComments`: what was said with a moderator's hat on, newest first. */
export async function loadModeratorComments({ read, viewer }: PageData, { url }: LoadRequest) {
  authorizePage(mayAct(viewer, 'readModeratorComments'))
  const limit = limitOf(url.searchParams, step)
  const found = await read.list(logOf('moderatorComment', limit + 1, 0))
  const cards = await memberCards(
    read,
    found.map(({ authorId }) => authorId),
  )
  const rows = await Promise.all(
    found.slice(0, limit).map(async ({ targetId, authorId }) => {
      const comment = await read.get(comments, targetId)
      const post = comment === undefined ? undefined : await read.get(posts, comment.postId)
      if (comment === undefined || post === undefined) return []
      const about = { href: links.commentInThread(post, comment.id), title: post.title, lang: post.lang }
      return [{ id: comment.id, at: comment.postedAt, who: cards.get(authorId) ?? unknownMember, about, words: excerpt(comment.body, 400) }]
    }),
  )
  return {
    head: { title: 'Moderator comments', robots: 'noindex' as const },
    rows: rows.flat(),
    more: found.length > limit ? moderationLinks.comments({ limit: limit + step }) : null,
  }
}
