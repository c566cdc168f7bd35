import { defineDomain, readPolicy } from '../kernel/domain.ts'
import { accessOf } from '../posts/rules.ts'
import { posts } from '../posts/schema.ts'
import { callOffSchedule, failSchedule, moveSchedule, schedulePost } from './mutations.ts'
import { schedules } from './schema.ts'

export const publishingDomain = defineDomain({
  tables: [schedules],
  mutations: [schedulePost, moveSchedule, callOffSchedule, failSchedule],
  policies: [
    readPolicy(schedules, async (schedule, viewer, read) => {
      const post = await read.get(posts, schedule.id)
      return post !== undefined && accessOf(viewer, post) !== 'none' ? schedule : undefined
    }),
  ],
})
