import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Below the ports that the system gives to outgoing connections: nothing takes one by chance while
 * its server is down.
 */
const first = 20_000
const count = 6_000
/** After those, so that a port of one kind is never one of the other. */
const blocks = { first: 26_000, end: 32_000, size: 10 }

/** A free port of 127.0.0.1 for a server that will be killed and started again there. */
export async function freePort(isFree = canListen, random = Math.random): Promise<number> {
  for (;;) {
    const port = first + Math.floor(random() * count)
    if (await isFree(port)) return port
  }
}

/**
 * Resolves once a server can listen at `port`: a killed server's sockets may need a moment. @throws
 * Error after `patienceMs`.
 */
export async function untilFree(port: number, patienceMs = 30_000): Promise<void> {
  const end = performance.now() + patienceMs
  while (!(await canListen(port))) {
    if (performance.now() > end) throw new Error(`Port ${port} is still in use after ${patienceMs} ms.`)
    await sleep(50)
  }
}

export interface PortBlock {
  /** The ports after it, nine of them, are this run's. */
  readonly base: number
  release(): void
}

/**
 * A block that no other run on this machine has: its first port is held as long as the run lasts.
 * What a killed run has left may listen at the others, and every test there would wait for it in
 * vain.
 */
export async function takePortBlock(): Promise<PortBlock> {
  for (let base = blocks.first; base < blocks.end; base += blocks.size) {
    const guard = await listenAt(base)
    if (guard === null) continue
    if (await areFree(base + 1, base + blocks.size)) return { base, release: () => guard.close() }
    guard.close()
  }
  throw new Error(`No free block of ports between ${blocks.first} and ${blocks.end}.`)
}

async function areFree(from: number, end: number): Promise<boolean> {
  for (let port = from; port < end; port += 1) if (!(await canListen(port))) return false
  return true
}

async function canListen(port: number): Promise<boolean> {
  const server = await listenAt(port)
  if (server === null) return false
  server.close()
  await once(server, 'close')
  return true
}

/** `null`: something listens there already. */
async function listenAt(port: number): Promise<Server | null> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return server
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null
    throw error
  }
}
