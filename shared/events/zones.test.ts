import { expect, test } from 'vitest'
import { isZone, momentOf, utcOf, wallAt, zoneNames } from './zones.ts'

const iso = (at: number | null) => at && new Date(at).toISOString().slice(0, 16)

test.each([
  ['winter in Berlin', '2026-12-03T19:00', 'Europe/Berlin', '2026-12-03T18:00'],
  ['summer in Berlin', '2026-07-03T19:00', 'Europe/Berlin', '2026-07-03T17:00'],
  ['the hour before summer in Berlin', '2027-03-28T01:59', 'Europe/Berlin', '2027-03-28T00:59'],
  ['an hour that Berlin leaps over', '2027-03-28T02:30', 'Europe/Berlin', null],
  ['the hour after', '2027-03-28T03:00', 'Europe/Berlin', '2027-03-28T01:00'],
  ['an hour that Berlin has twice', '2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30'],
  ['summer in Sydney', '2026-12-03T19:00', 'Australia/Sydney', '2026-12-03T08:00'],
  ['an hour that Sydney leaps over', '2026-10-04T02:30', 'Australia/Sydney', null],
  ['an hour that Sydney has twice', '2027-04-04T02:30', 'Australia/Sydney', '2027-04-03T15:30'],
  ['half an hour of summer on Lord Howe', '2026-10-04T02:15', 'Australia/Lord_Howe', null],
  ['a quarter past in Kathmandu', '2026-12-03T00:10', 'Asia/Kathmandu', '2026-12-02T18:25'],
  ['the other side of the date line', '2026-12-03T12:00', 'Pacific/Kiritimati', '2026-12-02T22:00'],
  ['a day that there is', '2028-02-29T12:00', 'UTC', '2028-02-29T12:00'],
  ['a day that there is not', '2027-02-29T12:00', 'UTC', null],
  ['a day of 25 hours', '2026-12-03T24:30', 'UTC', null],
  ['no time', 'soon', 'UTC', null],
  ['a zone that there is not', '2026-12-03T19:00', 'Europe/Atlantis', null],
])('%s', (_what, wall, zone, moment) => {
  expect(iso(momentOf(wall, zone))).toBe(moment)
  if (moment !== null) expect(wallAt(momentOf(wall, zone) ?? 0, zone)).toBe(wall)
})

test.each([
  ['Europe/Berlin', true],
  ['America/Argentina/Buenos_Aires', true],
  ['UTC', true],
  ['Etc/GMT+5', true],
  ['+01:00', false],
  ['Europe/Atlantis', false],
  ['Europe/Berlin\r\nX', false],
  ['', false],
])('%j is a zone: %s', (name, is) => expect(isZone(name)).toBe(is))

test('zones to choose from are known ones, UTC among them', () => {
  expect(zoneNames()).toContain('UTC')
  expect(zoneNames().filter((name) => !isZone(name))).toEqual([])
})

test('a wall time is reckoned with as if in UTC', () => expect(utcOf('1970-01-01T00:01')).toBe(60_000))
