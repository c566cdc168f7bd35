import * as z from 'zod/mini'
import { Id } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { posts } from '../posts/schema.ts'
import { emptyPostDay, postDayId, postDays } from './schema.ts'

const Count = z.number().check(z.int(), z.gte(0), z.lte(10_000_000))

/**
 * Adds what was counted in memory to the days of posts. The server's own: each message is sent
 * once.
 */
export const countViews = defineMutation({
  name: 'analytics.count',
  from: 'server',
  args: z.strictObject({
    days: z
      .array(z.strictObject({ postId: Id, day: Count, views: Count, visitors: Count, reads: Count, seconds: Count }))
      .check(z.minLength(1), z.maxLength(500)),
  }),
  async run({ tx }, { days }) {
    for (const { postId, day, views, visitors, reads, seconds } of days) {
      const post = await tx.get(posts, postId)
      if (post === undefined || post.publishedAt === null) continue
      const before = (await tx.get(postDays, postDayId(postId, day))) ?? emptyPostDay(postId, day)
      await tx.put(postDays, {
        ...before,
        views: before.views + views,
        visitors: before.visitors + visitors,
        reads: before.reads + reads,
        seconds: before.seconds + seconds,
      })
    }
  },
})
