import type { ChildProcess } from 'node:child_process'

const ends = new Set<() => void>()

/**
 * A server or browser that is left running holds its port and a core: whatever ends this process
 * ends the child.
 */
export function endWithUs(child: ChildProcess): void {
  whileRunning(child, () => child.kill('SIGKILL'))
}

/**
 * The same for a child that leads a process group (`detached`), and all that it runs. Returns what
 * ends them before.
 */
export function endGroupWithUs(child: ChildProcess): () => void {
  const end = (): void => {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
  whileRunning(child, end)
  return end
}

function whileRunning(child: ChildProcess, end: () => void): void {
  ends.add(end)
  child.once('exit', () => ends.delete(end))
}

process.on('exit', () => {
  for (const end of ends) end()
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
