import type { FeaturedName } from '#shared/links.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { isId } from '#shared/kernel/ids.ts'
import { postBySlug } from '#shared/posts/queries.ts'
import { collectionFor } from '#shared/sequences/featured.ts'
import { collectionContains } from '#shared/sequences/queries.ts'
import type { LoadRequest } from '../../app/route.ts'
import { notFound } from '../../data/answer.ts'
import { loadPost } from './post.load.ts'

/** `/s/:sequenceId/p/:postId`: a post that is not in it is shown all the same, without a way on. */
export function loadPostInSequence(data: PageData, request: LoadRequest) {
  const { sequenceId = '', postId = '' } = request.params
  if (!isId(postId)) throw notFound()
  return loadPost(data, request, isId(sequenceId) ? { sequenceId } : {})
}

/** `/g/:groupId/p/:postId`: a post of a local group is one like any other. */
export function loadPostOfGroup(data: PageData, request: LoadRequest) {
  if (!isId(request.params['postId'] ?? '')) throw notFound()
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
