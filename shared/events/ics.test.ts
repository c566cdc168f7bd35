import { expect, test } from 'vitest'
import { icsOf } from './ics.ts'

const event = {
  ...{ uid: 'a@example.org', sequence: 3, changedAt: Date.UTC(2026, 10, 1), startAt: Date.UTC(2026, 11, 3, 18), title: 'Walk' },
  ...{ endAt: Date.UTC(2026, 11, 3, 20), location: '', description: '', url: 'https://example.org/events/a', isCancelled: false },
}

/** As a calendar reads it: lines put together again, values by name, escapes undone. */
function read(ics: string): Readonly<Record<string, string>> {
  expect(ics.endsWith('\r\n')).toBe(true)
  const lines = ics.replaceAll('\r\n ', '').trimEnd().split('\r\n')
  expect(lines.filter((line) => /[\r\n]/u.test(line))).toEqual([])
  const undone = (value: string) => value.replace(/\\(.)/gu, (_all, sign: string) => (sign === 'n' ? '\n' : sign))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(':')), undone(line.slice(line.indexOf(':') + 1))]))
}

test('says when it is, as moments, and counts its changes', () => {
  expect(read(icsOf(event, 'Lyceum'))).toEqual({
    ...{ BEGIN: 'VEVENT', VERSION: '2.0', PRODID: '-//Lyceum//Events//EN', CALSCALE: 'GREGORIAN', METHOD: 'PUBLISH' },
    ...{ UID: 'a@example.org', SEQUENCE: '3', DTSTAMP: '20261101T000000Z', 'LAST-MODIFIED': '20261101T000000Z' },
    ...{ DTSTART: '20261203T180000Z', DTEND: '20261203T200000Z', SUMMARY: 'Walk', URL: 'https://example.org/events/a' },
    ...{ STATUS: 'CONFIRMED', END: 'VCALENDAR' },
  })
})

test('a canceled one says so; one without an end has none', () => {
  const found = read(icsOf({ ...event, isCancelled: true, endAt: null }, 'Lyceum'))
  expect(found).toMatchObject({ STATUS: 'CANCELLED', UID: 'a@example.org' })
  expect(found).not.toHaveProperty('DTEND')
})

test.each([
  ['signs of the format', 'Tea; coffee, or a back\\slash: "both"'],
  ['lines', 'One\nTwo\n\nFour'],
  ['what looks like another property', 'Walk\nATTACH:https://evil.example/\nEND:VEVENT'],
])('%s come back as they were', (_what, text) => {
  const found = read(icsOf({ ...event, title: text, location: text, description: text }, 'Lyceum'))
  expect(found).toMatchObject({ SUMMARY: text, LOCATION: text, DESCRIPTION: text })
  expect(found).not.toHaveProperty('ATTACH')
})

test.each(['\r\n', '\r', '\u2028', '\u0085'])('a line break of any sort (%j) stays in its value', (sign) => {
  const ics = icsOf({ ...event, title: `Walk${sign}ATTACH:x` }, 'Lyceum')
  expect(read(ics)['SUMMARY']).toBe('Walk\nATTACH:x')
})

test.each([
  ['letters', 'a'.repeat(400)],
  ['signs of three octets', '日本語の集まり'.repeat(30)],
  ['signs of four octets', `x${'🌊'.repeat(90)}`],
])('lines of %s have at most 75 octets, and no sign is cut', (_what, text) => {
  const ics = icsOf({ ...event, title: text }, 'Lyceum')
  const octets = ics.split('\r\n').map((line) => Buffer.byteLength(line))
  expect(Math.max(...octets)).toBeLessThanOrEqual(75)
  expect(Math.max(...octets)).toBeGreaterThan(70)
  expect(read(ics)['SUMMARY']).toBe(text)
})
