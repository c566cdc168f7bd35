import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Below the ports that the system gives to outgoing connections: nothing takes one by chance while its server is down. */
const first = 20_000
const count = 12_000

/** A free port of 127.0.0.1 for a server that will be killed and started again there. */
export async function freePort(isFree = canListen, random = Math.random): Promise<number> {
  for (;;) {
    const port = first + Math.floor(random() * count)
    if (await isFree(port)) return port
  }
}

/** Resolves once a server can listen at `port`: a killed server's sockets may need a moment. @throws Error after `patienceMs`. */
export async function untilFree(port: number, patienceMs = 30_000): Promise<void> {
  const end = performance.now() + patienceMs
  while (!(await canListen(port))) {
    if (performance.now() > end) throw new Error(`Port ${port} is still in use after ${patienceMs} ms.`)
    await sleep(50)
  }
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
  server.close()
  await once(server, 'close')
  return true
}
