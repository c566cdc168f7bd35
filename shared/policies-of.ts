import type { Domain } from './kernel/domain.ts'
import type { ReadPolicies, ReadPolicy } from './kernel/read-policy.ts'
import type { Row, Table } from './kernel/table.ts'
import { isSelf, isStaff } from './kernel/viewer.ts'
import { canReadPost } from './posts/rules.ts'
import { posts } from './posts/schema.ts'

/**
 * Who may read the rows of these domains' tables, from the tables' visibility and the manifests'
 * own policies. What has neither (credentials, sessions, tokens, limits) never leaves the server.
 * @param otherwise of tables that have no policy.
 */
export function policiesOf(domains: readonly Domain[], otherwise: (table: string) => ReadPolicy<never>): ReadPolicies {
  const byTable = new Map<string, ReadPolicy<never>>()
  for (const { tables, policies } of domains) {
    for (const table of tables) {
      const policy = policyFrom(table)
      // As for `readPolicy`: only ever handed rows of that table.
      if (policy !== null) byTable.set(table.name, policy as unknown as ReadPolicy<never>)
    }
    for (const { table, policy } of policies) byTable.set(table, policy)
  }
  return {
    of<R extends Row>(table: Table<R>): ReadPolicy<R> {
      // Each is kept under its own table's name, so it takes the rows of this very table.
      return (byTable.get(table.name) ?? otherwise(table.name)) as unknown as ReadPolicy<R>
    },
  }
}

function policyFrom({ readers }: Table): ReadPolicy<Row> | null {
  switch (readers.kind) {
    case 'everyone':
      return (row) => row
    case 'staff':
      return (row, viewer) => (isStaff(viewer) ? row : undefined)
    case 'owner':
      return (row, viewer) => (isSelf(viewer, readers.idOf(row)) ? row : undefined)
    case 'post':
      return async (row, viewer, read) => {
        const post = await read.get(posts, readers.idOf(row))
        return post !== undefined && canReadPost(viewer, post).allowed ? row : undefined
      }
    case 'nobody':
    case 'custom':
      return null
  }
}
