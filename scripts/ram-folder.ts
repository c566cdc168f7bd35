import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { availableMemory } from 'node:process'
import { join } from 'node:path'

const memory = '/dev/shm'
const prefix = 'lyceum-test-'
/** A whole run has less than a fifth of it at once. */
const maxBytes = 4 * 2 ** 30

/**
 * Where a run's stores and profiles of browsers lie: in memory where there is room, so that no test
 * waits for a disk (a tenth of the journeys' time). Removed when this process ends; what killed
 * runs have left is removed first. Empty where the system's own folder has to do.
 */
export function ramFolder(): Readonly<Record<string, string>> {
  try {
    const left = readdirSync(memory).filter((name) => name.startsWith(prefix) && !isRunning(Number(name.slice(prefix.length))))
    for (const name of left) rmSync(join(memory, name), { recursive: true, force: true })
    const { bavail, bsize } = statfsSync(memory)
    if (Math.min(bavail * bsize, availableMemory() / 2) < maxBytes) return {}
    const folder = join(memory, `${prefix}${process.pid}`)
    mkdirSync(folder)
    process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
    return { TMPDIR: folder }
  } catch {
    return {}
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
