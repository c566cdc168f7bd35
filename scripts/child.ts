import type { ChildProcess } from 'node:child_process'

const children = new Set<ChildProcess>()

/** A server or browser that is left running holds its port and a core: whatever ends this process ends the child. */
export function endWithUs(child: ChildProcess): void {
  children.add(child)
  child.once('exit', () => children.delete(child))
}

process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
