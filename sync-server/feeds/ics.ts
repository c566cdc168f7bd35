/**
 * Events as calendars take them (RFC 5545), by `ical-generator`. Times are moments in UTC: each
 * calendar has its own zone, and a moment is right in all of them.
 */
import type { ICalEventData } from 'ical-generator'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

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
  /** Of a member's own: they may come, or wait for a place. */
  readonly isTentative?: boolean
}

interface Calendar {
  readonly siteName: string
  readonly events: readonly CalendarEvent[]
  /** Of one that is followed: its name, and after how many seconds it is asked for anew. */
  readonly followed?: { readonly name: string; readonly everySeconds: number }
}

export function icsOf({ siteName, events, followed }: Calendar): string {
  const calendar = ical({
    prodId: { company: named(siteName), product: 'Events', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ...(followed !== undefined && { name: named(followed.name), ttl: followed.everySeconds }),
    events: events.map(entryOf),
  })
  return `${calendar.toString()}\r\n`
}

function entryOf(event: CalendarEvent): ICalEventData {
  const { uid, sequence, changedAt, startAt, endAt, title, location, description, url } = event
  const changed = new Date(changedAt)
  return {
    ...{ id: uid, sequence, stamp: changed, lastModified: changed, start: new Date(startAt), url },
    ...(endAt !== null && { end: new Date(endAt) }),
    summary: plain(title),
    ...(location !== '' && { location: plain(location) }),
    ...(description !== '' && { description: plain(description) }),
    status: statusOf(event),
  }
}

function statusOf({ isCancelled, isTentative }: CalendarEvent): ICalEventStatus {
  if (isCancelled) return ICalEventStatus.CANCELLED
  return isTentative === true ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED
}

/**
 * The library escapes line feeds; what other readers take for the end of a line it lets through.
 */
const plain = (text: string): string =>
  text.replace(/\r\n?|[\u0085\u2028\u2029]/gu, '\n').replace(/[\u0000-\u0009\u000B-\u001F\u007F]/gu, ' ')

/** Names it does not escape at all: a line break in one would begin another property. */
const named = (text: string): string =>
  plain(text)
    .replaceAll('\n', ' ')
    .replace(/[\\;,]/gu, '\\$&')
