import { members } from '#shared/accounts/schema.ts'
import { powerGains } from '#shared/votes/schema.ts'
import { defineNews, toMembers } from '#server/notify/define-news.ts'

/** To whom it happened: their votes weigh more from now on. */
export const powerNews = defineNews(powerGains, 'powers', async ({ userId, at }, read) => {
  const member = await read.get(members, userId)
  if (member === undefined) return 'gone'
  const subject = { kind: 'member', id: userId, slug: member.slug } as const
  return { actorId: null, postId: null, at, subject, to: toMembers('karmaPowersGained', [userId]) }
})
