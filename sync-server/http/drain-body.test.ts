import { afterAll, beforeAll, expect, test } from 'vitest'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { sqlitePlace } from '#server/store/testing/each-store.ts'
import type { TestPlace } from '#server/store/testing/each-store.ts'
import { testSite } from './testing/test-site.ts'
import type { TestSite } from './testing/test-site.ts'

let place: TestPlace
let site: TestSite
const piece = Buffer.alloc(65_536, 'x')

beforeAll(async () => {
  place = await sqlitePlace()
  site = await testSite({ dataDir: place.address.dataDir })
})
afterAll(async () => {
  await site.close()
  await place.remove()
})

/** An open POST that has sent the first 64 KB of its body and has its answer. */
async function answeredEarly(path: string, type: string, length: number): Promise<{ readonly socket: Socket; readonly status: string }> {
  const socket = connect(site.app.port ?? 0, '127.0.0.1')
  socket.on('error', () => undefined)
  const host = `127.0.0.1:${site.app.port}`
  socket.write(`POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`)
  socket.write(piece)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  return { socket, status: String(answer).slice(9, 12) }
}

test.each([
  ['/api/mutations/votes.set', 'application/json'],
  ['/api/form/comments.post', 'application/x-www-form-urlencoded'],
  ['/api/form/comments.post', 'application/json'],
])('a sender whose body %s has refused (%s) is not cut off before the answer is read', async (path, type) => {
  const pieces = 64
  const { socket, status } = await answeredEarly(path, type, pieces * piece.length)
  expect(Number(status)).toBeGreaterThanOrEqual(400)
  for (let sent = 1; sent < pieces; sent += 1) if (!socket.write(piece)) await once(socket, 'drain')
  socket.write(`GET /healthz HTTP/1.1\r\nhost: 127.0.0.1:${site.app.port}\r\n\r\n`)
  let rest = ''
  for await (const part of socket) {
    rest += String(part)
    if (rest.includes('HTTP/1.1 200')) break
  }
  expect(rest).toContain('HTTP/1.1 200')
})

test('a body without an end is cut off', async () => {
  const { socket } = await answeredEarly('/api/mutations/votes.set', 'application/json', 1e12)
  let sent = 0
  const closed = new Promise((resolve) => socket.once('close', resolve))
  while (!socket.destroyed && sent < 1_000) {
    sent += 1
    if (!socket.write(piece)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
  }
  expect(sent).toBeLessThan(1_000)
})
