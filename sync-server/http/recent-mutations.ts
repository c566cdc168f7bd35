/**
 * A form that is sent twice, by a double click or a second try over a bad line, is one mutation:
 * the same member, place and text get the same ids for a minute, and a mutation that runs twice
 * with one id leaves one row. Kept in the store: the second may come to another node.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Table } from '#shared/kernel/table.ts'
import type { AnyOperation } from '#server/sync/operations.ts'
import type { Writer } from '#server/sync/writer.ts'
import type { FormRequest } from './ports.ts'
import { defineOperation, runOperation } from '#server/sync/operations.ts'
import { Time } from '#shared/kernel/fields.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { defineTable } from '#shared/kernel/table.ts'
import { newId } from './new-id.ts'

/** id = hash of all that tells a mutation from another. */
const RecentMutation = z.object({
  id: z.string(),
  ids: z.array(z.string()),
  /** Where it was done: a post's id, or a name. */
  place: z.string(),
  /** The first two of `ids`, to be found by. */
  firstId: z.nullable(z.string()),
  secondId: z.nullable(z.string()),
  until: Time,
})
type RecentMutation = z.infer<typeof RecentMutation>

const kept = defineTable({
  name: 'recent_deeds',
  row: RecentMutation,
  indexes: [['until'], ['place', 'until'], ['firstId', 'until'], ['secondId', 'until']],
  scope: () => 'server',
  shape: () => null,
  journal: false,
})
// Tables of different rows stand in one list.
export const recentMutations = kept as unknown as Table

const rememberedMs = 60_000
const order = { order: 'ascending', limit: 100 } as const

/** @returns the ids that the mutation was given first. */
const keepRecent = defineOperation(
  'forms.keepRecent',
  async ({ tx, now }, { id, place, ids }: Pick<RecentMutation, 'id' | 'place' | 'ids'>): Promise<readonly string[]> => {
    for (const old of await tx.list(defineQuery({ table: kept, index: ['until'], equals: [], until: now, ...order })))
      await tx.delete(kept, old.id)
    const known = await tx.get(kept, id)
    if (known !== undefined && known.until > now) return known.ids
    const [firstId = null, secondId = null] = ids
    await tx.put(kept, { id, place, ids, firstId, secondId, until: now + rememberedMs })
    return ids
  },
)

const forgetRecent = defineOperation('forms.forgetRecent', async ({ tx }, { place }: { readonly place: string }): Promise<void> => {
  for (const field of ['place', 'firstId', 'secondId'])
    for (const { id } of await tx.list(defineQuery({ table: kept, index: [field, 'until'], equals: [place], ...order })))
      await tx.delete(kept, id)
})

export const recentMutationOperations: readonly AnyOperation[] = [keepRecent, forgetRecent]

export class RecentMutations {
  readonly #writer: Pick<Writer, 'work'>

  constructor(writer: Pick<Writer, 'work'>) {
    this.#writer = writer
  }

  /**
   * `count` ids for what this form is about to make. `parts`: all that tells this mutation from
   * another.
   */
  async ids(form: FormRequest, place: string, parts: readonly string[], count: number): Promise<readonly string[]> {
    const ids = Array.from({ length: count }, () => newId(form.now))
    // Nothing will come of it, and nothing is to be written for it.
    if (form.session === null) return ids
    const id = createHash('sha256')
      .update(JSON.stringify([form.name, form.session.userId, place, ...parts]))
      .digest('base64url')
    return runOperation(this.#writer, keepRecent, { id, place, ids })
  }

  /**
   * What was done at this place (a post's id) has been undone or changed: doing it again is meant.
   */
  forget(place: string): Promise<void> {
    return runOperation(this.#writer, forgetRecent, { place })
  }
}
