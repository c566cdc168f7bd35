import { defineDomain, readPolicy } from '../kernel/domain.ts'
import { isSelf, isStaff } from '../kernel/viewer.ts'
import { barFromThread, letBackIn, setGuidelines } from './mutations.ts'
import { threadBans } from './schema.ts'
import { isAuthor } from '../posts/rules.ts'
import { posts } from '../posts/schema.ts'

export const moderationDomain = defineDomain({
  tables: [threadBans],
  mutations: [setGuidelines, barFromThread, letBackIn],
  policies: [
    readPolicy(threadBans, async (ban, viewer, read) => {
      if (isSelf(viewer, ban.ownerId) || isSelf(viewer, ban.userId) || isStaff(viewer)) return ban
      const post = ban.postId === null ? undefined : await read.get(posts, ban.postId)
      return post !== undefined && isAuthor(viewer, post) ? ban : undefined
    }),
  ],
})
