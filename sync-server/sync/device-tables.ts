import * as z from 'zod/mini'
import { defineTable } from '#shared/kernel/table.ts'
import type { Table } from '#shared/kernel/table.ts'
import type { WireError } from '#shared/sync/protocol.ts'
import { leases } from './leases.ts'

/** A database on somebody's device, as the server knows it; id = the device's own id. */
export const Device = z.object({
  id: z.string(),
  /** Whose it is, from its first mutation on and for ever. */
  userId: z.string(),
  /** Version of its data, from its last greeting; 0 before the first. */
  schema: z.number(),
  /** Every number up to this one has been taken. */
  lastMutation: z.number(),
  /** Numbers at or below it that were answered `later` and wait to be sent again, ascending. */
  openNumbers: z.readonly(z.array(z.number())),
  /** It needs no answer to this number and below any more. */
  ackedUpTo: z.number(),
  /** What its account might see when it was last greeted; another one voids what it holds. */
  rightsKey: z.string(),
  lastSeenAt: z.number(),
})
export type Device = z.infer<typeof Device>

export const devices = defineTable({
  name: 'devices',
  row: Device,
  indexes: [['lastMutation', 'lastSeenAt']],
  scope: () => 'server',
  shape: () => null,
  journal: false,
})

/**
 * What was answered to one number of one device: a repeat hears the same. Its row's `seq` is the
 * position of the commit.
 */
export const MutationResult = z.object({
  id: z.string(),
  deviceId: z.string(),
  n: z.number(),
  outcome: z.enum(['applied', 'rejected', 'later']),
  error: z.nullable(z.custom<WireError>()),
  shapes: z.readonly(z.array(z.string())),
  /** Id of the row that the mutation was to create. */
  madeId: z.nullable(z.string()),
  payloadHash: z.string(),
  at: z.number(),
})
export type MutationResult = z.infer<typeof MutationResult>

export const mutationResults = defineTable({
  name: 'mutation_results',
  row: MutationResult,
  indexes: [['deviceId', 'madeId', 'n'], ['at']],
  scope: () => 'server',
  shape: () => null,
  journal: false,
})

export function resultId(deviceId: string, n: number): string {
  return `${deviceId}:${n}`
}

/** What the sync itself keeps beside the product's tables; wirings join them to theirs. */
export const syncTables: readonly Table[] = [devices, mutationResults, leases].map(anyTable)

// Tables of different rows stand in one list, as in shared/registry.ts.
function anyTable(table: unknown): Table {
  return table as Table
}
