import { readFileSync, readdirSync } from 'node:fs'

/**
 * The process that was started on this profile, or `null`; its helpers go with it. Linux alone
 * knows it by this.
 */
export const browserOf = (profileDir: string): number | null => browserWith(`--user-data-dir=${profileDir}`)

/** The process that was started with this word. */
export function browserWith(wanted: string): number | null {
  const found = readdirSync('/proc').find((name) => {
    if (!/^\d+$/u.test(name)) return false
    const words = wordsOf(name)
    return words.includes(wanted) && !words.some((word) => word.startsWith('--type='))
  })
  return found === undefined ? null : Number(found)
}

function wordsOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return [] // ended meanwhile
  }
}
