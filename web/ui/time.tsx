import { exactTime, relativeTime, shortDate } from './time-words.ts'

interface TimeProps {
  /** ms since 1970 */
  readonly at: number
  /**
   * From one `useNow()` for a whole list; `null` (the server, and the first drawing) shows the
   * date.
   */
  readonly now: number | null
  readonly className?: string | undefined
}

/**
 * A moment: the date in the HTML, which is cached for all; with a script how long ago, and the
 * exact time on hover. An inline script has put the age in the date's place before it was painted
 * (web/app/ages.inline.js): React leaves that as it is, and goes on from there.
 */
export function Time({ at, now, className }: TimeProps) {
  return (
    <time
      className={className}
      dateTime={new Date(at).toISOString()}
      title={now === null ? undefined : exactTime(at, 'own')}
      suppressHydrationWarning
    >
      {now === null ? shortDate(at) : relativeTime(at, now)}
    </time>
  )
}
