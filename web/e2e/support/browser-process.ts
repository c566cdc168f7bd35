import { readFileSync, readdirSync } from 'node:fs'

/**
 * The process that was started on this profile, or `null`; its helpers go with it. Linux alone
 * knows it by this.
 */
export function browserOf(profileDir: string): number | null {
  const found = readdirSync('/proc').find((name) => {
    if (!/^\d+$/u.test(name)) return false
    const words = wordsOf(name)
    return words.includes(`--user-data-dir=${profileDir}`) && !words.some((word) => word.startsWith('--type='))
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
