import { utcOf } from '#shared/events/zones.ts'
import { longDay } from '../../ui/time-words.ts'

/**
 * `Thursday, 3 December 2026, 19:00–21:00`, of what a clock shows (`2026-12-03T19:00`).
 * @param ends empty: not known.
 */
export function whenWords(starts: string, ends: string): string {
  if (ends === '' || ends === starts) return dayAndHour(starts)
  return dayOf(ends) === dayOf(starts) ? `${dayAndHour(starts)}–${hourOf(ends)}` : `${dayAndHour(starts)} – ${dayAndHour(ends)}`
}

/** `Europe/Berlin`, `America/New York` */
export const zoneWords = (zone: string): string => zone.replaceAll('_', ' ')

/** What the clock of this device shows at a moment. */
export function ownWall(at: number): string {
  const local = new Date(at)
  const digits = (n: number, count = 2) => String(n).padStart(count, '0')
  const day = `${digits(local.getFullYear(), 4)}-${digits(local.getMonth() + 1)}-${digits(local.getDate())}`
  return `${day}T${digits(local.getHours())}:${digits(local.getMinutes())}`
}

const dayOf = (wall: string): string => wall.slice(0, 10)
const hourOf = (wall: string): string => wall.slice(11)
const dayAndHour = (wall: string): string => `${longDay(utcOf(wall) ?? 0)}, ${hourOf(wall)}`
