import type { Mutation } from './kernel/mutation.ts'
import type { Table } from './kernel/table.ts'
import { domains } from './domains.ts'

/** Every table there is. */
export const tables: readonly Table[] = domains.flatMap((domain) => domain.tables)

/** Every mutation there is. */
export const mutations: readonly Mutation<unknown>[] = domains.flatMap((domain) => domain.mutations)
