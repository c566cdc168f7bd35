import { commentOrderOf } from '#shared/comments/offered-orders.ts'
import { comments } from '#shared/comments/schema.ts'
import { withAuthorsAndTallies } from '#shared/comments/queries.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { thread } from '#shared/posts/queries.ts'
import type { LoadRequest } from '../../app/route.ts'
import { branchPart, threadPart } from '../../blocks/comments/thread-view.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { serverReactions } from '../../blocks/reactions/server-reactions.ts'
import { notFound } from '../../data/answer.ts'
import { placeOf } from '../../blocks/wiki/place.ts'

/** content.md 9.5 */
export const firstComments = 500
const furtherComments = 200

/**
 * `/w/:slug/discussion`, also of a lens (`?lens=`), and with one comment above the others
 * (`?commentId=`).
 */
export async function loadWikiDiscussion(data: PageData, { params, url }: LoadRequest) {
  const place = await placeOf(data, params['slug'] ?? '', url, (slug) => links.wikiDiscussion(slug))
  if (place === null || place.page.state === 'placeholder') throw notFound()
  const { page, lens } = place
  const limit = limitOf(url.searchParams, firstComments, 10_000)
  const found = await thread(data.read, { postId: (lens ?? page).id, commentLimit: limit })
  if (found === undefined) throw notFound()
  const { post } = found
  const order = commentOrderOf(url.searchParams.get('view'), post)
  const discussion = await threadPart(data, post, found.comments, order)
  const commentId = url.searchParams.get('commentId')
  const branch = commentId === null ? undefined : await branchOf()
  const more = new URL(url)
  more.searchParams.set('limit', String(limit + furtherComments))
  return {
    head: {
      title: `Discussion of ${(lens ?? page).name}`,
      canonical: links.wikiDiscussion(page.slug ?? page.id, { lens: lens?.slug ?? undefined }),
      lang: post.lang,
      ...((commentId !== null || page.state !== 'page') && { robots: 'noindex' as const }),
      feeds: [{ href: links.feed({ type: 'comments', view: 'postCommentsNew', postId: post.id }), title: `${page.name}: discussion` }],
    },
    thread: post.id,
    post: { ...post, latestRevisionId: post.revisionId ?? post.latestRevisionId },
    page: { name: page.name, slug: page.slug ?? page.id },
    lens: lens === null ? null : { slug: lens.slug ?? lens.id, name: lens.name },
    discussion: discussion.view,
    order,
    moreComments: found.hasMoreComments ? `${more.pathname}${more.search}` : null,
    permalink: commentId !== null && branch !== undefined ? { commentId, view: branch.view } : null,
    reactions: await serverReactions(data.read, post.id),
    bodies: { ...discussion.bodies, ...branch?.bodies },
  }

  /** A comment of another text is left out without a word. */
  async function branchOf() {
    const loaded = found?.comments.find(({ comment }) => comment.id === commentId)
    if (loaded !== undefined) return branchPart(data, post, found?.comments ?? [], loaded.comment.id)
    const comment = commentId !== null && isId(commentId) ? await data.read.get(comments, commentId) : undefined
    if (comment === undefined || comment.postId !== post.id) return undefined
    return branchPart(data, post, await withAuthorsAndTallies(data.read, [comment]), comment.id)
  }
}
