import { defineQuery } from '../kernel/query.ts'
import { traceFigures } from './figures.ts'
import { altAccountLooks, signInTraces, traceKeys } from './schema.ts'

export const newestTraceKey = () => defineQuery({ table: traceKeys, index: ['at'], equals: [], order: 'descending', limit: 1 })

/** Those by which a trace can still be found, newest first. */
export const livingTraceKeys = (now: number) =>
  defineQuery({ table: traceKeys, index: ['expiresAt'], equals: [], from: now + 1, order: 'descending', limit: traceFigures.hashes })

/** Newest first. */
export const tracesOfMember = (userId: string) =>
  defineQuery({ table: signInTraces, index: ['userId', 'lastAt'], equals: [userId], order: 'descending', limit: traceFigures.traces })

export const tracesOfHash = (hash: string) =>
  defineQuery({ table: signInTraces, index: ['hash', 'lastAt'], equals: [hash], order: 'descending', limit: traceFigures.members })

/** Each at a job's turn. */
const forgottenAtOnce = 500
const over = (now: number) => ({ equals: [], until: now + 1, order: 'ascending', limit: forgottenAtOnce }) as const

export const tracesOver = (now: number) => defineQuery({ table: signInTraces, index: ['expiresAt'], ...over(now) })
export const keysOver = (now: number) => defineQuery({ table: traceKeys, index: ['expiresAt'], ...over(now) })
export const looksOver = (now: number) => defineQuery({ table: altAccountLooks, index: ['endsAt'], ...over(now) })
