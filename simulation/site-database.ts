/**
 * What the site's nodes stand on: the product's server registry, which notes down what takes
 * effect, and a database, which notes down what is answered.
 */
import type { Mutation, MutationContext } from '#shared/kernel/mutation.ts'
import type { MutationResult } from '#server/sync/device-tables.ts'
import type { ServerRegistry } from '#server/sync/server-registry.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { newMutations } from './forms.ts'
import type { WorldEvent } from './server-checks.ts'
import type { World } from './world.ts'
import { Database, noteDown } from './world/database.ts'
import type { Postgres } from './world/database-on-postgres.ts'
import { DatabaseOnPostgres } from './world/database-on-postgres.ts'

/** @param postgres null: in memory alone */
export function databaseOf(world: World, postgres: Postgres | null): Database {
  const { tables } = serverRegistry
  const random = world.random.fork('database')
  if (postgres === null) return new Database(tables, random, answerIn)
  const database = new DatabaseOnPostgres({ tables, random, noteOf: answerIn, postgres, differs: (what) => world.fault(what) })
  world.clockwork.waitFor(database.line)
  return database
}

/** What of a row is to be remembered: every answer to a numbered mutation. */
function answerIn(table: string, row: unknown): WorldEvent | undefined {
  // The table's own rows.
  return table === 'mutation_results' ? { what: 'answer', result: row as MutationResult } : undefined
}

/** The product as it is, but that every mutation that takes effect is noted down with its batch. */
export const notedRegistry: ServerRegistry = { ...serverRegistry, mutations: newMutations.map(noted) }

function noted(mutation: Mutation<unknown>): Mutation<unknown> {
  return {
    ...mutation,
    async run(context: MutationContext, args: unknown): Promise<void> {
      await mutation.run(context, args)
      const { viewer, now, tx } = context
      const member = viewer.kind === 'member' ? viewer : null
      const isDirect = member?.isOperator === true || mutation.from === 'server'
      const effect: WorldEvent = { what: 'effect', name: mutation.name, args, userId: member?.userId ?? null, now, isDirect }
      noteDown(tx, effect)
    },
  }
}
