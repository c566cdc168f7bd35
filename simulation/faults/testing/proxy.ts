/**
 * A TCP line between devices and the site that can be cut, delayed, or answered by somebody else.
 * It knows bytes, not messages.
 */
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'

export interface Proxy {
  readonly origin: string
  /** Each way, in ms. */
  delayMs: number
  /** Each n-th chunk of bytes is lost, and both ends with it; 0: none. */
  cutEvery: number
  /** HTML for whatever is asked, as in a hotel. */
  isPortal: boolean
  /** The next bytes towards devices are thrown away and their line is cut, for so many lines. */
  answersToCut: number
  readonly cutsMade: number
  cutAll(): void
  close(): Promise<void>
}

const portal = '<!doctype html><title>Welcome to the hotel</title><p>Please accept our terms.</p>'
const portalAnswer = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${portal.length}\r\nconnection: close\r\n\r\n${portal}`

export async function startProxy(to: () => number): Promise<Proxy> {
  const lines = new Set<() => void>()
  const proxy = { delayMs: 0, cutEvery: 0, isPortal: false, answersToCut: 0, cutsMade: 0 }

  const server = createServer((device) => {
    if (proxy.isPortal) {
      device.once('data', () => device.end(portalAnswer))
      device.on('error', () => undefined)
      return
    }
    const site = connect(to(), '127.0.0.1')
    const cut = (): void => {
      lines.delete(cut)
      device.destroy()
      site.destroy()
    }
    lines.add(cut)
    for (const end of [device, site]) end.on('error', cut).on('close', cut)
    pass(device, site, cut, () => false)
    pass(site, device, cut, () => {
      // Only what answers a message: the handshake's own answer begins with HTTP.
      if (proxy.answersToCut === 0) return false
      proxy.answersToCut -= 1
      return true
    })
  })

  let chunks = 0
  function isUnlucky(): boolean {
    chunks += 1
    return proxy.cutEvery > 0 && chunks % proxy.cutEvery === 0
  }

  function pass(from: Socket, to: Socket, cut: () => void, isCutHere: () => boolean): void {
    from.on('data', (chunk: Buffer) => {
      const isHandshake = chunk.subarray(0, 5).toString('latin1') === 'HTTP/'
      if (!isHandshake && (isCutHere() || isUnlucky())) {
        proxy.cutsMade += 1
        cut()
        return
      }
      if (proxy.delayMs === 0) to.write(chunk)
      else setTimeout(() => to.writable && to.write(chunk), proxy.delayMs)
    })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // It listens on a port of its own.
  const { port } = server.address() as AddressInfo
  return Object.assign(proxy, {
    origin: `http://127.0.0.1:${port}`,
    cutAll: () => [...lines].forEach((cut) => cut()),
    async close() {
      for (const cut of [...lines]) cut()
      server.close()
      await once(server, 'close')
    },
  })
}
