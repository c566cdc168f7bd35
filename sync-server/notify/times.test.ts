import { expect, test } from 'vitest'
import { standardKarma, standardSettings } from '#shared/notifications/schema.ts'
import { T0 } from '#shared/testing/factories.ts'
import { digestAt, karmaDueAt, mailDueAt, pushDueAt } from './times.ts'

const utc = (text: string): number => Date.parse(`${text}:00Z`)
const settings = { ...standardSettings('x'), timeZone: 'Europe/Berlin', digestHour: 8, digestDay: 1 }

test.each([
  ['daily, later today', 'daily', {}, '2026-11-18T05:30', '2026-11-18T07:00'],
  ['daily, tomorrow, when the hour has begun', 'daily', {}, '2026-11-18T07:00', '2026-11-19T07:00'],
  ['weekly, on Monday', 'weekly', {}, '2026-11-18T05:30', '2026-11-23T07:00'],
  ['daily, over the night that summer time ends', 'daily', {}, '2026-10-24T20:00', '2026-10-25T07:00'],
  ['daily, in a zone that nobody knows: UTC', 'daily', { timeZone: 'Mars/Olympus' }, '2026-11-18T05:30', '2026-11-18T08:00'],
] as const)('%s', (_what, pace, changes, now, due) => {
  expect(new Date(mailDueAt(pace, { ...settings, ...changes }, utc(now)) ?? 0).toISOString()).toBe(new Date(utc(due)).toISOString())
})

test.each([
  ['by day at once', '2026-11-18T12:10', '2026-11-18T12:10'],
  ['before midnight, in the morning', '2026-11-18T22:10', '2026-11-19T06:00'],
  ['after midnight, in the morning', '2026-11-19T02:10', '2026-11-19T06:00'],
] as const)('quiet hours from 22 to 7: %s', (_what, now, due) => {
  expect(pushDueAt({ ...settings, quiet: { from: 22, until: 7 } }, utc(now))).toBe(utc(due))
})

test('no mail is due for whoever wants none, and one at once waits a minute for the next', () => {
  expect(mailDueAt('off', settings, 0)).toBeNull()
  expect(mailDueAt('now', settings, utc('2026-11-18T12:10'))).toBe(utc('2026-11-18T12:11'))
})

test('what is told here once a day comes at the hour of the mails, also at night', () => {
  const quiet = { ...settings, quiet: { from: 22, until: 9 } }
  expect(digestAt('daily', quiet, utc('2026-11-18T12:10'))).toBe(utc('2026-11-19T07:00'))
  expect(digestAt('weekly', settings, utc('2026-11-18T12:10'))).toBe(utc('2026-11-23T07:00'))
})

test.each([
  ['by standard at eleven', undefined, '2026-11-18T10:00'],
  ['once a week, on Saturday at noon', { pace: 'weekly', hour: 12 }, '2026-11-21T11:00'],
  ['at once, a minute later', { pace: 'now' }, '2026-11-18T09:31'],
] as const)('karma is told %s, in its owner’s time', (_what, karma, due) => {
  const choice = karma === undefined ? {} : { karma: { ...standardKarma, ...karma, chosenAt: 0 } }
  expect(karmaDueAt({ timeZone: 'Europe/Berlin', ...choice }, utc('2026-11-18T09:30'))).toBe(utc(due))
})

test('karma is never due for whoever wants to hear nothing of it', () => {
  expect(karmaDueAt({ timeZone: 'UTC', karma: { ...standardKarma, pace: 'off', chosenAt: 0 } }, T0)).toBeNull()
})
