/** What administrators decide about the review of a year, asked of the server. */
import * as z from 'zod/mini'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import type { MutationContext } from '../kernel/mutation.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { isSameJson } from '../kernel/same.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { posts } from '../posts/schema.ts'
import type { Phase } from './phases.ts'
import { phases, startedPhases } from './phases.ts'
import { canManageReview } from './rules.ts'
import type { ReviewPlan } from './schema.ts'
import { reviewCounts, reviewPlans } from './schema.ts'
import { winnersOf } from './queries.ts'
import { areResultsPublic, canBePlanned, isEligible, isReviewDay, isVotingPhase, phaseOf, phaseStart, startOfReviewDay } from './years.ts'

const Year = z.int()
/** Of so many posts of a year an administrator can say that they are not reviewed. */
export const maxExcludedPosts = 500

export const noPlan = (year: number): ReviewPlan => ({
  ...{ id: String(year), year, phase: null, excludedPostIds: [], countAskedAt: null, publishedAt: null },
  starts: { nominations: null, reviews: null, voting: null, results: null, complete: null },
})

const hasEnded = (phase: Phase): boolean => phase !== 'unstarted' && !isVotingPhase(phase)

/** @throws AppError 'invalid' with `year` for one whose posts are not all there. */
async function change(
  { tx, viewer, now }: MutationContext,
  year: number,
  changed: (before: ReviewPlan) => Partial<ReviewPlan>,
): Promise<void> {
  authorize(canManageReview(viewer))
  if (!canBePlanned(year, now)) throw new AppError('invalid', { field: 'year' })
  const before = (await tx.get(reviewPlans, String(year))) ?? noPlan(year)
  const planned = { ...before, ...changed(before) }
  // Of a review that goes on the next count is another one: it is looked at before it is shown.
  const next = hasEnded(phaseOf(year, now, planned))
    ? planned
    : { ...planned, publishedAt: null, ...(planned.galleryAt !== undefined && { galleryAt: null }) }
  if (!isSameJson(next, before)) await tx.put(reviewPlans, next)
}

/**
 * Puts the review of a year into a phase, whatever its dates say; `null` gives it back to them.
 * Votes may come of it, or no more: what was counted is counted anew.
 */
export const setReviewPhase = defineMutation({
  name: 'reviewPlans.setPhase',
  args: z.strictObject({ year: Year, phase: z.nullable(z.enum(phases)) }),
  run: (context, { year, phase }) =>
    change(context, year, (before) => (before.phase === phase ? {} : { phase, countAskedAt: context.now })),
})

/** `2027-01-21`, which begins where the site is. */
const Day = z.nullable(z.string().check(z.refine(isReviewDay)))

/**
 * Sets on which days the phases of a year begin; `null`: as every year.
 * @throws AppError 'invalid' with the first phase that would not begin after the one before
 */
export const setReviewDates = defineMutation({
  name: 'reviewPlans.setDates',
  args: z.strictObject({ year: Year, nominations: Day, reviews: Day, voting: Day, results: Day, complete: Day }),
  run: (context, { year, ...days }) =>
    change(context, year, (before) => {
      const start = (phase: keyof typeof days) => (days[phase] === null ? null : startOfReviewDay(days[phase]))
      const starts = {
        ...{ nominations: start('nominations'), reviews: start('reviews'), voting: start('voting') },
        ...{ results: start('results'), complete: start('complete') },
      }
      const plan = { ...before, starts }
      const late = startedPhases.find((phase, at) => {
        const earlier = startedPhases[at - 1]
        return earlier !== undefined && phaseStart(year, phase, plan) <= phaseStart(year, earlier, plan)
      })
      if (late !== undefined) throw new AppError('invalid', { field: late })
      return isSameJson(starts, before.starts) ? {} : { starts, countAskedAt: context.now }
    }),
})

/** Takes a post of a year out of its review, or back in; what was counted is counted anew. */
export const setReviewExclusion = defineMutation({
  name: 'reviewPlans.setExclusion',
  args: z.strictObject({ year: Year, postId: Id, isOn: z.boolean() }),
  async run(context, { year, postId, isOn }) {
    authorize(canManageReview(context.viewer))
    // One that is gone, or was dated anew, can still be taken off the list.
    if (isOn && !isEligible(await getOrThrow(context.tx, posts, postId), year, undefined))
      throw new AppError('invalid', { field: 'postId' })
    await change(context, year, ({ excludedPostIds }) => {
      if (excludedPostIds.includes(postId) === isOn) return {}
      if (isOn && excludedPostIds.length >= maxExcludedPosts) throw new AppError('invalid', { field: 'postId' })
      const others = excludedPostIds.filter((id) => id !== postId)
      return { excludedPostIds: isOn ? [...others, postId] : others, countAskedAt: context.now }
    })
  },
})

/** @throws AppError 'not-allowed' while votes are taken: there is nothing final to count. */
async function authorizeEnded({ tx, viewer, now }: MutationContext, year: number): Promise<void> {
  authorize(canManageReview(viewer))
  const phase = phaseOf(year, now, await tx.get(reviewPlans, String(year)))
  if (!hasEnded(phase)) throw new AppError('not-allowed', { reason: 'review-is-open' })
}

/** Has the votes of a year counted anew, soon. */
export const askReviewCount = defineMutation({
  name: 'reviewPlans.askCount',
  args: z.strictObject({ year: Year }),
  async run(context, { year }) {
    await authorizeEnded(context, year)
    await change(context, year, () => ({ countAskedAt: context.now }))
  },
})

/** Shows the results of a year to everybody before its review is complete. */
export const publishReviewResults = defineMutation({
  name: 'reviewPlans.publish',
  args: z.strictObject({ year: Year }),
  async run(context, { year }) {
    await authorizeEnded(context, year)
    const counted = await context.tx.get(reviewCounts, String(year))
    if (counted === undefined) throw new AppError('not-allowed', { reason: 'review-is-uncounted' })
    await change(context, year, ({ publishedAt, countAskedAt }) => {
      // What is shown would change in a moment.
      if ((countAskedAt ?? 0) >= counted.countedAt) throw new AppError('not-allowed', { reason: 'review-is-uncounted' })
      return { publishedAt: publishedAt ?? context.now }
    })
  },
})

/** Shows the winners of a year to everybody, or no more. */
export const setReviewGallery = defineMutation({
  name: 'reviewPlans.setGallery',
  args: z.strictObject({ year: Year, isOn: z.boolean() }),
  async run(context, { year, isOn }) {
    const { tx, viewer, now } = context
    authorize(canManageReview(viewer))
    if (isOn && !areResultsPublic(year, now, await tx.get(reviewPlans, String(year))))
      throw new AppError('not-allowed', { reason: 'results-not-public' })
    if (isOn && (await tx.list(winnersOf(year, 1))).length === 0) throw new AppError('not-allowed', { reason: 'no-winners' })
    await change(context, year, ({ galleryAt }) => {
      if ((typeof galleryAt === 'number') === isOn) return {}
      return { galleryAt: isOn ? now : null }
    })
  },
})
