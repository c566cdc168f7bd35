import { describe, expect, test } from 'vitest'
import { activityOf, canonicalFilters, exponentOf, filteredScore, parseFilters } from './filters.ts'
import { rankingFigures } from './ranking.ts'
import { hourMs } from '../kernel/durations.ts'
const post = { baseScore: 20, publishedAt: 0, isFrontpage: true, isCurated: false, tags: new Set(['tides', 'bees']) }
const score = (filters: string, changes: Partial<typeof post> = {}, exponent = 1) =>
  filteredScore({ ...post, ...changes }, parseFilters(filters), { exponent, now: 4 * hourMs, bonuses: rankingFigures })

describe('the front page’s score (content.md 12.9)', () => {
  test.each([
    ['', 3],
    ['tides~default', 3],
    ['tides~subscribed', 5.5],
    ['tides~reduced', 1.5],
    ['tides~40', 7],
    ['tides~-10', 2],
    ['tides~0.5', 1.5],
    ['tides~x3', 9],
    ['tides~x3,bees~subscribed', 16.5],
    ['tides~hidden', null],
    ['tides~required', 3],
    ['sea~required', null],
    ['sea~hidden', 3],
  ])('with %s is %s', (filters, expected) => {
    expect(score(filters)).toBe(expected)
  })

  test('leaves personal posts out unless they are asked for, and gives them no bonus', () => {
    expect(score('', { isFrontpage: false })).toBeNull()
    expect(score('*~default', { isFrontpage: false })).toBe(2)
    expect(score('*~-5', { isFrontpage: false })).toBe(1.5)
    expect(score('*~required')).toBeNull()
  })

  test('counts the bonus of curated posts and falls by the exponent', () => {
    expect(score('', { isCurated: true })).toBe(4)
    expect(score('', {}, 0.5)).toBeCloseTo(30 / 10 ** 0.5, 6)
  })
})

describe('filters as text', () => {
  test('mean the same in one spelling: sorted, the later of two, nonsense left out', () => {
    expect(canonicalFilters('Tide Tables~reduced,bees~x2,tide-tables~hidden,~hidden,sea~loud,sky~5000,*~default')).toBe(
      '*~default,bees~x2,tide-tables~hidden',
    )
  })

  test('that ask for what everybody has are none', () => {
    expect(canonicalFilters('*~hidden')).toBe('')
    expect(canonicalFilters('*~hidden,bees~x2')).toBe('bees~x2')
  })

  test('are at most twenty', () => {
    expect(parseFilters(Array.from({ length: 50 }, (_, n) => `t${n}~hidden`).join(','))).toHaveLength(20)
  })
})

describe('how fast the list forgets', () => {
  test('slowly for who was never here, fast for who is here each day', () => {
    expect(exponentOf(0)).toBe(0.5)
    expect(exponentOf(1)).toBe(1.08)
    const daily = Array.from({ length: 30 }, (_, n) => n * 22 * hourMs)
    expect(
      exponentOf(
        activityOf(
          daily.map((ago) => -ago),
          0,
        ) ?? 0,
      ),
    ).toBe(1.08)
  })

  test('an hour spreads eleven hours both ways, and halves its weight in sixty', () => {
    const weights = Array.from({ length: 720 }, (_, n) => 2 ** (-n / 60))
    const all = weights.reduce((sum, weight) => sum + weight, 0)
    const near = weights.slice(0, 12).reduce((sum, weight) => sum + weight, 0)
    expect(activityOf([-hourMs / 2], 0)).toBeCloseTo(near / all, 9)
    const far = weights.slice(49, 72).reduce((sum, weight) => sum + weight, 0)
    expect(activityOf([-60 * hourMs], 0)).toBeCloseTo(far / all, 9)
  })

  test('nothing is known of who left no trace, or left it long ago', () => {
    expect(activityOf([], 0)).toBeNull()
    expect(activityOf([-1_000 * hourMs], 0)).toBeNull()
  })
})
