import type { Table } from '#shared/kernel/table.ts'
import { conversationAliases } from '#shared/messages/schema.ts'
import { tables } from '#shared/registry.ts'

export interface OwnedTable {
  readonly table: Table
  /** By which a member's rows are found; `null`: there is one, with the member's ID. */
  readonly index: readonly string[] | null
}

/**
 * Every table that says who owns its rows (`own` in its declaration): what nobody but its member
 * reads. @throws TypeError for one whose owner's rows no index finds.
 */
export const ownedTables: readonly OwnedTable[] = tables.flatMap(owned)

function owned(table: Table): readonly OwnedTable[] {
  const { readers } = table
  // Which of two IDs a conversation has is nothing that anybody wrote.
  if (readers.kind !== 'owner' || table.name === conversationAliases.name) return []
  if (readers.field === 'id') return [{ table, index: null }]
  const index = table.indexes.find(([first]) => first === readers.field)
  if (index === undefined) throw new TypeError(`${table.name} has no index that begins with ${readers.field}`)
  return [{ table, index }]
}
