import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Store } from '#server/store/port.ts'
import type { Writer } from '#server/sync/writer.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { isToBeErased } from '#shared/posts/rules.ts'
import { posts } from '#shared/posts/schema.ts'
import { runOperation } from '#server/sync/operations.ts'
import { beginErasures, eraseMore, erasures } from './erase-operations.ts'

interface ErasePorts {
  readonly store: Pick<Store, 'read'>
  readonly writer: Pick<Writer, 'work'>
}

const lookedAtOnce = 500
const maxAtOnce = 200
/** Of one draft, at one turn of the job: two hundred rows each. */
const maxSteps = 2_000

/**
 * Finishes what was begun, then begins what is due, and finishes that. @returns how many were
 * begun.
 * @param isStopping the server is about to: the step under way is the last, and what is half done
 *   is gone on with the next time.
 */
export async function eraseBinned({ store, writer }: ErasePorts, now: number, isStopping: AbortSignal): Promise<number> {
  await finish()
  const ids = await due()
  if (isStopping.aborted) return 0
  const begun = await runOperation(writer, beginErasures, ids)
  if (begun > 0) await finish()
  return begun

  async function due(): Promise<readonly string[]> {
    const found: string[] = []
    for (let offset = 0; found.length < maxAtOnce && !isStopping.aborted; offset += lookedAtOnce) {
      const query = {
        table: posts,
        index: ['status', 'publishedAt'],
        equals: ['removed'],
        order: 'ascending',
        limit: lookedAtOnce,
      } as const
      const rows = await store.read((read) => read.list(defineQuery({ ...query, offset })))
      found.push(...rows.filter((post) => isToBeErased(post, now)).map(({ id }) => id))
      if (rows.length < lookedAtOnce) break
      await nextTurn()
    }
    return found.slice(0, maxAtOnce)
  }

  async function finish(): Promise<void> {
    const query = defineQuery({ table: erasures, index: ['begunAt'], equals: [], order: 'ascending', limit: maxAtOnce })
    for (const { id } of await store.read((read) => read.list(query))) await finishOne(id)
  }

  async function finishOne(id: string): Promise<void> {
    for (let steps = 0; steps < maxSteps && !isStopping.aborted; steps += 1) {
      if (!(await runOperation(writer, eraseMore, id))) return
      await nextTurn()
    }
  }
}
