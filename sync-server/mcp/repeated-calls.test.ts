import { expect, test } from 'vitest'
import { RepeatedCalls } from './repeated-calls.ts'

const minute = 60_000
/** In the middle of a stretch of the clock, and near its end. */
const starts = [4 * minute, 10 * minute - 1] as const

test.each(starts)('a call has one name for ten minutes from the first, and another afterwards: begun at %d', (start) => {
  const calls = new RepeatedCalls()
  const at = (now: number) => calls.nameOf('key', 'draft', { markdown: 'x' }, now)
  const first = at(start)
  expect([at(start + 5 * minute), at(start + 10 * minute - 1)]).toEqual([first, first])
  const next = at(start + 10 * minute)
  expect(next).not.toBe(first)
  expect(at(start + 19 * minute)).toBe(next)
})

test('another key, tool or wish has another name, also when they were put one behind the other', () => {
  const calls = new RepeatedCalls()
  const names = [
    calls.nameOf('k', 'draft', { markdown: 'x' }, 0),
    calls.nameOf('l', 'draft', { markdown: 'x' }, 0),
    calls.nameOf('k', 'suggest', { markdown: 'x' }, 0),
    calls.nameOf('k', 'draft', { markdown: 'y' }, 0),
    calls.nameOf('kd', 'raft', { markdown: 'x' }, 0),
  ]
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[\x21-\x7e]{8,200}$/u)
})

test('after a restart the same call in the same stretch has the same name', () => {
  const name = () => new RepeatedCalls().nameOf('k', 'draft', { markdown: 'x' }, 3 * minute)
  expect(name()).toBe(name())
})
