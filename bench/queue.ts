/**
 * The moderators' queue with 50 and with 5,000 members waiting, each in a store of its own: how
 * many wait under each tab, and the page with the next member open. Neither should notice how long
 * the queue is. Run: `node bench/queue.ts`.
 */
import { join } from 'node:path'
import type { Store } from '#server/store/port.ts'
import { members } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { waitingCounts } from '#shared/moderation-queue/queries.ts'
import { reviewOf } from '#shared/moderation/measure-queries.ts'
import { memberReviews } from '#shared/moderation/measure-schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { aComment, aMember, aPost, idOf, moderator, T0 } from '#shared/testing/factories.ts'
import { testPageData } from '../web/blocks/testing/rows-read.ts'
import { loadSupermod } from '../web/features/moderation-queue/supermod.load.ts'
import { median, report, round } from './lib/figures.ts'
import { openBenchStore, withFolder } from './lib/store.ts'

const [few, many, turns] = [50, 5_000, 200]
const url = new URL('http://127.0.0.1/admin/supermod')

/** Each has written a post and a comment; all wait under one tab, as after a flood. */
async function fill(store: Store, waiting: number): Promise<void> {
  for (let from = 0; from < waiting; from += 500) {
    await store.write(async ({ tx }) => {
      for (let n = from; n < Math.min(waiting, from + 500); n += 1) {
        const [id, postId, commentId, name] = [idOf(10_000 + n), idOf(20_000 + n), idOf(30_000 + n), `m${n}`]
        const names = { userName: name, userNameKey: name, slug: name, displayName: name, displayNameKey: name }
        await tx.put(members, aMember({ id, ...names, approvedBy: null }))
        await tx.put(memberReviews, {
          ...(await reviewOf(tx, id)),
          needsReview: true,
          reasons: ['unreviewedFirstPost'],
          group: 'newContent',
          queuedAt: T0 + n,
        })
        await tx.put(posts, aPost({ id: postId, authorId: id, slug: `p${n}` }))
        await tx.put(comments, aComment({ id: commentId, rootId: commentId, postId, authorId: id }))
      }
    })
  }
}

/** Counts the rows that answer. */
function counting(read: Read, seen: { rows: number }): Read {
  const noted = async <T>(answer: Promise<T>): Promise<T> => {
    const found = await answer
    seen.rows += Array.isArray(found) ? found.length : 1
    return found
  }
  return {
    get: (table, id) => noted(read.get(table, id)),
    getMany: (table, ids) => noted(read.getMany(table, ids)),
    list: (query) => noted(read.list(query)),
    count: (query) => noted(read.count(query)),
  }
}

const works: Readonly<Record<string, (read: Read) => Promise<unknown>>> = {
  counts: waitingCounts,
  next: (read) => loadSupermod(testPageData({}, { read, viewer: moderator, now: T0 }), { url, params: {} }),
}

async function turn(store: Store, work: (read: Read) => Promise<unknown>) {
  const seen = { rows: 0 }
  const startedAt = performance.now()
  await store.read((read) => work(counting(read, seen)))
  return { ms: performance.now() - startedAt, rows: seen.rows }
}

await withFolder(async (folder) => {
  const [small, large] = [await openBenchStore(join(folder, 'few')), await openBenchStore(join(folder, 'many'))]
  try {
    await fill(small, few)
    await fill(large, many)
    const figures: Record<string, number> = {}
    for (const [name, work] of Object.entries(works)) {
      const pairs = []
      for (let n = 0; n < turns; n += 1) pairs.push([await turn(small, work), await turn(large, work)] as const)
      // The first are spent on compiling.
      const warm = pairs.slice(turns / 4)
      const [ofFew, ofMany] = [median(warm.map(([one]) => one.ms)), median(warm.map(([, other]) => other.ms))]
      const [rowsOfFew, rowsOfMany] = [warm[0]?.[0].rows ?? 0, warm[0]?.[1].rows ?? 0]
      Object.assign(figures, { [`${name}Ms`]: round(ofMany), [`${name}Ratio`]: round(ofMany / ofFew) })
      Object.assign(figures, { [`${name}Rows`]: rowsOfMany, [`${name}RowsMore`]: rowsOfMany - rowsOfFew })
    }
    report(figures)
  } finally {
    await small.close()
    await large.close()
  }
})
