/**
 * Times as they stand on a wall clock somewhere (`2026-12-03T19:00`), and the moments they are.
 * What a zone's clock does and did is known to the runtime (`Intl`, the IANA database).
 */
import { dayMs } from '../kernel/durations.ts'

/** To be chosen from, by name; each runtime knows its own. */
export const zoneNames = (): readonly string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

/** Whether this runtime knows a place of this name; offsets such as `+01:00` are no places. */
export function isZone(name: string): boolean {
  return clockOf(name) !== null
}

/**
 * The moment at which a clock in this zone shows that. `null`: it never does, since there is no
 * such day or the clock leaps over it. What it shows twice, as summer ends, is the first.
 */
export function momentOf(wall: string, zone: string): number | null {
  const asUtc = utcOf(wall)
  if (asUtc === null || !isZone(zone)) return null
  const offsets = [asUtc - dayMs, asUtc + dayMs].map((at) => shownMs(at, zone) - at)
  const found = offsets.map((offset) => asUtc - offset).filter((at) => shownMs(at, zone) === asUtc)
  return found.length === 0 ? null : Math.min(...found)
}

/**
 * As `momentOf`; what the clock leaps over is moved by as much, as RFC 5545 has it: 02:30 becomes
 * 03:30. @param wall a day and hour that there is (`utcOf`). @param zone one that `isZone`.
 */
export function movedMomentOf(wall: string, zone: string): number {
  const asUtc = utcOf(wall) ?? Number.NaN
  const before = asUtc - dayMs
  return momentOf(wall, zone) ?? asUtc - (shownMs(before, zone) - before)
}

/** What a clock in this zone shows at that moment. @param zone one that `isZone`. */
export const wallAt = (at: number, zone: string): string => wallOf(shownMs(at, zone))

/** As if it were in UTC, to be reckoned with; `null`: there is no such day or hour. */
export function utcOf(wall: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/u.test(wall)) return null
  const at = Date.parse(`${wall}:00Z`)
  return Number.isNaN(at) || wallOf(at) !== wall ? null : at
}

const wallOf = (asUtc: number): string => new Date(asUtc).toISOString().slice(0, 16)

function shownMs(at: number, zone: string): number {
  const parts = new Map(
    clockOf(zone)
      ?.formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const [year = 0, month = 1, day = 1] = [parts.get('year'), parts.get('month'), parts.get('day')]
  return Date.UTC(year, month - 1, day, parts.get('hour'), parts.get('minute'), parts.get('second'))
}

/** Made once: making one costs more than all that is asked of it. */
const clocks = new Map<string, Intl.DateTimeFormat>()
/** There are some hundred zones; their names can be written in upper and lower case without end. */
const maxClocks = 1_000

function clockOf(zone: string): Intl.DateTimeFormat | null {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/u.test(zone)) return null
  try {
    const made = new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone: zone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    })
    if (clocks.size >= maxClocks) clocks.clear()
    clocks.set(zone, made)
    return made
  } catch (error) {
    // That is how it says that it knows no such zone.
    if (error instanceof RangeError) return null
    throw error
  }
}
