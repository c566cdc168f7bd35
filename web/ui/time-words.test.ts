import { expect, test } from 'vitest'
import { exactTime, longDate, longDay, relativeTime, shortDate, shortMonth } from './time-words.ts'

const at = Date.UTC(2026, 10, 14, 9, 40)
const minutes = 60_000

test.each([
  [-5 * minutes, 'just now'],
  [30_000, 'just now'],
  [5 * minutes, '5 min ago'],
  [59.9 * minutes, '59 min ago'],
  [6 * 60 * minutes, '6 h ago'],
  [3 * 24 * 60 * minutes, '3 d ago'],
  [40 * 24 * 60 * minutes, '14 Nov 2026'],
])('after %d ms a moment reads as "%s"', (age, words) => {
  expect(relativeTime(at, at + age)).toBe(words)
})

test('the date and the exact time are the same for every reader of a cached page', () => {
  expect([shortDate(at), exactTime(at, 'UTC')]).toEqual(['14 Nov 2026', '14 November 2026 at 09:40 UTC'])
})

test('dates made by hand are those of the British formatter, in every month', () => {
  const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  const moments = Array.from({ length: 12 }, (_none, month) => Date.UTC(2024 + (month % 3), month, 1 + 2 * month, 2 * month, 5 * month))
  expect(moments.map((moment) => shortDate(moment))).toEqual(moments.map((moment) => short.format(moment)))
  expect(moments.map((moment) => exactTime(moment, 'UTC'))).toEqual(moments.map((moment) => `${long.format(moment)} UTC`))
  const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })
  const whole = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })
  expect(moments.map(shortMonth)).toEqual(moments.map((moment) => month.format(moment)))
  expect(moments.map(longDate)).toEqual(moments.map((moment) => whole.format(moment)))
  // With or without a comma, by the version of CLDR.
  expect(moments.map(longDay)).toEqual(moments.map((moment) => `${weekday.format(moment)}, ${whole.format(moment)}`))
  const own = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' })
  expect(moments.map((moment) => exactTime(moment, 'own'))).toEqual(moments.map((moment) => own.format(moment)))
})

test('a date in the own zone is the one that the exact time beside it names', () => {
  const nearMidnight = Array.from({ length: 24 }, (_none, hours) => Date.UTC(2026, 10, 14, hours, 30))
  for (const moment of nearMidnight) {
    const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }).format(moment)
    expect([relativeTime(moment, moment + 90 * 24 * 60 * minutes), shortDate(moment, 'own')]).toEqual([short, short])
  }
})
