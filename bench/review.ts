/**
 * Counting the votes of an annual review, 2,000 voters on 1,000 posts, in the process that answers:
 * what somebody waits meanwhile who reads a row. `BENCH_SHARE=1` has everybody vote on every post,
 * else on one in ten. Run: `node bench/review.ts`.
 */
import { setTimeout as after } from 'node:timers/promises'
import type { ReviewScore } from '#shared/annual-review/count.ts'
import { candidateId, reviewCandidates, reviewCounts, reviewVoteId, reviewVotes } from '#shared/annual-review/schema.ts'
import { phaseStart } from '#shared/annual-review/years.ts'
import { idOf } from '#shared/testing/factories.ts'
import { countYear } from '#server/features/annual-review/count-votes.ts'
import { startWriter } from '#server/sync/writer-client.ts'
import { report, round } from './lib/figures.ts'
import { openBenchStore, withFolder } from './lib/store.ts'

const [voters, posts, share] = [2_000, 1_000, Number(process.env['BENCH_SHARE'] ?? 0.1)]
const [year, everyNth] = [2025, Math.round(1 / share)]
const over = phaseStart(year, 'results')
const serverRegistry = import.meta.resolve('#server/server-registry.ts')

await withFolder(async (dataDir) => {
  const store = await openBenchStore(dataDir)
  let votes = 0
  for (let from = 0; from < posts; from += 50) {
    await store.write(async ({ tx }) => {
      for (let post = from; post < from + 50; post += 1) {
        const postId = idOf(10_000 + post)
        await tx.put(reviewCandidates, { id: candidateId(postId, year), postId, year, voteCount: 9, positiveCount: 9, reviewCount: 1 })
        for (let voter = 0; voter < voters; voter += 1) {
          if ((voter + post) % everyNth !== 0) continue
          const userId = idOf(20_000 + voter)
          // A whole number from 1 to 7.
          const score = (1 + ((voter * 7 + post * 3) % 7)) as ReviewScore
          await tx.put(reviewVotes, { id: reviewVoteId(userId, postId, year), userId, postId, year, score, counted: score, at: over - 9 })
          votes += 1
        }
      }
    })
  }
  console.log(`  ${votes} votes written`)
  const writer = await startWriter({ address: { databaseUrl: null, dataDir }, serverRegistry })
  try {
    const quiet = await waits(store, after(3_000))
    const startedAt = performance.now()
    const busy = await waits(store, countYear({ store, apply: (request) => writer.apply(request) }, year, over))
    const countMs = performance.now() - startedAt
    const count = await store.read((read) => read.get(reviewCounts, String(year)))
    if (count?.voterCount !== voters || count.postCount !== posts) throw new Error(JSON.stringify(count))
    const peakMiB = process.resourceUsage().maxRSS / 1024
    report({ votes, countMs: round(countMs), quietP99Ms: quiet.p99, countingP99Ms: busy.p99, countingLongestMs: busy.longest, peakMiB })
  } finally {
    await writer.close()
    await store.close()
  }
})

/** A row is asked for every 5 ms until `work` is done: how late each answer is, timer included. */
async function waits(store: Awaited<ReturnType<typeof openBenchStore>>, work: Promise<unknown>) {
  let isDone = false
  const done = work.finally(() => (isDone = true))
  const took: number[] = []
  while (!isDone) {
    const askedAt = performance.now()
    await after(5)
    await store.read((read) => read.get(reviewCounts, String(year)))
    took.push(performance.now() - askedAt - 5)
  }
  await done
  const sorted = took.toSorted((a, b) => a - b)
  return { p99: round(sorted[Math.floor(sorted.length * 0.99)] ?? 0), longest: round(sorted.at(-1) ?? 0) }
}
