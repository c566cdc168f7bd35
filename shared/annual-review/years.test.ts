import { describe, expect, test } from 'vitest'
import { aPost, idOf } from '../testing/factories.ts'
import { phases } from './phases.ts'
import { noPlan } from './plan-mutations.ts'
import {
  areResultsPublic,
  currentReviewYear,
  candidacyPhase,
  isCandidate,
  isEligible,
  isReviewYear,
  isVotingPhase,
  memberBefore,
  phaseOf,
} from './years.ts'

const at = (text: string): number => Date.parse(text)

describe('a phase begins at its second', () => {
  test.each([
    ['2026-12-01T08:00:00Z', 'unstarted', 'nominations'],
    ['2026-12-16T08:00:00Z', 'nominations', 'reviews'],
    ['2027-01-21T08:00:00Z', 'reviews', 'voting'],
    ['2027-02-06T08:00:00Z', 'voting', 'results'],
    ['2027-02-10T08:00:00Z', 'results', 'complete'],
  ])('%s', (moment, before, after) => {
    expect([
      phaseOf(2025, at(moment) - 1_000, undefined),
      phaseOf(2025, at(moment) - 1, undefined),
      phaseOf(2025, at(moment), undefined),
    ]).toEqual([before, before, after])
  })

  test('and what is over stays over, and what is to come has not begun', () => {
    const now = at('2026-12-20T00:00:00Z')
    expect([2018, 2024, 2025, 2026, 2031].map((year) => phaseOf(year, now, undefined))).toEqual([
      'complete',
      'complete',
      'reviews',
      'unstarted',
      'unstarted',
    ])
  })
})

test('the current year is the latest whose review has begun', () => {
  expect(
    ['2026-12-01T07:59:59Z', '2026-12-01T08:00:00Z', '2027-01-01T00:00:00Z', '2027-11-30T12:00:00Z', '2027-12-01T08:00:00Z'].map((moment) =>
      currentReviewYear(at(moment), []),
    ),
  ).toEqual([2024, 2025, 2025, 2025, 2026])
})

test('years before the first and after the current have no review', () => {
  const now = at('2026-12-20T00:00:00Z')
  expect([2017, 2018, 2025, 2026, 2020.5, Number.NaN].map((year) => isReviewYear(year, now, undefined))).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
  ])
})

describe('a post can be reviewed', () => {
  const post = aPost({ publishedAt: at('2025-06-01T00:00:00Z') })
  test.each([
    ['published within the year', {}, true],
    ['in its first second', { publishedAt: at('2025-01-01T08:00:00Z') }, true],
    ['a millisecond before it', { publishedAt: at('2025-01-01T08:00:00Z') - 1 }, false],
    ['in its last millisecond', { publishedAt: at('2026-01-01T08:00:00Z') - 1 }, true],
    ['in the first of the next', { publishedAt: at('2026-01-01T08:00:00Z') }, false],
    ['a draft', { status: 'draft', publishedAt: null }, false],
    ['taken back after it was published', { status: 'draft' }, false],
    ['removed', { status: 'removed' }, false],
    ['waiting for a moderator', { awaitsReview: true }, false],
    ['what holds quick takes', { holds: 'quickTakes' }, false],
    ['a page of the wiki', { kind: 'wiki' }, false],
    ['a question', { kind: 'question' }, true],
  ] as const)('%s: %o is %s', (_what, changes, expected) => {
    expect(isEligible({ ...post, id: idOf(7), ...changes }, 2025, undefined)).toBe(expected)
  })
})

test('accounts of before the year nominate, and of before its end review and vote', () => {
  expect([memberBefore(2025, 'nominations'), memberBefore(2025, 'reviews'), memberBefore(2025, 'voting')]).toEqual(
    ['2025-01-01T08:00:00Z', '2026-01-01T08:00:00Z', '2026-01-01T08:00:00Z'].map(at),
  )
})

test('one vote above neutral nominates, two keep a post among the candidates, a review brings it into the final vote', () => {
  const phases = ['nominations', 'reviews', 'voting'] as const
  const candidacies = [
    { positiveCount: 0, reviewCount: 9 },
    { positiveCount: 1, reviewCount: 9 },
    { positiveCount: 2 },
    { positiveCount: 2, reviewCount: 1 },
  ]
  expect(candidacies.map((one) => phases.map((phase) => isCandidate(one, phase)))).toEqual([
    [false, false, false],
    [true, false, false],
    [true, true, false],
    [true, true, true],
  ])
  expect((['unstarted', 'reviews', 'voting', 'results', 'complete'] as const).map(candidacyPhase)).toEqual([
    ...['voting', 'reviews', 'voting', 'voting', 'voting'],
  ])
})

test('votes are taken from the first nomination to the end of voting', () => {
  expect(phases.filter(isVotingPhase)).toEqual(['nominations', 'reviews', 'voting'])
})

describe('what administrators have set for a year', () => {
  const now = at('2026-06-01T00:00:00Z')
  const [day, plan] = [86_400_000, noPlan(2025)]
  const starts = { ...plan.starts, nominations: now - 9 * day, reviews: now - 5 * day, voting: now - day, results: now + day }

  test('moves its phases, and makes it the latest', () => {
    const moved = { ...plan, starts }
    expect([now - 10 * day, now - 9 * day, now, now + day].map((moment) => phaseOf(2025, moment, moved))).toEqual([
      ...['unstarted', 'nominations', 'voting', 'results'],
    ])
    expect([currentReviewYear(now, [moved]), currentReviewYear(now - 10 * day, [moved]), currentReviewYear(now, [])]).toEqual([
      2025, 2024, 2024,
    ])
  })

  test('puts it into a phase, or before all, whatever the dates', () => {
    expect(phases.map((phase) => phaseOf(2025, now, { ...plan, starts, phase }))).toEqual(phases)
    expect(isReviewYear(2025, now, { ...plan, starts, phase: 'unstarted' })).toBe(false)
  })

  test('takes posts out of it', () => {
    const post = aPost({ publishedAt: at('2025-06-01T00:00:00Z') })
    expect(isEligible(post, 2025, { ...plan, excludedPostIds: [post.id] })).toBe(false)
  })

  test('shows results early, and never while members vote', () => {
    const shown = phases.map((phase) =>
      [false, true].map((isOut) => areResultsPublic(2025, now, { ...plan, phase, publishedAt: isOut ? 1 : null })),
    )
    const [no, both, published] = [
      [false, false],
      [true, true],
      [false, true],
    ]
    expect(shown).toEqual([no, no, no, no, published, both])
  })
})
