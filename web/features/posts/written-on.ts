import { monthName } from '../../ui/time-words.ts'

/**
 * `1862`, `June 1862`, `1 June 1862`, from the three forms in which a post says when it was
 * written.
 */
export function writtenInWords(writtenOn: string): string {
  const [year = '', month, day] = writtenOn.split('-')
  const parts = [day === undefined ? null : String(Number(day)), month === undefined ? null : monthName(Number(month)), year]
  return parts.filter((part) => part !== null && part !== undefined).join(' ')
}
