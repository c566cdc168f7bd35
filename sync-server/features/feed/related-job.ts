import type { JobPorts } from '../define-server-domain.ts'
import { relatedFigures } from '#shared/feed/related-figures.ts'
import { relatedWorker } from '#shared/feed/related.ts'
import { keepRelated } from '#shared/feed/related-mutations.ts'

/** A turn ends after so many pieces of work: others want the writer too. */
const piecesInTurn = 8

/** Each store is gone through by itself. */
const workers = new WeakMap<object, ReturnType<typeof relatedWorker>>()

/** Makes the lists of posts to go on with that are missing or old, as far as one turn goes. */
export async function keepRelatedPosts(
  { store, apply }: Pick<JobPorts, 'store' | 'apply'>,
  now: number,
  isStopping?: AbortSignal,
): Promise<void> {
  const work = workers.get(store) ?? relatedWorker()
  workers.set(store, work)
  for (let piece = 0; piece < piecesInTurn && isStopping?.aborted !== true; piece += 1) {
    const args = await store.read((read) => work(read, now))
    if (args.lists.length > 0) await apply({ name: keepRelated.name, args, userId: null, source: 'server' })
    if (args.lists.length < relatedFigures.madeAtOnce) return
  }
}
