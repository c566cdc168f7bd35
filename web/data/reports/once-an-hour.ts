/**
 * Of one kind of trouble at most one report an hour, across reloads and tabs: a fault of sync or of
 * the worker repeats by itself, and says nothing new. Remembers times by kind, nothing else.
 */
import { hourMs } from '#shared/kernel/durations.ts'

const key = 'reported'
const maxKinds = 50

/**
 * Whether trouble of this kind may be reported now; if so, it counts as reported.
 * @param since when it happened, ms since 1970: what was there at the last report is not news.
 */
export function isFirstInAnHour(kind: string, { storage, now, since = now }: HourDeps): boolean {
  const times = read(storage)
  const last = times[kind]
  // A clock that was put back must not silence anything for longer.
  if (last !== undefined && last <= now && (now - last < hourMs || since <= last)) return false
  const kept = Object.entries({ ...times, [kind]: now }).filter(([, at]) => at <= now)
  const newest = kept.sort((a, b) => b[1] - a[1]).slice(0, maxKinds)
  try {
    storage().setItem(key, JSON.stringify(Object.fromEntries(newest)))
  } catch {
    // Full or forbidden: each page reports for itself.
  }
  return true
}

interface HourDeps {
  /** Gives `localStorage`; throws where it is forbidden. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>
  readonly now: number
  readonly since?: number
}

function read(storage: HourDeps['storage']): Readonly<Record<string, number>> {
  try {
    const value: unknown = JSON.parse(storage().getItem(key) ?? '{}')
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(Object.entries(value).filter((pair): pair is [string, number] => typeof pair[1] === 'number'))
  } catch {
    return {}
  }
}
