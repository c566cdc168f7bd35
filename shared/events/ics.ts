/**
 * An event as calendars take it (RFC 5545). Times are moments in UTC: each calendar has its own
 * zone.
 */

export interface CalendarEvent {
  /** The same for good, whatever changes: by it a calendar knows that it has the event already. */
  readonly uid: string
  readonly sequence: number
  readonly changedAt: number
  readonly startAt: number
  readonly endAt: number | null
  readonly title: string
  readonly location: string
  readonly description: string
  readonly url: string
  readonly isCancelled: boolean
}

export function icsOf(event: CalendarEvent, siteName: string): string {
  const { uid, sequence, changedAt, startAt, endAt, title, location, description, url, isCancelled } = event
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(siteName)}//Events//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${stamp(changedAt)}`,
    `LAST-MODIFIED:${stamp(changedAt)}`,
    `DTSTART:${stamp(startAt)}`,
    ...(endAt === null ? [] : [`DTEND:${stamp(endAt)}`]),
    `SUMMARY:${escaped(title)}`,
    ...(location === '' ? [] : [`LOCATION:${escaped(location)}`]),
    ...(description === '' ? [] : [`DESCRIPTION:${escaped(description)}`]),
    `URL:${url}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** `20261203T180000Z` */
const stamp = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d{3}/gu, '')

/** No character of it ends the line, or the value. */
const escaped = (text: string): string =>
  text
    .replace(/\r\n?|[\u0085\u2028\u2029]/gu, '\n')
    .replace(/[\u0000-\u0009\u000B-\u001F\u007F]/gu, ' ')
    .replace(/[\\;,]/gu, '\\$&')
    .replaceAll('\n', '\\n')

const most = 75
const encoder = new TextEncoder()

/** At most 75 octets in each line, the space before what goes on included; no character is cut. */
function folded(line: string): string {
  const lines: string[] = []
  let [current, octets] = ['', 0]
  for (const character of line) {
    const more = encoder.encode(character).length
    if (octets + more > most) {
      lines.push(current)
      ;[current, octets] = [' ', 1]
    }
    current += character
    octets += more
  }
  return [...lines, current].join('\r\n')
}
