import { expect, test } from 'vitest'
import { visitorReadingIn } from './visitor-reading.ts'

function storage(kept = new Map<string, string>()) {
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
const place = { quote: 'It begins', before: '', block: 3, within: 0.5, share: 0.1 }

test('a visitor’s marks and places are read back, and cleared together', () => {
  const own = storage()
  const reading = visitorReadingIn(own)
  reading.setMark('a', { isRead: true, seenUpTo: 5, readAt: 7 })
  reading.setPlace('a', { place, isFinished: false, keptAt: 8 })
  const { marks, places } = visitorReadingIn(storage(own.kept)).get()
  expect([...marks]).toEqual([['a', { isRead: true, seenUpTo: 5, readAt: 7 }]])
  expect([...places]).toEqual([['a', { place, isFinished: false, keptAt: 8 }]])
  reading.setMark('a', null)
  expect(reading.get().marks.size).toBe(0)
  reading.clear()
  expect(own.kept.size).toBe(0)
})

test.each([['{'], ['[]'], ['7'], ['{"a":{}}'], ['{"a":[1]}'], ['{"a":[1,"x",2]}'], ['{"a":{"place":{},"isFinished":false,"keptAt":1}}']])(
  'what something else has stored is nothing: %s',
  (text) => {
    const { marks, places } = visitorReadingIn(storage(new Map(['visitor-marks', 'visitor-places'].map((key) => [key, text])))).get()
    expect([marks.size, places.size]).toEqual([0, 0])
  },
)

test('the oldest marks and places are removed', () => {
  const own = storage(
    new Map([['visitor-marks', JSON.stringify(Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`p${at}`, [1, 0, at + 1]])))]]),
  )
  const reading = visitorReadingIn(own)
  reading.setMark('new', { isRead: true, seenUpTo: 0, readAt: 5_000 })
  for (let at = 0; at < 101; at += 1) reading.setPlace(`p${at}`, { place, isFinished: false, keptAt: at })
  const { marks, places } = reading.get()
  expect([marks.size, marks.has('p0'), marks.has('new')]).toEqual([1_000, false, true])
  expect([places.size, places.has('p0')]).toEqual([100, false])
})
