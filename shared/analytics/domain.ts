import { defineDomain, readPolicy } from '../kernel/domain.ts'
import { countViews } from './mutations.ts'
import { canSeeAnalytics } from './rules.ts'
import { postDays } from './schema.ts'
import { posts } from '../posts/schema.ts'

export const analyticsDomain = defineDomain({
  tables: [postDays],
  mutations: [countViews],
  policies: [
    readPolicy(postDays, async (day, viewer, read) => {
      const post = await read.get(posts, day.postId)
      return post !== undefined && canSeeAnalytics(viewer, post).allowed ? day : undefined
    }),
  ],
})
