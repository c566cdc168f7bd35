import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

interface Received {
  readonly to: string
  readonly raw: string
}

/**
 * A real mail server that keeps what it is given; some addresses it refuses with these words.
 * Closed after the test.
 */
export async function mailServer() {
  const received: Received[] = []
  const refuses = new Map<string, string>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, callback) {
      const words = refuses.get(address)
      callback(words === undefined ? null : Object.assign(new Error(words), { responseCode: 550 }))
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        // Lines that were wrapped for the way are one again.
        const raw = Buffer.concat(chunks).toString('utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=')
        received.push({ to: session.envelope.rcptTo[0]?.address ?? '', raw })
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  // Made by `listen` above: a TCP server has an address with a port.
  return { received, refuses, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` }
}
