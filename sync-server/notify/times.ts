/**
 * When a notification goes out: in the member's own hours, whatever the clocks of their country do.
 */
import type { MailFrequency, NoticeFrequency } from '#shared/notifications/types.ts'
import type { NoticeSettings } from '#shared/notifications/schema.ts'
import { karmaChoiceOf } from '#shared/notifications/schema.ts'
import { hourMs } from '#shared/kernel/durations.ts'

/** What goes out at once waits this long for what follows right after. */
export const togetherMs = 60_000

type Hours = Pick<NoticeSettings, 'timeZone' | 'digestHour' | 'digestDay' | 'quiet'>

/** `null`: never. */
export function mailDueAt(pace: MailFrequency, settings: Hours, now: number): number | null {
  if (pace === 'off') return null
  return pace === 'now' ? afterQuiet(settings, now + togetherMs) : digestAt(pace, settings, now)
}

/**
 * When what is told here once a day or once a week comes into sight. It makes no sound: quiet hours
 * do not hold it up.
 */
export function digestAt(pace: NoticeFrequency, { timeZone, digestHour: hour, digestDay: day }: Hours, now: number): number {
  return nextAt(pace, { timeZone, hour, day }, now)
}

/**
 * `null`: its owner wants to hear nothing of it. At once, too, waits for what follows right after:
 * a vote that was a slip is taken back by then.
 */
export function karmaDueAt(settings: Pick<NoticeSettings, 'timeZone' | 'karma'>, now: number): number | null {
  const { pace, hour, day } = karmaChoiceOf(settings)
  if (pace === 'off') return null
  return pace === 'now' ? now + togetherMs : nextAt(pace, { timeZone: settings.timeZone, hour, day }, now)
}

interface Beat {
  readonly timeZone: string
  readonly hour: number
  readonly day: number
}

/**
 * The next of the hours that is theirs: at most eight days of them, an hour of the clock at a time,
 * so that days of 23 and 25 hours are right.
 */
function nextAt(pace: NoticeFrequency, beat: Beat, now: number): number {
  const clock = clockOf(beat.timeZone)
  for (let at = startOfHour(now) + hourMs; at <= now + 9 * 24 * hourMs; at += hourMs) {
    const { hour, day } = localHour(clock, at)
    if (hour === beat.hour && (pace === 'daily' || day === beat.day)) return at
  }
  return now + 24 * hourMs // an hour that the zone never has
}

export function pushDueAt(settings: Hours, now: number): number {
  return afterQuiet(settings, now)
}

/** That very time, or the end of the quiet hours it falls into. */
function afterQuiet({ quiet, timeZone }: Hours, at: number): number {
  if (quiet === null) return at
  const clock = clockOf(timeZone)
  if (!isQuiet(quiet, localHour(clock, at).hour)) return at
  let next = startOfHour(at)
  for (let hours = 0; hours < 25 && isQuiet(quiet, localHour(clock, next).hour); hours += 1) next += hourMs
  return next
}

function isQuiet({ from, until }: NonNullable<Hours['quiet']>, hour: number): boolean {
  return from < until ? from <= hour && hour < until : from <= hour || hour < until
}

/** Zones of half an hour are off by as much: their hours begin in the middle of ours. */
const startOfHour = (at: number): number => Math.floor(at / hourMs) * hourMs

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

function localHour(clock: Intl.DateTimeFormat, at: number): { readonly hour: number; readonly day: number } {
  const parts = clock.formatToParts(at)
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? ''
  return { hour: Number(part('hour')) % 24, day: days.indexOf(part('weekday')) }
}

/** Made once for each answer: making one costs more than asking it for a week of hours. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const options = { hour: '2-digit', weekday: 'short', hourCycle: 'h23' } as const
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone })
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }) // a name that nobody knows
  }
}
