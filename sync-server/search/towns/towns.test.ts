import { beforeAll, expect, test } from 'vitest'
import type { Gazetteer } from './gazetteer.ts'
import { zoneAt } from './find-towns.ts'
import { packed, unpacked } from './packed-gazetteer.ts'
import { packTowns } from './read-gazetteer.ts'
import { searchGazetteer } from './search-gazetteer.ts'

let gazetteer: Gazetteer

beforeAll(async () => {
  const read = unpacked(await packTowns())
  if (read === null) throw new Error('what was packed right now is of this version')
  gazetteer = read
})

const namesOf = (typed: string, limit = 8) =>
  searchGazetteer(gazetteer, typed, limit).map(({ name, region, country }) =>
    [name, region, country].filter((part) => part !== '').join(', '),
  )

test.each([
  ['bergen', 'Bergen, Norway'],
  ['  BERGEN ', 'Bergen, Norway'],
  ['Tromso', 'Tromsø, Norway'],
  ['TROMSØ', 'Tromsø, Norway'],
  ['sao paulo', 'São Paulo, Brazil'],
  ['Lodz', 'Łódź, Poland'],
  ["val-d'or", "Val-d'Or, Canada"],
  ['Val d’Or', "Val-d'Or, Canada"],
  ['wien', 'Vienna, Austria'],
  ['Москва', 'Moscow, Russia'],
  ['東京', 'Tokyo, Japan'],
  ['paris', 'Paris, France'],
  ['Paris, Texas', 'Paris, TX, United States'],
  ['paris tx', 'Paris, TX, United States'],
  ['Bergen, Germany', 'Bergen auf Rügen, Germany'],
  ['bergen nl', 'Bergen op Zoom, Netherlands'],
])('%j finds %s first', (typed, first) => {
  expect(namesOf(typed)[0]).toBe(first)
})

test('the biggest come first, and no more than asked for', () => {
  const found = searchGazetteer(gazetteer, 'san', 8)
  expect(found).toHaveLength(8)
  const sizes = found.map(({ population }) => population)
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
  expect(found[0]?.name).toBe('Santiago')
})

test('towns that read the same say what big town is near', () => {
  const found = searchGazetteer(gazetteer, 'Bergen, Germany', 8).filter(({ name }) => name === 'Bergen')
  expect(found.length).toBeGreaterThan(2)
  const near = found.map((town) => town.near)
  expect(near).toContain('Celle')
  expect(new Set(near).size).toBe(near.length)
})

test.each(['', 'b', '  ', ',', ', Norway', '\0\0', '’’', '%%%', 'zzzzqq', 'Bergen, Atlantis', `${'x'.repeat(5_000)}`, '💥💥'])(
  '%j finds nothing',
  (typed) => {
    expect(namesOf(typed)).toEqual([])
  },
)

test('packed by another version it is not read', () => {
  const bytes = packed(gazetteer)
  const again = unpacked(bytes)
  expect(again !== null && packed(again).equals(bytes)).toBe(true)
  expect(unpacked(Buffer.from(bytes.toString('latin1').replace('"version":1', '"version":0'), 'latin1'))).toBeNull()
})

test.each([
  [60.39, 5.32, 'Europe/Oslo'],
  [-33.87, 151.21, 'Australia/Sydney'],
  [27.7, 85.3, 'Asia/Kathmandu'],
])('the zone of %d, %d is %s', async (latitude, longitude, zone) => {
  expect(await zoneAt({ latitude, longitude })).toBe(zone)
})

test.each([
  [90, 0],
  [-90, 180],
  [0, -180],
])('at %d, %d there is a zone this runtime knows, or none', async (latitude, longitude) => {
  const zone = await zoneAt({ latitude, longitude })
  expect(() => new Intl.DateTimeFormat('en', zone === '' ? {} : { timeZone: zone })).not.toThrow()
})
