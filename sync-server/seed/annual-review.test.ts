import { expect, test } from 'vitest'
import { startedPhases } from '#shared/annual-review/phases.ts'
import { noPlan } from '#shared/annual-review/plan-mutations.ts'
import { canBePlanned, currentReviewYear, phaseOf, startOfReviewDay } from '#shared/annual-review/years.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { paragraph, T0 } from '#shared/testing/factories.ts'
import { reviewedYear, reviewMutations } from '#server/seed/annual-review.ts'
import { drawer } from '#server/seed/random.ts'
import { readCommunity } from '#server/seed/read-community.ts'

/** Of four years: one in forty, and those around which the reviewed year changes. */
const days = Array.from({ length: 4 * 366 }, (_, day) => T0 + day * dayMs).filter(
  (now, at) => at % 40 === 0 || reviewedYear(now - dayMs) !== reviewedYear(now + dayMs),
)

test('on whatever day it is, a first start finds one review finished and one in its vote, with posts in both', async () => {
  const { members, essays } = await readCommunity()
  for (const now of days) {
    const joinedAt = new Map(members.map(({ key, daysAgo }) => [key, now - daysAgo * dayMs]))
    const found = reviewMutations({
      ...{ now, joinedAt, draw: drawer('lyceum'), idOf: (key) => key, admin: 'marit', docOf: paragraph },
      essays: essays.map(({ key, author, daysAgo }) => ({ key, author, id: key, at: now - daysAgo * dayMs })),
    })
    const plans = found.flatMap(({ name, at, args }) => {
      if (name !== 'reviewPlans.setDates') return []
      const { year } = args
      expect(canBePlanned(year, at)).toBe(true)
      const typed = args as unknown as Record<string, string>
      const starts = Object.fromEntries(startedPhases.map((phase) => [phase, startOfReviewDay(typed[phase] ?? '')]))
      return [{ ...noPlan(year), starts: { ...noPlan(year).starts, ...starts } }]
    })
    const [first, second] = plans
    expect(plans.map((plan) => phaseOf(plan.year, now, plan))).toEqual(['complete', 'voting'])
    expect(second?.year).toBe((first?.year ?? 0) + 1)
    expect(currentReviewYear(now, plans)).toBe(second?.year)
    const votes = found.filter(({ name }) => name === 'reviewVotes.set')
    for (const { year } of plans) {
      const ofYear = votes.filter(({ args }) => args.year === year)
      expect(new Set(ofYear.map(({ args }) => ('postId' in args ? args.postId : ''))).size).toBeGreaterThanOrEqual(3)
      // Each has a review, or it would not be in the vote.
      const reviewed = found.flatMap(({ name, args }) =>
        name === 'comments.postReview' && args.year === year && 'postId' in args ? [args.postId] : [],
      )
      expect(new Set(reviewed)).toEqual(new Set(ofYear.map(({ args }) => ('postId' in args ? args.postId : ''))))
      expect(new Set(ofYear.map(({ userId }) => userId)).size).toBeGreaterThanOrEqual(6)
    }
    expect(votes.every(({ at }) => at <= now)).toBe(true)
  }
})
