import { defineQuery } from '../kernel/query.ts'
import { localGroupLimits, localGroups } from './schema.ts'

/** Active or not, the newest first: lists have their own order. */
export const allLocalGroups = () =>
  defineQuery({ table: localGroups, index: ['createdAt'], equals: [], order: 'descending', limit: localGroupLimits.listed })

export const localGroupsMadeBy = (userId: string, limit: number) =>
  defineQuery({ table: localGroups, index: ['makerId', 'createdAt'], equals: [userId], order: 'descending', limit })
