import { describe, expect, test } from 'vitest'
import { dayMs } from '../kernel/durations.ts'
import { fc } from '../testing/properties.ts'
import type { RecurrenceRule } from './recurrence.ts'
import { nextNumber, occurrenceOf, recurrences } from './recurrence.ts'
import { recurrenceWords } from './recurrence-words.ts'
import { momentOf, utcOf, wallAt } from './zones.ts'

const rule = (over: Partial<RecurrenceRule>): RecurrenceRule => ({
  ...{ every: 'week', starts: '2026-12-03T19:00', ends: '2026-12-03T21:00', zone: 'Europe/Oslo', times: 52, until: null },
  ...over,
})

const starts = (over: Partial<RecurrenceRule>, count: number) =>
  Array.from({ length: count }, (_, n) => {
    const { starts: wall, startAt } = occurrenceOf(rule(over), n)
    return `${wall} = ${new Date(startAt).toISOString().slice(11, 16)}Z`
  })

describe('an event recurs', () => {
  test('at its local time, over the end of summer in the north', () => {
    expect(starts({ starts: '2026-10-20T19:00', ends: '', zone: 'Europe/Berlin' }, 2)).toEqual([
      '2026-10-20T19:00 = 17:00Z',
      '2026-10-27T19:00 = 18:00Z',
    ])
  })

  test('at its local time, over the beginning of summer in the south', () => {
    expect(starts({ starts: '2026-09-29T19:00', ends: '', zone: 'Australia/Sydney', every: 'twoWeeks' }, 2)).toEqual([
      '2026-09-29T19:00 = 09:00Z',
      '2026-10-13T19:00 = 08:00Z',
    ])
  })

  test('an hour later where the clock leaps over its time, and at its time again after that', () => {
    expect(starts({ starts: '2027-03-21T02:30', ends: '', zone: 'Europe/Berlin' }, 3)).toEqual([
      '2027-03-21T02:30 = 01:30Z',
      '2027-03-28T03:30 = 01:30Z',
      '2027-04-04T02:30 = 00:30Z',
    ])
    expect(starts({ starts: '2026-09-27T02:15', ends: '', zone: 'Australia/Lord_Howe' }, 2)[1]).toBe('2026-10-04T02:45 = 15:45Z')
  })

  test('on the second Tuesday of each month, whichever date that is', () => {
    expect(starts({ starts: '2026-12-08T19:00', ends: '', every: 'month' }, 4).map((at) => at.slice(0, 10))).toEqual(
      ['2026-12-08', '2027-01-12', '2027-02-09', '2027-03-09'], // oxfmt-ignore
    )
  })

  test('on the last Friday of each month where it began on a fifth', () => {
    expect(starts({ starts: '2027-01-29T19:00', ends: '', every: 'month' }, 4).map((at) => at.slice(0, 10))).toEqual(
      ['2027-01-29', '2027-02-26', '2027-03-26', '2027-04-30'], // oxfmt-ignore
    )
  })

  test('and lasts as long by the clock, over midnight and over a change of the clock', () => {
    const { endAt, ends } = occurrenceOf(rule({ starts: '2026-10-17T23:00', ends: '2026-10-18T04:00', zone: 'Europe/Berlin' }), 1)
    expect([ends, endAt === null ? '' : new Date(endAt).toISOString()]).toEqual(['2026-10-25T04:00', '2026-10-25T03:00:00.000Z'])
    const moved = occurrenceOf(rule({ starts: '2027-03-21T02:15', ends: '2027-03-21T03:00', zone: 'Europe/Berlin' }), 1)
    expect([moved.starts, moved.ends]).toEqual(['2027-03-28T03:15', '2027-03-28T04:00'])
  })

  test.each([
    ['its number', { times: 3 }, [1, 2, null]],
    ['its last day, which is part of it', { times: null, until: '2026-12-17' }, [1, 2, null]],
    ['whichever comes first', { times: 3, until: '2026-12-10' }, [1, null]],
    ['this century', { starts: '2099-12-24T19:00', ends: '' }, [1, null]],
  ] as const)('until %s', (_what, over, numbers) => {
    const found: (number | null)[] = []
    for (let n: number | null = 0; n !== null; found.push(n)) n = nextNumber(rule(over), n + 1, 0)
    expect(found).toEqual(numbers)
  })

  test.each([
    ['week', '2026-12-08T19:00', 'Every Tuesday'],
    ['twoWeeks', '2026-12-08T19:00', 'Every second Tuesday'],
    ['month', '2026-12-08T19:00', 'Second Tuesday of every month'],
    ['month', '2027-01-29T19:00', 'Last Friday of every month'],
  ] as const)('by the %s from %s on: “%s”', (every, planned, words) => expect(recurrenceWords(every, planned)).toBe(words))
})

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Sydney', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Kathmandu']
const anyRule = fc
  .record({
    every: fc.constantFrom(...recurrences),
    minutes: fc.integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2031, 11, 31) / 60_000 }),
    lasts: fc.option(fc.integer({ min: 0, max: 3 * 24 * 60 })),
    zone: fc.constantFrom(...zones),
    times: fc.integer({ min: 2, max: 52 }),
  })
  .map(({ every, minutes, lasts, zone, times }) => {
    const wall = (at: number) => wallAt(at * 60_000, 'UTC')
    return rule({ every, zone, times, starts: wall(minutes), ends: lasts === null ? '' : wall(minutes + lasts) })
  })
  // As the form takes them: a first one that there is.
  .filter((one) => momentOf(one.starts, one.zone) !== null && (one.ends === '' || momentOf(one.ends, one.zone) !== null))

describe('of any rule', () => {
  test('each date has the weekday and the local time that were asked for, or the clock leaps over that time', () => {
    fc.assert(
      fc.property(anyRule, fc.nat(51), (one, n) => {
        const { starts: wall, startAt } = occurrenceOf(one, n)
        expect(wallAt(startAt, one.zone)).toBe(wall)
        const asked = `${wall.slice(0, 10)}${one.starts.slice(10)}`
        if (momentOf(asked, one.zone) !== null) expect(wall).toBe(asked)
        // Moved at most by an hour: never over more than one midnight.
        const weekday = (at: string) => new Date(utcOf(at) ?? 0).getUTCDay()
        if (wall === asked) expect(weekday(wall)).toBe(weekday(one.starts))
      }),
      { numRuns: 600 },
    )
  })

  test('dates come one after the other, and none ends before it starts', () => {
    fc.assert(
      fc.property(anyRule, fc.nat(50), (one, n) => {
        const [before, after] = [occurrenceOf(one, n), occurrenceOf(one, n + 1)]
        expect(after.startAt).toBeGreaterThan(before.startAt)
        if (after.endAt !== null) expect(after.endAt).toBeGreaterThanOrEqual(after.startAt)
        const days = (after.startAt - before.startAt) / dayMs
        const [least, most] = { week: [7, 7], twoWeeks: [14, 14], month: [28, 35] }[one.every] as [number, number]
        expect(days).toBeGreaterThan(least - 0.1)
        expect(days).toBeLessThan(most + 0.1)
      }),
      { numRuns: 600 },
    )
  })

  test('by the month there is one in each, in the same week of it or the last', () => {
    fc.assert(
      fc.property(anyRule, fc.nat(51), (given, n) => {
        const one = { ...given, every: 'month' as const, zone: 'UTC' }
        const [first, date] = [new Date(utcOf(one.starts) ?? 0), new Date(utcOf(occurrenceOf(one, n).starts) ?? 0)]
        const monthOf = (at: Date) => at.getUTCFullYear() * 12 + at.getUTCMonth()
        expect(monthOf(date) - monthOf(first)).toBe(n)
        const week = Math.ceil(first.getUTCDate() / 7)
        const isLast = new Date(date.getTime() + 7 * dayMs).getUTCMonth() !== date.getUTCMonth()
        if (week === 5) expect(isLast).toBe(true)
        else expect(Math.ceil(date.getUTCDate() / 7)).toBe(week)
      }),
      { numRuns: 600 },
    )
  })

  test('the next number after a moment is the first that starts later', () => {
    fc.assert(
      fc.property(anyRule, fc.integer({ min: -400, max: 2_000 }), (one, days) => {
        const after = occurrenceOf(one, 0).startAt + days * dayMs
        const all = Array.from({ length: one.times ?? 0 }, (_, n) => n)
        const expected = all.find((n) => occurrenceOf(one, n).startAt > after) ?? null
        expect(nextNumber(one, 0, after)).toBe(expected)
      }),
      { numRuns: 200 },
    )
  })
})
