import { readFileSync } from 'node:fs'

/** Memory that a process holds, all its threads included, in MiB. Linux only. */
export function residentMiB(pid: number): number {
  const kiB = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (kiB === undefined) throw new Error(`no memory figure for process ${pid}`)
  return Number(kiB) / 1024
}

/** The most it held while `work` ran, looked at every quarter of a second. */
export async function peakMiB(pid: number, work: () => Promise<void>): Promise<number> {
  let peak = residentMiB(pid)
  const timer = setInterval(() => (peak = Math.max(peak, residentMiB(pid))), 250)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return Math.max(peak, residentMiB(pid))
}

/**
 * As `processorMs`, of the thread that answers, and of all others: writing, compressing, rendering
 * of documents. Linux only.
 */
export function processorByThread(pid: number): { readonly mainMs: number; readonly otherMs: number } {
  const mainMs = processorOf(`/proc/${pid}/task/${pid}/stat`)
  return { mainMs, otherMs: processorMs(pid) - mainMs }
}

/** Of a process and its children. */
export function processorOfFamily(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  return [String(pid), ...children.filter((child) => child !== '')].reduce((sum, each) => sum + processorMs(Number(each)), 0)
}

/** Processor time that a process has taken so far, all its threads included, in ms. Linux only. */
export function processorMs(pid: number): number {
  return processorOf(`/proc/${pid}/stat`)
}

function processorOf(path: string): number {
  // The name in brackets may hold blanks; user and system time are the 12th and 13th after it, in
  // hundredths of a second.
  const fields = readFileSync(path, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}
