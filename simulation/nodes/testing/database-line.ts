/**
 * The line between one node and the database: it can be cut, slow, or dead without a word. It knows
 * bytes, not messages.
 */
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'

export interface DatabaseLine {
  readonly port: number
  /** Each way. */
  delayMs: number
  /** Nothing passes any more, and nobody is told; what comes meanwhile is lost with its line. */
  isDead: boolean
  cut(): void
  close(): Promise<void>
}

/** @param path of the socket file that the database listens on. */
export async function startDatabaseLine(path: string): Promise<DatabaseLine> {
  const ends = new Set<Socket>()
  const line = { delayMs: 0, isDead: false }
  const server = createServer((node) => {
    const database = connect(path)
    /** Something was lost on it: it can never be whole again. */
    let isTorn = false
    const destroy = (): void => {
      node.destroy()
      database.destroy()
    }
    const pass = (from: Socket, to: Socket): void => {
      from.on('data', (chunk: Buffer) => {
        isTorn ||= line.isDead
        if (isTorn) return
        if (line.delayMs === 0) to.write(chunk)
        else setTimeout(() => to.writable && to.write(chunk), line.delayMs)
      })
      // A dead line does not say either that its other end is gone.
      from.on('close', () => (ends.delete(from), line.isDead || destroy()))
      from.on('error', () => undefined)
      ends.add(from)
    }
    pass(node, database)
    pass(database, node)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // It listens on a port of its own.
  const { port } = server.address() as AddressInfo
  const cut = (): void => ends.forEach((end) => end.destroy())
  return Object.assign(line, {
    port,
    cut,
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  })
}
