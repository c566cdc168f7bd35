/**
 * What a test has cost: CPU seconds of a process and of everything it has started. Linux alone says
 * it; elsewhere it is 0.
 */
import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

interface Usage {
  readonly parent: number
  readonly seconds: number
}

/**
 * CPU seconds so far of the process, its living descendants, and those of them that have ended and
 * were waited for.
 */
export function cpuSecondsOf(pid: number): number {
  const all = new Map<number, Usage>()
  for (const name of numbersIn('/proc')) {
    const usage = usageOf(name)
    if (usage !== null) all.set(Number(name), usage)
  }
  let sum = 0
  for (const [id, { seconds }] of all) if (descendsFrom(id, pid, all)) sum += seconds
  return sum
}

function descendsFrom(id: number, ancestor: number, all: ReadonlyMap<number, Usage>): boolean {
  for (let at = id; at > 1; at = all.get(at)?.parent ?? 0) if (at === ancestor) return true
  return false
}

function usageOf(pid: string): Usage | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may have spaces in it. Then: state, parent, …, and the times from
    // the 14th field on.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0)
    return { parent: Number(fields[1]), seconds: ticks / ticksPerSecond }
  } catch {
    return null // ended meanwhile
  }
}

function numbersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/u.test(name))
  } catch {
    return []
  }
}
