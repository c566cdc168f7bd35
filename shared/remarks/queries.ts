import { defineQuery } from '../kernel/query.ts'
import { remarkLimits, remarks } from './schema.ts'

/** All that is said about a text, oldest first. */
export const remarksOf = (postId: string) =>
  defineQuery({ table: remarks, index: ['postId', 'createdAt'], equals: [postId], order: 'ascending', limit: remarkLimits.perPost })
