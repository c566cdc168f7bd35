/** Ports below the range from which the system gives out others: what a killed server had, nobody else takes before it is back. */
import { createServer } from 'node:net'
import type { Server } from 'node:net'

const first = 21_000
const last = 32_000
const blockSize = 10

export interface PortBlock {
  /** The ports after it, `blockSize - 1` of them, are this run's. */
  readonly base: number
  release(): void
}

/** A block that no other run on this machine has: its first port is held as long as the run lasts. */
export async function takePortBlock(): Promise<PortBlock> {
  for (let base = first; base < last; base += blockSize) {
    const guard = await listenOn(base)
    if (guard !== null) return { base, release: () => guard.close() }
  }
  throw new Error(`No free block of ports between ${first} and ${last}.`)
}

function listenOn(port: number): Promise<Server | null> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

/** Of this worker, from 1: two workers never run in one slot at once. */
export const slot = Number(process.env['VITEST_POOL_ID'] ?? 1)
