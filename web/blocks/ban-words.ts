import { shortDate } from '../ui/time-words.ts'

/** What everybody may know of a suspension. */
export interface PublicBan {
  /** ms since 1970. */
  readonly until: number
  /** Empty where none was given. */
  readonly reason: string
}

/** In the year 2200: nobody waits for that. */
const forGoodMs = 7_258_118_400_000

export function banWords({ until, reason }: PublicBan): string {
  const time = until > forGoodMs ? 'Suspended for good' : `Suspended until ${shortDate(until)}`
  return reason === '' ? `${time}.` : `${time}. Reason: ${reason}`
}
