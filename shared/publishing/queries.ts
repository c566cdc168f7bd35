import { defineQuery } from '../kernel/query.ts'
import { schedules } from './schema.ts'

/** What is to be published by now, the longest due first. */
export const dueSchedules = (now: number, limit: number) =>
  defineQuery({ table: schedules, index: ['dueAt'], equals: [], from: 0, until: now + 1, order: 'ascending', limit })
