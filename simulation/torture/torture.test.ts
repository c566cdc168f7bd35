/**
 * The parts of the torture run that need no browser: what it draws, and that it sees a lost and a
 * doubled word.
 */
import { describe, expect, test } from 'vitest'
import { breakNames, drawRound, fieldNames, wordOf, wordsIn } from './plan.ts'
import { isClean, judge } from './verdict.ts'
import type { TypedWord } from './verdict.ts'

const typed = (word: string, isDue = true): TypedWord => ({ word, round: 0, isDue })

describe('the plan', () => {
  test('a round is the same again by its seed and number, and another by another', () => {
    expect(drawRound(7, 3)).toEqual(drawRound(7, 3))
    expect(drawRound(7, 3)).not.toEqual({ ...drawRound(8, 3) })
  })

  test('a hundred rounds type in every field and break everything', () => {
    const rounds = Array.from({ length: 100 }, (_, round) => drawRound(1, round))
    expect(new Set(rounds.map(({ field }) => field))).toEqual(new Set(fieldNames))
    const broken = rounds.flatMap(({ stretches }) => stretches.flatMap((part) => part.break ?? []))
    expect(new Set(broken)).toEqual(new Set(breakNames))
  })

  test('with formatting one types into the small editor, or while it comes; as Markdown never', () => {
    const parts = Array.from({ length: 100 }, (_, round) => drawRound(1, round)).flatMap(({ stretches, isFormatted }) =>
      stretches.map(({ isLoaded, isEarly }) => ({ isFormatted, isLoaded, isEarly })),
    )
    const loaded = parts.filter(({ isLoaded }) => isLoaded)
    expect(loaded.length).toBeGreaterThan(10)
    expect(loaded.every(({ isFormatted, isEarly }) => isFormatted && !isEarly)).toBe(true)
    expect(parts.some(({ isFormatted, isLoaded, isEarly }) => isFormatted && !isLoaded && !isEarly)).toBe(true)
  })

  test('words are found whole, in any text, of this seed alone', () => {
    expect(wordsIn(`a ${wordOf(5, 1)}${wordOf(5, 12)}, w5x3 ${wordOf(6, 4)}`, 5)).toEqual(['w5x1z', 'w5x12z'])
  })
})

describe('the oracle', () => {
  const both = [typed('a'), typed('b')]

  test('each word once is clean, whichever copies of its place have it', () => {
    const found = [
      { place: 'comment 1', words: ['a'] },
      { place: 'post 2', words: ['b'] },
      { place: 'post 2', words: ['b'] },
    ]
    expect(isClean(judge(both, found))).toBe(true)
  })

  test('a word that is nowhere is lost, unless a kill came too soon after it', () => {
    const found = [{ place: 'comment 1', words: ['a'] }]
    expect(judge(both, found)).toEqual({ lost: ['b'], doubled: [] })
    expect(judge([typed('a'), typed('b', false)], found)).toEqual({ lost: [], doubled: [] })
  })

  test('a word that was sent and waits as a draft is doubled, and so is one that stands twice in one text', () => {
    const sentToo = [
      { place: 'comment 1', words: ['a'] },
      { place: 'draft comment:1:', words: ['a', 'b'] },
    ]
    expect(judge(both, sentToo)).toEqual({ lost: [], doubled: [{ word: 'a', places: ['comment 1', 'draft comment:1:'] }] })
    const twice = judge([typed('a', false)], [{ place: 'post 2', words: ['a', 'b', 'a'] }])
    expect(twice).toEqual({ lost: [], doubled: [{ word: 'a', places: ['post 2', 'post 2'] }] })
  })

  test('what lies in the bin is there, and no second copy', () => {
    const bin = { place: 'draft comment:1:', words: ['a', 'b'], isBinned: true }
    expect(isClean(judge(both, [bin, { place: 'comment 1', words: ['a'] }]))).toBe(true)
  })
})
