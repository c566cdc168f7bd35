import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { stockWriter } from './stock-writer.ts'

test('a server that takes longer for each handshake than the first may last is reached all the same', async () => {
  const handshakeMs = 50
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: ([first]: Set<string>) => first ?? false })
  const server = createServer()
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    setTimeout(() => {
      if (!socket.destroyed) sockets.handleUpgrade(request, socket, head, () => undefined)
    }, 2.5 * handshakeMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // It listens on a port of its own.
  const { port } = server.address() as AddressInfo
  const person = { userId: 'u', cookie: 'session=s' }
  const writer = stockWriter({ origin: `http://127.0.0.1:${port}`, person, room: 'post:1', ticket: 't', handshakeMs })
  onTestFinished(() => {
    writer.close()
    for (const socket of sockets.clients) socket.terminate()
    server.close()
  })
  await expect.poll(() => writer.provider.wsconnected).toBe(true)
  expect(writer.story.filter((line) => line.includes('timed out')).length).toBeGreaterThanOrEqual(2)
})
