import ical from 'node-ical'
import { expect, test } from 'vitest'
import type { CalendarEvent } from './ics.ts'
import { icsOf } from './ics.ts'

const event = {
  ...{ uid: 'a@example.org', sequence: 3, changedAt: Date.UTC(2026, 10, 1), startAt: Date.UTC(2026, 11, 3, 18), title: 'Walk' },
  ...{ endAt: Date.UTC(2026, 11, 3, 20), location: '', description: '', url: 'https://example.org/events/a', isCancelled: false },
}

const of = (over: Partial<CalendarEvent> = {}) => icsOf({ siteName: 'Lyceum', events: [{ ...event, ...over }] })

/** As another program reads it: the events, and what else it has found. */
function readBack(text: string) {
  const found = Object.values(ical.sync.parseICS(text)).filter((component) => component !== undefined)
  return found.flatMap((component) => (component.type === 'VEVENT' ? [component] : []))
}

const textOf = (value: unknown): unknown => (typeof value === 'object' && value !== null && 'val' in value ? value.val : value)

test('says when it is, as moments, and counts its changes', () => {
  const [read, ...more] = readBack(of())
  expect(more).toEqual([])
  expect(read).toMatchObject({ uid: 'a@example.org', summary: 'Walk', status: 'CONFIRMED', method: 'PUBLISH' })
  expect(Number(read?.sequence)).toBe(3)
  expect(textOf(read?.url)).toBe('https://example.org/events/a')
  const moments = [read?.start, read?.end, read?.dtstamp, read?.lastmodified].map((date) => date?.getTime())
  expect(moments).toEqual([event.startAt, event.endAt, event.changedAt, event.changedAt])
})

test('a canceled one says so under the same name; one without an end has none', () => {
  const text = of({ isCancelled: true, endAt: null })
  expect(readBack(text)).toMatchObject([{ uid: 'a@example.org', status: 'CANCELLED' }])
  expect(text).not.toContain('DTEND')
})

test('a calendar that is followed has a name, how often it changes, and all events', () => {
  const events = [event, { ...event, uid: 'b@example.org', title: 'Talk' }]
  const text = icsOf({ siteName: 'Lyceum', events, followed: { name: 'Bergen; walks, and\nX-EVIL:1', everySeconds: 3_600 } })
  expect(readBack(text).map(({ uid, summary }) => [uid, textOf(summary)])).toEqual([
    ['a@example.org', 'Walk'],
    ['b@example.org', 'Talk'],
  ])
  expect(text).toContain('X-WR-CALNAME:Bergen\\; walks\\, and X-EVIL:1\r\n')
  expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n')
})

const lineBreaks = ['\n', '\r\n', '\r', '\u2028', '\u0085']

test.each([
  ['signs of the format', 'Tea; coffee, or a back\\slash: "both"'],
  ['lines', 'One\nTwo\n\nFour'],
  ['what looks like another property', 'Walk\nATTACH:https://evil.example/\nEND:VEVENT'],
  ['a script', '<script>alert(1)</script>'],
])('%s come back as they were', (_what, text) => {
  const [read, ...more] = readBack(of({ title: text, location: text, description: text }))
  expect(more).toEqual([])
  expect([read?.summary, read?.location, read?.description].map(textOf)).toEqual([text, text, text])
  expect(read).not.toHaveProperty('attach')
})

test.each(lineBreaks)('a line break of any sort (%j) stays in its value, in the name of the site too', (sign) => {
  const hostile = `Walk${sign}ATTACH:x`
  const text = icsOf({ siteName: hostile, events: [{ ...event, title: hostile }], followed: { name: hostile, everySeconds: 60 } })
  expect(textOf(readBack(text)[0]?.summary)).toBe('Walk\nATTACH:x')
  const names = text
    .replaceAll('\r\n ', '')
    .split(/\r\n|[\n\r\u2028\u0085]/u)
    .map((line) => line.split(/[:;]/u)[0])
  expect(names).not.toContain('ATTACH')
})

test.each([
  ['letters', 'a'.repeat(400)],
  ['signs of three octets', '日本語の集まり'.repeat(30)],
  ['signs of four octets', `x${'🌊'.repeat(90)}`],
])('lines of %s have at most 75 octets, and no sign is cut', (_what, text) => {
  const ics = of({ title: text })
  const octets = ics.split('\r\n').map((line) => Buffer.byteLength(line))
  expect(Math.max(...octets)).toBeLessThanOrEqual(75)
  expect(Math.max(...octets)).toBeGreaterThan(70)
  expect(textOf(readBack(ics)[0]?.summary)).toBe(text)
})

test.each([
  ['before summer ends in Berlin', Date.UTC(2026, 9, 25, 0, 30)],
  ['after it', Date.UTC(2026, 9, 25, 1, 30)],
  ['before summer begins in Sydney', Date.UTC(2026, 9, 3, 15, 59)],
  ['after it', Date.UTC(2026, 9, 3, 16, 0)],
])('a moment %s is that moment in every zone', (_what, startAt) => {
  expect(readBack(of({ startAt, endAt: null }))[0]?.start.getTime()).toBe(startAt)
})
