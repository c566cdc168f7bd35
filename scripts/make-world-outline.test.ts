import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { outlinePath, worldOutline } from './make-world-outline.ts'

test('the outline of the world is what its package makes now, and light', () => {
  const drawn = readFileSync(outlinePath, 'utf8')
  expect(drawn).toBe(worldOutline())
  expect(drawn.length).toBeLessThan(40_000)
})

test('no coast leaps across the map where it passes 180°', () => {
  const ways = [...worldOutline().matchAll(/\dl([^z]*)z/gu)].flatMap(([, way = '']) =>
    [...way.matchAll(/(-?\d+)[ ]?(-?\d+)/gu)].map(([, x = '0', y = '0']) => ({ x: Number(x), y: Number(y) })),
  )
  expect(ways.length).toBeGreaterThan(3_000)
  // Along the South Pole, which is as wide as the drawing.
  const leaps = ways.filter(({ x }) => Math.abs(x) > 1_000)
  expect(leaps.every(({ x, y }) => y === 0 && Math.abs(x) === 10_020)).toBe(true)
})
