import { describe, expect, test } from 'vitest'
import type { Box } from './boxes.ts'
import { boxBetween, boxInMiddle, fitted, moved, nameOfBox, placeOfBox, sized, wholePixels } from './boxes.ts'

const picture = { width: 1280, height: 800 }
const aBox: Box = { id: 'a', kind: 'hide', x: 100, y: 100, width: 200, height: 50 }

describe('a drawn rectangle', () => {
  test.each([
    ['a press alone', { x: 10, y: 10 }, { x: 10, y: 10 }],
    ['0.9 of a screen pixel wide', { x: 10, y: 10 }, { x: 10 + 0.9 * 2, y: 200 }],
    ['0.9 of a screen pixel high', { x: 10, y: 10 }, { x: 200, y: 10 + 0.9 * 2 }],
    ['drawn outside', { x: -50, y: 10 }, { x: -5, y: 100 }],
  ])('is discarded: %s', (_what, from, to) => {
    expect(boxBetween('hide', 'a', from, to, picture, 2)).toBeNull()
  })

  test('of exactly one screen pixel is kept', () => {
    expect(boxBetween('hide', 'a', { x: 10, y: 10 }, { x: 12, y: 12 }, picture, 2)).toMatchObject({ width: 2, height: 2 })
  })

  test('may be drawn from any corner, and ends at the picture’s edge', () => {
    expect(boxBetween('highlight', 'a', { x: 1300, y: 400 }, { x: 1000, y: 300 }, picture, 1)).toEqual({
      id: 'a',
      kind: 'highlight',
      x: 1000,
      y: 300,
      width: 280,
      height: 100,
    })
  })
})

test('a box cannot be moved out of the picture', () => {
  expect(moved(aBox, { x: -500, y: 10_000 }, picture)).toMatchObject({ x: 0, y: 750, width: 200, height: 50 })
})

test('a box keeps its first corner when it is sized, and a side that can be seen', () => {
  expect(sized(aBox, { x: -1_000, y: 5_000 }, picture, 8)).toMatchObject({ x: 100, y: 100, width: 8, height: 700 })
})

test('a box by keyboard begins inside, also in a small picture', () => {
  for (const size of [picture, { width: 40, height: 30 }]) {
    const box = boxInMiddle('hide', 'a', size, 4)
    expect(box.x + box.width).toBeLessThanOrEqual(size.width)
    expect(box.y + box.height).toBeLessThanOrEqual(size.height)
  }
})

test('hiding covers every pixel that the box touches', () => {
  expect(wholePixels({ x: 10.6, y: 5.2, width: 3, height: 1.1 })).toEqual({ x: 10, y: 5, width: 4, height: 2 })
})

test('boxes are named by kind and number, and placed in parts of the picture', () => {
  const other: Box = { ...aBox, id: 'b', kind: 'highlight' }
  const third: Box = { ...aBox, id: 'c' }
  expect([aBox, other, third].map((box, _at, all) => nameOfBox(box, all))).toEqual(['Hidden part 1', 'Highlight 1', 'Hidden part 2'])
  expect(placeOfBox(aBox, picture)).toBe('16% wide, 6% high, 8% from the left, 13% from the top')
})

test.each([
  [
    { width: 4000, height: 3000 },
    { width: 1280, height: 960 },
  ],
  [
    { width: 300, height: 9000 },
    { width: 42, height: 1280 },
  ],
  [
    { width: 640, height: 480 },
    { width: 640, height: 480 },
  ],
  [
    { width: 1, height: 99_999 },
    { width: 1, height: 1280 },
  ],
])('%o is fitted into 1280 by 1280', (size, expected) => {
  expect(fitted(size, 1280)).toEqual(expected)
})
