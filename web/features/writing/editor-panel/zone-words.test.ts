import { expect, test } from 'vitest'
import { fieldOfTime, timeOfField } from './zone-words.ts'

test('a time comes back out of its field as it went in, to the minute', () => {
  for (const at of [Date.UTC(2026, 10, 27, 9, 5), Date.UTC(2026, 2, 29, 0, 59), Date.UTC(2026, 6, 1, 23, 30)])
    expect(timeOfField(fieldOfTime(at))).toBe(at)
})

test('what is no time is none', () => {
  for (const typed of ['', 'tomorrow', '2026-13-45T99:99']) expect(timeOfField(typed)).toBeNull()
})
