/**
 * Something between devices and the site that knows messages: it loses them, repeats them and holds
 * them back. A frame that is lost takes its line with it, and none overtakes another: a socket is
 * in order. A request, or its answer, is lost alone, and the copy of one may come after the next.
 */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RawData } from 'ws'
import { WebSocket, WebSocketServer } from 'ws'
import type { Random } from '../../world/random.ts'

export interface Weather {
  /** 0 to 1, of each message. */
  readonly loss: number
  readonly doubled: number
  /** At most, each way; drawn anew for each message. */
  readonly delayMs: number
}

export interface FrameProxy {
  readonly origin: string
  weather: Weather
  readonly done: { lost: number; doubled: number; passed: number }
  close(): Promise<void>
}

export const calm: Weather = { loss: 0, doubled: 0, delayMs: 0 }

export async function startFrameProxy(to: () => number, random: Random): Promise<FrameProxy> {
  const done = { lost: 0, doubled: 0, passed: 0 }
  const proxy = { weather: calm, done }
  const timers = new Set<NodeJS.Timeout>()

  /** How often a message arrives: not at all, once or twice. */
  function copies(): 0 | 1 | 2 {
    if (random.chance(proxy.weather.loss)) {
      done.lost += 1
      return 0
    }
    if (!random.chance(proxy.weather.doubled)) return 1
    done.doubled += 1
    return 2
  }

  function later(work: () => void): void {
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        work()
      },
      random.whole(0, proxy.weather.delayMs),
    )
    timers.add(timer)
  }

  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  const server = createServer((asked, answer) => {
    void bodyOf(asked).then((body) => {
      const times = copies()
      if (times === 0) return void answer.destroy()
      for (let copy = 0; copy < times; copy += 1) {
        later(() => {
          const path = asked.url ?? '/'
          const passed = httpRequest({ host: '127.0.0.1', port: to(), path, method: asked.method ?? 'GET', headers: asked.headers })
          passed.on('response', (given) => {
            void bodyOf(given).then((answered) => {
              if (copies() === 0) return void answer.destroy()
              later(() => {
                if (answer.headersSent || answer.destroyed) return
                done.passed += 1
                answer.writeHead(given.statusCode ?? 502, { 'content-type': given.headers['content-type'] ?? 'text/plain' }).end(answered)
              })
            })
          })
          passed.on('error', () => answer.destroy())
          passed.end(body)
        })
      }
    })
  })
  server.on('upgrade', (asked, stream, head) => {
    const { cookie = '', origin = '', host = '' } = asked.headers
    const site = new WebSocket(`ws://127.0.0.1:${to()}${asked.url ?? ''}`, {
      headers: { cookie, origin, host },
      perMessageDeflate: false,
    })
    site.on('error', () => stream.destroy())
    site.once('open', () => sockets.handleUpgrade(asked, stream, head, (device) => join(device, site)))
  })

  function join(device: WebSocket, site: WebSocket): void {
    const cut = (): void => {
      device.terminate()
      site.terminate()
    }
    for (const end of [device, site]) end.on('close', cut).on('error', cut)
    carry(device, site, cut)
    carry(site, device, cut)
  }

  /** A socket keeps its order, whatever happens: what is late holds up what is behind it. */
  function carry(from: WebSocket, to: WebSocket, cut: () => void): void {
    let last: Promise<void> = Promise.resolve()
    from.on('message', (data: RawData) => {
      const times = copies()
      if (times === 0) return cut()
      for (let copy = 0; copy < times; copy += 1) {
        const before = last
        last = new Promise((resolve) => later(() => void before.then(resolve)))
        void last.then(() => {
          if (to.readyState !== WebSocket.OPEN) return
          done.passed += 1
          to.send(String(data))
        })
      }
    })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // It listens on a port of its own.
  const { port } = server.address() as AddressInfo
  return Object.assign(proxy, {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      timers.forEach(clearTimeout)
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer) // of a stream without an encoding
  return Buffer.concat(parts)
}
