import { exactTime } from '../../../ui/time-words.ts'

/** IANA name of the zone this device is in. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** "27 November 2026 at 09:00 (Europe/Berlin)": in the zone of this device. */
export function timeInZone(at: number): string {
  return `${exactTime(at, 'own')} (${ownZone()})`
}

/** What a field of type `datetime-local` takes and gives. */
export function fieldOfTime(at: number): string {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** `null` for what is no time. */
export function timeOfField(value: string): number | null {
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/u.test(value) ? new Date(value).getTime() : Number.NaN
  return Number.isNaN(at) ? null : at
}
