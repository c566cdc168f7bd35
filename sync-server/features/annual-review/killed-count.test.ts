import { describe, expect, onTestFinished, test } from 'vitest'
import type { ReviewScore } from '#shared/annual-review/count.ts'
import { countVotes } from '#shared/annual-review/count.ts'
import { noPlan } from '#shared/annual-review/plan-mutations.ts'
import { candidatesOf, resultsOf } from '#shared/annual-review/queries.ts'
import {
  candidateId,
  interimId,
  reviewCandidates,
  reviewCounts,
  reviewPlans,
  reviewVoteId,
  reviewVotes,
} from '#shared/annual-review/schema.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { phaseStart } from '#shared/annual-review/years.ts'
import { idOf } from '#shared/testing/factories.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { openStore } from '#server/store/open-store.ts'
import { productPlaces } from '#server/store/testing/product-store.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import { countFinished } from './count-votes.ts'

const year = 2025
const over = phaseStart(year, 'complete')
const interim = phaseStart(year, 'voting') - dayMs
// More votes than are read at once, and more results than are made at once.
const chosen = Array.from({ length: 220 }, (_, n) => idOf(5_000 + n))
const votersOf = (n: number): readonly string[] => [idOf(1), idOf(2), idOf(3 + (n % 3))]
const cast = (turn: number) =>
  chosen.flatMap((postId, n) => votersOf(n).map((userId) => ({ userId, postId, score: (5 + ((n + turn) % 3)) as ReviewScore })))

describe.each(productPlaces)('a count that is killed, on %s', (_name, makePlace) => {
  const aYear = async () => {
    const place = await makePlace()
    const store = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
    const writer = inProcessWriter(store, serverRegistry, { clock: () => over })
    onTestFinished(async () => {
      await writer.close()
      await store.close()
      await place.remove()
    })
    const vote = (turn: number) =>
      store.write(async ({ tx }) => {
        for (const { userId, postId, score } of cast(turn))
          await tx.put(reviewVotes, { id: reviewVoteId(userId, postId, year), userId, postId, year, score, counted: score, at: over - 9 })
      })
    await vote(0)
    await store.write(async ({ tx }) => {
      for (const postId of chosen)
        await tx.put(reviewCandidates, { id: candidateId(postId, year), postId, year, voteCount: 3, positiveCount: 3, reviewCount: 1 })
    })
    type Request = Parameters<typeof writer.apply>[0]
    const whole = { store, apply: (request: Request) => writer.apply(request) }
    /** A process that ends at its step `at`: a read, before its write, or after the commit. */
    const dying = (at: number) => {
      let steps = 0
      const step = () => {
        steps += 1
        if (steps === at) throw new Error('killed')
      }
      const ports = {
        store: {
          read: ((work) => {
            step()
            return store.read(work)
          }) satisfies typeof store.read,
        } as typeof store,
        async apply(request: Request) {
          step()
          const outcome = await writer.apply(request)
          step()
          return outcome
        },
      }
      return ports
    }
    /** Kills a count at every step there is, the last of which is after the commit. */
    const killedAtEach = async (now: number, check: (at: number) => Promise<void>): Promise<number> => {
      for (let at = 1; ; at += 1) {
        const died = await countFinished(dying(at), now).then(() => false, () => true) // oxfmt-ignore
        if (!died) return at - 1
        await check(at)
      }
    }
    const results = () => store.read((read) => read.list(resultsOf(year, 1_000)))
    const count = (id: string) => store.read((read) => read.get(reviewCounts, id))
    return { store, writer, whole, vote, killedAtEach, results, count }
  }
  const totals = (turn: number) =>
    countVotes(cast(turn), { karmaOf: () => 0 }).map(({ postId, score, values }) => ({ postId, score, values: values.map(Math.round) }))
  const plain = (found: readonly { readonly postId: string; readonly score: number; readonly values: readonly number[] }[]) =>
    found.map(({ postId, score, values }) => ({ postId, score, values }))

  test('has written all totals or none, at whichever step it was, and the next has all of them', async () => {
    const { whole, killedAtEach, results, count } = await aYear()
    const seen: number[] = []
    const steps = await killedAtEach(over, async () => {
      const found = await results()
      seen.push(found.length)
      expect((await count(String(year)))?.postCount ?? 0).toBe(found.length)
    })
    expect(steps).toBeGreaterThan(6)
    // Killed after the commit, and only then, they are there.
    expect(seen).toEqual([...Array.from({ length: steps - 1 }, () => 0), chosen.length])
    await countFinished(whole, over + 9)
    expect(plain(await results())).toEqual(totals(0))
  })

  test('leaves the totals of the count before it until the new ones are all there', async () => {
    const { store, whole, vote, killedAtEach, results } = await aYear()
    await countFinished(whole, over)
    await vote(1)
    await store.write(({ tx }) => tx.put(reviewPlans, { ...noPlan(year), countAskedAt: over + 5 }))
    const [before, after] = [totals(0), totals(1)]
    const seen: boolean[] = []
    await killedAtEach(over + 9, async () => {
      const found = plain(await results())
      seen.push(JSON.stringify(found) === JSON.stringify(after))
      expect(found).toEqual(seen.at(-1) === true ? after : before)
    })
    expect(seen.filter((isNew) => isNew)).toEqual([true])
  })

  test('in between, how posts stand is said of all candidates or of none', async () => {
    const { store, whole, killedAtEach, count } = await aYear()
    const placed = async () =>
      (await store.read((read) => read.list(candidatesOf(year, 1, 1_000)))).filter(({ place }) => place !== undefined).length
    await killedAtEach(interim, async () => {
      expect(await placed()).toBe((await count(interimId(year)))?.postCount ?? 0)
    })
    await countFinished(whole, interim)
    expect(await placed()).toBe(chosen.length)
  })

  test('beside that of another node comes to the same totals, once', async () => {
    const { whole, results, count } = await aYear()
    await Promise.all([countFinished(whole, over), countFinished(whole, over + 3), countFinished(whole, over, AbortSignal.abort())])
    const found = await results()
    expect(plain(found)).toEqual(totals(0))
    expect(new Set(found.map(({ countedAt }) => countedAt))).toEqual(new Set([(await count(String(year)))?.countedAt]))
  })
})
