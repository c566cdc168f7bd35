import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort, takePortBlock, untilFree } from './ports.ts'

async function listening(port: number) {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

test('a free port lies below the ports of outgoing connections', async () => {
  const always = () => Promise.resolve(true)
  expect([await freePort(always, () => 0), await freePort(always, () => 0.999_999)]).toEqual([20_000, 25_999])
})

test('a port that somebody listens at is not taken', async () => {
  const port = await freePort()
  const server = await listening(port)
  const other = await freePort()
  const candidates = [port, other]
  expect(await freePort(undefined, () => ((candidates.shift() ?? 0) - 20_000 + 0.5) / 6_000)).toBe(other)
  await expect(untilFree(port, 100)).rejects.toThrow(`Port ${port} is still in use`)
  const freed = untilFree(port)
  server.close()
  await freed
})

test('two runs at once have blocks of their own, beyond the ports of single servers', async () => {
  const [one, other] = [await takePortBlock(), await takePortBlock()]
  expect(one.base).toBeGreaterThanOrEqual(26_000)
  expect(other.base - one.base).toBeGreaterThanOrEqual(10)
  one.release()
  other.release()
})

test('a block is passed over in which something of an earlier run still listens', async () => {
  const next = await takePortBlock()
  next.release()
  const left = await listening(next.base + 3)
  const taken = await takePortBlock()
  expect(taken.base).not.toBe(next.base)
  taken.release()
  left.close()
})
