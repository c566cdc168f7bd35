import type { Member } from '#shared/accounts/schema.ts'
import type { Store } from '#server/store/port.ts'
import type { Writer } from '#server/sync/writer.ts'
import { readConfig } from '#server/config.ts'
import { openStore } from '#server/store/open-store.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { nameSkeleton } from '#shared/accounts/names.ts'
import { members } from '#shared/accounts/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'

export interface Console {
  readonly store: Store
  readonly writer: Writer
}

/**
 * What the operator's commands work with: the same store as the server, also while that runs.
 * Closed when `work` is done.
 */
export async function atConsole<T>(work: (console: Console) => Promise<T>): Promise<T> {
  const store = await openStore(readConfig(process.env), serverRegistry.tables, serverRegistry.migrations)
  const writer = inProcessWriter(store, serverRegistry)
  try {
    return await work({ store, writer })
  } finally {
    await writer.close()
    await store.close()
  }
}

export async function memberByUserName(store: Store, userName: string): Promise<Member | undefined> {
  const byName = defineQuery({ table: members, index: ['userNameKey'], equals: [nameSkeleton(userName)], order: 'ascending', limit: 1 })
  const [member] = await store.read((read) => read.list(byName))
  return member
}

/** Ends the command with one sentence. */
export function giveUp(sentence: string): never {
  console.error(sentence)
  process.exit(2)
}
