import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { ClientMessage, ServerMessage } from '#shared/sync/protocol.ts'
import { protocol, schemas } from '#shared/sync/protocol.ts'
import { newId } from '../../simulation/faults/testing/device.ts'

/** A device that says as little as it may, and counts the bytes of what it is told. */
export interface SyncLine {
  say(message: ClientMessage): void
  /** The next message of the kind, those already heard and passed over apart. */
  until(isIt: (message: ServerMessage) => boolean): Promise<{ readonly message: ServerMessage; readonly bytes: number }>
  isOpen(): boolean
  close(): void
}

interface Heard {
  readonly message: ServerMessage
  readonly bytes: number
}

/** Resolves once it has been welcomed. @throws Error when it is turned away, or the line ends. */
export async function listen(
  origin: string,
  cookie: string,
  shapes: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Promise<SyncLine> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/sync`, {
    headers: { cookie, origin, ...headers },
    perMessageDeflate: false,
  })
  const heard: Heard[] = []
  let wake = (): void => undefined
  const say = (message: ClientMessage): void => socket.send(JSON.stringify(message))
  socket.on('message', (data) => {
    const text = String(data)
    // Our own server's.
    const message = JSON.parse(text) as ServerMessage
    if (message.t === 'page') say({ t: 'took', pages: 1 })
    heard.push({ message, bytes: Buffer.byteLength(text) })
    wake()
  })
  await once(socket, 'open')
  // A device in earnest says so every twelve seconds.
  const pings = setInterval(() => say({ t: 'ping' }), 12_000)
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearInterval(pings)
    wake()
  })
  const line: SyncLine = {
    say,
    async until(isIt) {
      for (;;) {
        const at = heard.findIndex(({ message }) => isIt(message))
        const [found] = at < 0 ? [] : heard.splice(0, at + 1).slice(-1)
        if (found !== undefined) return found
        if (!line.isOpen()) throw new Error('the line has ended')
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
    isOpen: () => socket.readyState === WebSocket.OPEN,
    close: () => socket.terminate(),
  }
  say({ t: 'hello', proto: protocol, schema: schemas.current, device: newId(), shapes: shapes.map((id) => ({ id, epoch: '', cursor: 0 })) })
  await line.until(({ t }) => t === 'welcome')
  return line
}
