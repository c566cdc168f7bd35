import { startedPhases } from '#shared/annual-review/phases.ts'
import type { StartedPhase } from '#shared/annual-review/phases.ts'
import { reviewDayOf, startOfReviewDay, yearStart } from '#shared/annual-review/years.ts'
import { makeId } from '#shared/kernel/ids.ts'
import type { Doc } from '#shared/text/schema.ts'
import { dayMs, hourMs } from '#shared/kernel/durations.ts'
import type { Drawer } from '#server/seed/random.ts'

/** Days before now on which the phases began, or will. */
type Begins = Readonly<Record<StartedPhase, number>>
/** Votes can be cast for ten days yet. */
const running: Begins = { nominations: 45, reviews: 30, voting: 6, results: -10, complete: -14 }
const finished: Begins = { nominations: 375, reviews: 360, voting: 345, results: 330, complete: 326 }

/** A newcomer can sign in as one of these: their votes are still to be cast. */
const undecided = ['lina', 'yusuf']

/** What the first who has nominated a post says of it a year later. */
const written = [
  'I come back to this one. The main point has held up; the example in the middle has aged less well.',
  'It changed what I do: I now write down what I expect before I look. I would like to see somebody test the second claim.',
  'Still right, as far as I can tell, and I have looked for counterexamples since. It is the part on costs that I send to others.',
  'What it adds is a word for something I had noticed and not named. I am less sure than I was that it holds outside its own case.',
]

interface Around {
  readonly docOf: (markdown: string) => Doc
  readonly now: number
  readonly draw: Drawer
  readonly idOf: (key: string) => string
  /** By member. */
  readonly joinedAt: ReadonlyMap<string, number>
  readonly essays: readonly { readonly key: string; readonly author: string; readonly id: string; readonly at: number }[]
  readonly admin: string
}

/** The year that can be voted on: it is over before its nominations begin, whatever day it is. */
export const reviewedYear = (now: number): number => Number(reviewDayOf(now - 412 * dayMs).slice(0, 4))

/**
 * The reviews of two years, with dates of their own that follow the first start: one with its votes
 * to be counted, one that members vote in.
 */
export function reviewMutations(around: Around) {
  const year = reviewedYear(around.now)
  return [...reviewOf(year - 1, finished, around), ...reviewOf(year, running, around)]
}

function reviewOf(year: number, begins: Begins, { docOf, now, draw, idOf, joinedAt, essays, admin }: Around) {
  const days = Object.fromEntries(startedPhases.map((phase) => [phase, reviewDayOf(now - begins[phase] * dayMs)]))
  const start = (phase: StartedPhase): number => startOfReviewDay(days[phase] ?? '')
  const within = (name: string, from: number, until: number): number => Math.floor(from + draw.fraction(name) * (until - from - hourMs))
  const votes = essays
    .filter(({ at }) => at >= yearStart(year) && at < yearStart(year + 1))
    .flatMap(({ key, author, id: postId }) => {
      const cast = (voter: string, at: number, score: number) => ({
        ...{ at, userId: idOf(voter), name: 'reviewVotes.set' },
        args: { postId, year, score },
      })
      const voters = [...joinedAt].filter(([voter]) => voter !== author && !undecided.includes(voter))
      const nominators = draw
        .shuffled(
          `review/${key}`,
          voters.filter(([, at]) => at < yearStart(year)).map(([voter]) => voter),
        )
        .slice(0, 3)
      const others = voters.filter(([voter, at]) => at < yearStart(year + 1) && !nominators.includes(voter)).map(([voter]) => voter)
      const reviews = nominators.slice(0, 1).map((reviewer) => {
        const name = `review/${key}/written`
        const at = within(name, start('reviews'), Math.min(now, start('voting')))
        const body = docOf(written[Math.floor(draw.fraction(`${name}/what`) * written.length)] ?? '')
        const args = { id: makeId(at, draw.bytes(name)), postId, year, body }
        return { at, userId: idOf(reviewer), name: 'comments.postReview', args }
      })
      return [
        ...reviews,
        ...nominators.map((voter, n) => {
          const name = `review/${key}/${voter}`
          // The third has doubts.
          const score = n < 2 ? 5 + Math.floor(draw.fraction(name) * 3) : 3
          return cast(voter, within(`${name}/when`, start('nominations'), start('reviews')), score)
        }),
        ...others
          .filter((voter) => draw.fraction(`review/${key}/${voter}/votes`) < 0.7)
          .map((voter) => {
            const name = `review/${key}/${voter}`
            const score = 2 + Math.floor(draw.fraction(name) * 6)
            return cast(voter, within(`${name}/when`, start('voting'), Math.min(now, start('results'))), score)
          }),
      ]
    })
  return [{ at: start('nominations'), userId: admin, name: 'reviewPlans.setDates', args: { year, ...days } }, ...votes]
}
