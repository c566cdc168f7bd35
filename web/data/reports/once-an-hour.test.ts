import { expect, test } from 'vitest'
import { isFirstInAnHour } from './once-an-hour.ts'
import { hourMs as hour } from '#shared/kernel/durations.ts'

function storage() {
  const held = new Map<string, string>()
  return () => ({ getItem: (key: string) => held.get(key) ?? null, setItem: (key: string, value: string) => void held.set(key, value) })
}

test('one of a kind an hour, across reloads', () => {
  const kept = storage()
  const asked = (kind: string, now: number) => isFirstInAnHour(kind, { storage: kept, now })
  expect([asked('digest', 0), asked('digest', hour - 1), asked('stuck', 5), asked('digest', hour)]).toEqual([true, false, true, true])
})

test('what was there at the last report is not news, however long ago that was', () => {
  const kept = storage()
  expect(isFirstInAnHour('refused', { storage: kept, now: 10, since: 5 })).toBe(true)
  expect(isFirstInAnHour('refused', { storage: kept, now: 3 * hour, since: 5 })).toBe(false)
  expect(isFirstInAnHour('refused', { storage: kept, now: 3 * hour, since: 2 * hour })).toBe(true)
})

test.each([
  ['damaged', () => ({ getItem: () => '{', setItem: () => undefined })],
  [
    'forbidden',
    () => {
      throw new Error('denied')
    },
  ],
])('where storage is %s each page reports for itself', (_how, broken) => {
  expect(isFirstInAnHour('digest', { storage: broken, now: 1 })).toBe(true)
})

test('a clock that was put back silences nothing', () => {
  const kept = storage()
  isFirstInAnHour('digest', { storage: kept, now: 9 * hour })
  expect(isFirstInAnHour('digest', { storage: kept, now: hour })).toBe(true)
})
