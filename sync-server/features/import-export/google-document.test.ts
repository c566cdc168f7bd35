import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { AppError } from '#shared/kernel/errors.ts'
import { fetchDocument, type HttpsPort } from './google-document.ts'

const never = new AbortController().signal
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/**
 * Google, as a server of this test: whatever is asked for is asked of it, and what was asked is
 * remembered.
 */
async function google(answer: RequestListener): Promise<{ readonly https: HttpsPort; readonly asked: string[] }> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  const asked: string[] = []
  return {
    asked,
    https: {
      get(address, signal) {
        asked.push(address)
        const { pathname, search } = new URL(address)
        const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
        get({ host: '127.0.0.1', port, path: `${pathname}${search}`, signal }, resolve).on('error', reject)
        return promise
      },
    },
  }
}

const address = 'https://docs.google.com/document/d/1AbcdefghijklmnopQRST/export?format=html'
const codeOf = (error: unknown): string => (error instanceof AppError ? [error.code, error.field].filter(Boolean).join(' ') : String(error))

test('a document comes by way of the host that keeps exports', async () => {
  const { https, asked } = await google((request, response) => {
    if (request.url?.startsWith('/document') === true)
      response.writeHead(307, { location: 'https://doc-0s-docstext.googleusercontent.com/export/x' }).end()
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>Hello</p>')
  })
  expect((await fetchDocument(address, https, never)).toString()).toBe('<p>Hello</p>')
  expect(asked).toEqual([address, 'https://doc-0s-docstext.googleusercontent.com/export/x'])
})

test.each([
  ['https://accounts.google.com/ServiceLogin'],
  ['http://doc.googleusercontent.com/x'],
  ['https://googleusercontent.com.evil.test/x'],
  ['https://evilgoogleusercontent.com/x'],
  ['https://a.googleusercontent.com:8443/x'],
  ['https://a.googleusercontent.com@127.0.0.1/x'],
  ['https://127.0.0.1/x'],
  ['file:///etc/passwd'],
])('it is not followed to %s', async (location) => {
  const { https, asked } = await google((_request, response) => void response.writeHead(302, { location }).end())
  expect(await fetchDocument(address, https, never).catch(codeOf)).toBe('not-found')
  expect(asked).toEqual([address])
})

test('it is followed three times at most', async () => {
  const { https, asked } = await google((_request, response) => void response.writeHead(302, { location: address }).end())
  expect(await fetchDocument(address, https, never).catch(codeOf)).toBe('broken')
  expect(asked).toHaveLength(4)
})

test.each([
  [404, 'text/html', 'not-found'],
  [401, 'text/html', 'not-found'],
  [200, 'application/json', 'not-found'],
  [503, 'text/html', 'broken'],
  [429, 'text/html', 'broken'],
])('an answer of %i with %s is %s', async (status, type, code) => {
  const { https } = await google((_request, response) => void response.writeHead(status, { 'content-type': type }).end('x'))
  expect(await fetchDocument(address, https, never).catch(codeOf)).toBe(code)
})

test('more than 20 MB are not read', async () => {
  const part = Buffer.alloc(1_000_000, 'x')
  const { https } = await google((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const more = (): void => {
      while (!response.destroyed && response.write(part)) continue
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  })
  expect(await fetchDocument(address, https, never).catch(codeOf)).toBe('invalid size')
})

test('a server that stops waits for it no longer', async () => {
  const stopping = new AbortController()
  // It never ends.
  const { https } = await google((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write('<p>')
    setImmediate(() => stopping.abort())
  })
  expect(await fetchDocument(address, https, stopping.signal).catch(codeOf)).toBe('broken')
})
