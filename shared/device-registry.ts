import type { Mutation } from './kernel/mutation.ts'
import type { Table } from './kernel/table.ts'
import { deviceDomains } from './device-domains.ts'

/** What devices hold copies of; the rest stays on the server, or travels as finished pages. */
export const deviceTables: readonly Table[] = deviceDomains.flatMap(({ tables }) => tables.filter(({ isOnDevices }) => isOnDevices))

/**
 * What devices do by themselves and send later (content.md 13); the rest is asked of the server,
 * which must be there.
 */
export const deviceMutations: readonly Mutation<unknown>[] = deviceDomains.flatMap(({ mutations }) =>
  mutations.filter(({ runs }) => runs !== 'server'),
)
