import { defineQuery } from '../kernel/query.ts'
import { accountImports, importSteps } from './archive-schema.ts'

/** Of an import, those that still wait, in their order. */
export const stepsFrom = (userId: string, limit: number) =>
  defineQuery({ table: importSteps, index: ['userId', 'n'], equals: [userId], order: 'ascending', limit })

export const runningImports = (limit: number) =>
  defineQuery({ table: accountImports, index: ['state', 'startedAt'], equals: ['running'], order: 'ascending', limit })
