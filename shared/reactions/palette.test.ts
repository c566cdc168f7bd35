import { expect, test } from 'vitest'
import { isInPalette, kindOf, palette, searchPalette } from './palette.ts'
import { ReactionName } from './schema.ts'

const all = palette.flatMap(({ kinds }) => kinds)
const found = (search: string) => searchPalette(search).flatMap(({ kinds }) => kinds.map(({ name }) => name))

test('every name is one, and stands once', () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  expect(all.filter(({ name }) => !ReactionName.safeParse(name).success)).toEqual([])
})

test('no two signs are the same', () => {
  expect(new Set(all.map(({ sign }) => sign)).size).toBe(all.length)
})

test.each([
  ['moloch', ['moloch']],
  ['THANK', ['thanks']],
  ['99%', ['likely99']],
  ["let's bet", ['letsBet']],
  ['missed point', ['missedThePoint']],
  ['no such thing', []],
])('a search for %s finds %j', (search, names) => {
  expect(found(search)).toEqual(names)
})

test('a search for nothing finds everything', () => {
  expect(found('  ')).toHaveLength(all.length)
})

test('what was taken out of the palette shows its name, and cannot be chosen', () => {
  expect(kindOf('oldOne')).toEqual({ name: 'oldOne', sign: '•', label: 'oldOne' })
  expect(isInPalette('oldOne')).toBe(false)
})
