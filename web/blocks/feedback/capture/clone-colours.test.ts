import { expect, test } from 'vitest'
import { plainColours } from './clone-colours.ts'

const toSrgb = () => 'rgba(1, 2, 3, 1)'

test.each([
  'rgb(35, 33, 29)',
  'rgba(0, 0, 0, 0.4) 0px 1px 2px 0px',
  'linear-gradient(rgb(1, 1, 1), hsl(10deg 20% 30%))',
  'none',
  'url("data:image/svg+xml,color(x)")'.replace('color(x)', ''),
])('%s is left as it is', (value) => {
  expect(plainColours(value, toSrgb)).toBe(value)
})

test.each([
  ['oklch(0.7 0.1 200)', 'rgba(1, 2, 3, 1)'],
  ['color(srgb 0.1 0.2 0.3 / 0.5)', 'rgba(1, 2, 3, 1)'],
  ['color-mix(in oklab, rgb(1, 2, 3), color(srgb 1 1 1))', 'rgba(1, 2, 3, 1)'],
  ['oklab(0.5 0 0) 0px 1px 2px 0px, rgb(1, 1, 1) 0px 0px 0px 1px', 'rgba(1, 2, 3, 1) 0px 1px 2px 0px, rgb(1, 1, 1) 0px 0px 0px 1px'],
  ['linear-gradient(lab(50 1 1), lch(50 1 1) 40%)', 'linear-gradient(rgba(1, 2, 3, 1), rgba(1, 2, 3, 1) 40%)'],
])('%s is translated, and what stands around it stays', (value, expected) => {
  expect(plainColours(value, toSrgb)).toBe(expected)
})
