import { rowsOf } from '#shared/feed/queries.ts'
import { links } from '#shared/links.ts'
import { postsOfGroup } from '#shared/local-groups/queries.ts'
import { canPostInGroup, canTakeOutOfGroup } from '#shared/local-groups/rules.ts'
import { localGroups } from '#shared/local-groups/schema.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { postLimits } from '#shared/posts/fields.ts'
import { isListed } from '#shared/posts/rules.ts'
import { posts } from '#shared/posts/schema.ts'
import type { Shows } from '../../app/define-part.ts'
import { definePart } from '../../app/define-part.ts'
import type { LoadRequest } from '../../app/route.ts'
import { placeOf } from '../../blocks/events/place-words.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { postRowView } from '../../blocks/posts/post-row-view.ts'

const figures = { first: 10, more: 20, most: 500 } as const

/** Posts of a group that are no events, the last first. */
export async function loadGroupPosts(
  { read, viewer, isOfDevice }: PageData,
  { groupId }: { readonly groupId: string },
  { url }: LoadRequest,
) {
  if (isOfDevice === true) return undefined
  const group = await read.get(localGroups, groupId)
  if (group === undefined) return null
  const limit = limitOf(url.searchParams, figures.first, figures.most)
  const found = await read.list(postsOfGroup(groupId, false, limit + 1))
  const listed = (
    await read.getMany(
      posts,
      found.slice(0, limit).map(({ id }) => id),
    )
  ).filter((post) => isListed(post))
  const may = canPostInGroup(viewer, group).allowed
  if (listed.length === 0 && !may) return null
  return {
    ...{ groupId, isEmpty: listed.length === 0, mayPost: may, titleLength: postLimits.title },
    rows: (await rowsOf(read, listed)).map((row) => postRowView(row)),
    more: found.length > limit ? links.localGroup(groupId, { limit: limit + figures.more }) : null,
  }
}

/** Above a post: the group it belongs to. */
export async function loadGroupOfPost({ read, viewer, isOfDevice }: PageData, { postId }: { readonly postId: string }) {
  // Devices have no groups: what the server drew stays.
  if (isOfDevice === true) return undefined
  const post = await read.get(posts, postId)
  const group = post?.groupId === undefined ? undefined : await read.get(localGroups, post.groupId)
  if (post === undefined || group === undefined) return null
  return {
    ...{ postId, name: group.name, href: links.localGroup(group.id), place: placeOf(group), isActive: group.isActive },
    mayRemove: canTakeOutOfGroup(viewer, post).allowed,
  }
}

export const shows: Shows = {
  'group-posts': definePart({ on: ['group-end'], order: 20, load: loadGroupPosts }),
  'group-of-post': definePart({ on: ['post-top'], order: 10, load: loadGroupOfPost }),
}
