import { defineNews, toMembers } from '#server/notify/define-news.ts'
import { groupFollowers } from '#server/notify/group-followers.ts'
import { groupOrganizers } from '#shared/local-groups/group-posts-schema.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import { isListed } from '#shared/posts/rules.ts'
import { posts } from '#shared/posts/schema.ts'

/** To who was made an organizer by somebody else. */
export const organizerNews = defineNews(groupOrganizers, 'organizer', ({ groupId, userId, byId, at }) =>
  byId === null
    ? 'never'
    : { actorId: byId, postId: null, subject: { kind: 'localGroup', id: groupId }, at, to: toMembers('newGroupOrganizer', [userId]) },
)

/** To a group's followers and organizers: a post that is no event, once it is published. */
export const groupPostNews = defineNews(posts, 'groupPost', (post) => {
  const { id, groupId, authorId, publishedAt } = post
  if (groupId === undefined || kindFacts(post).isEvent || publishedAt === null) return 'waits'
  if (!isListed(post)) return 'gone'
  return { actorId: authorId, postId: id, at: publishedAt, to: (store) => groupFollowers(store, groupId, 'newGroupPost') }
})
