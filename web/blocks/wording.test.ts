import { describe, expect, test } from 'vitest'
import { codeWords, reasonWords, waitWords, wordsFor } from './wording.ts'
import { hourMs } from '#shared/kernel/durations.ts'

const bare = { reason: null, field: null, retryAfterMs: null } as const

describe('wording', () => {
  test.each([...Object.entries(reasonWords), ...Object.entries(codeWords)])('%s is said in whole, calm sentences', (_key, words) => {
    expect(words).toMatch(/^[A-Z].*\.$/u)
    expect(words).not.toMatch(/!|error|invalid|denied/iu)
  })

  test('a reason is said rather than its code', () => {
    expect(wordsFor({ ...bare, code: 'not-allowed', reason: 'comments-locked' })).toBe('Comments on this post are closed.')
  })

  test('a field with words of its own is said rather than its code', () => {
    expect(wordsFor({ ...bare, code: 'taken', field: 'userName' })).toBe('That name is taken. Choose another.')
    expect(wordsFor({ ...bare, code: 'taken', field: 'constructor' })).toBe(codeWords.taken)
  })

  test.each([
    [1, 'in a minute'],
    [60_001, 'in 2 minutes'],
    [hourMs, 'in an hour'],
    [3_600_001, 'in 2 hours'],
  ])('%d ms is promised as "%s"', (ms, words) => {
    expect(waitWords(ms)).toBe(words)
  })
})
