import type { Recurrence } from './recurrence.ts'
import { weekOfMonth } from './recurrence.ts'
import { utcOf } from './zones.ts'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const weeks = ['First', 'Second', 'Third', 'Fourth', 'Last'] as const

/** `Every second Tuesday`, `Last Friday of every month`. @param planned by the clock. */
export function recurrenceWords(every: Recurrence, planned: string): string {
  const date = new Date(utcOf(planned) ?? 0)
  const weekday = weekdays[date.getUTCDay()] ?? ''
  if (every === 'month') return `${weeks[weekOfMonth(date.getUTCDate()) - 1] ?? ''} ${weekday} of every month`
  return every === 'week' ? `Every ${weekday}` : `Every second ${weekday}`
}
