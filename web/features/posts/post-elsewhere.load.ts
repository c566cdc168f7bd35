import type { FeaturedName } from '#shared/links.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { isId } from '#shared/kernel/ids.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import { postBySlug } from '#shared/posts/queries.ts'
import { posts } from '#shared/posts/schema.ts'
import { collectionFor } from '#shared/sequences/featured.ts'
import { collectionContains } from '#shared/sequences/queries.ts'
import type { LoadRequest } from '../../app/route.ts'
import { elsewhere, notFound } from '../../data/answer.ts'
import { loadPost } from './post.load.ts'

/** `/s/:sequenceId/p/:postId`: a post that is not in it is shown all the same, without a way on. */
export function loadPostInSequence(data: PageData, request: LoadRequest) {
  const { sequenceId = '', postId = '' } = request.params
  if (!isId(postId)) throw notFound()
  return loadPost(data, request, isId(sequenceId) ? { sequenceId } : {})
}

/**
 * `/g/:groupId/p/:postId`: a post below its group (`local-groups/group-of-post`). The wrong group's
 * address leads to the right one's; a post of none is shown all the same.
 */
export async function loadPostOfGroup(data: PageData, request: LoadRequest) {
  const { groupId = '', postId = '' } = request.params
  if (!isId(postId)) throw notFound()
  const post = await data.read.get(posts, postId)
  if (post?.groupId !== undefined && post.groupId !== groupId && !kindFacts(post).isEvent)
    throw elsewhere(`${links.postInGroup(post.groupId, postId)}${request.url.search}`)
  return loadPost(data, request, {})
}

/** `/rationality/:slug` and its like: a post under the name of the collection that it stands in. */
export const loadPostInCollection = (name: FeaturedName) => async (data: PageData, request: LoadRequest) => {
  const post = await postBySlug(data.read, request.params['slug'] ?? '')
  const collection = await collectionFor(data, name)
  if (post === undefined || collection === undefined || !(await collectionContains(data.read, collection.id, post.id))) throw notFound()
  const params = { ...request.params, postId: post.id }
  return loadPost(data, { ...request, params }, { collection: { title: collection.title, href: links.featured(name) } })
}
