import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { postgresPlace } from '#server/store/testing/each-store.ts'
import type { Bus, Said } from './bus.ts'
import { postgresBus } from './postgres-bus.ts'

let url = ''
const undo: (() => unknown)[] = []
beforeEach(async () => {
  const place = await postgresPlace()
  url = place.address.databaseUrl ?? ''
  undo.push(() => place.remove())
})
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

function aBus(nodeId: string, at = url) {
  const [heard, told]: [Said[], string[]] = [[], []]
  const bus: Bus = postgresBus({ url: at, nodeId, askEveryMs: 50, log: (error, about) => told.push(`${about}: ${String(error)}`) })
  bus.hear((said) => heard.push(said))
  undo.push(() => bus.close())
  return { ...bus, heard, told }
}

/** Until it has arrived: who is not listening yet hears nothing. */
async function arrives(from: Bus, to: { readonly heard: readonly Said[] }, seq: number): Promise<void> {
  await expect
    .poll(() => {
      from.say({ seq })
      return to.heard.some((said) => said.seq === seq)
    })
    .toBe(true)
}

test('nodes hear each other and not themselves', async () => {
  const [one, other] = [aBus('one'), aBus('other')]
  await arrives(one, other, 1)
  await arrives(other, one, 2)
  expect(one.heard.map(({ seq }) => seq)).not.toContain(1)
})

test('a hundred carets of two kilobytes arrive, in pieces that NOTIFY takes', async () => {
  const [one, other] = [aBus('one'), aBus('other')]
  await arrives(one, other, 1)
  one.say({ carets: Array.from({ length: 100 }, (_none, n) => ['post:p', [n, 1, 'x'.repeat(2_048)]]) })
  await expect.poll(() => other.heard.flatMap(({ carets = [] }) => carets).length).toBe(100)
  expect(one.told).toEqual([])
})

test('a connection that was ended is made again, and nothing of that is thrown at anybody', async () => {
  const [one, other] = [aBus('one'), aBus('other')]
  await arrives(one, other, 1)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lyceum hints'")
  await client.end()
  await arrives(one, other, 2)
})

test('a database that knows no LISTEN is asked once, and nodes go on without', async () => {
  const refusing = aBus('one', await withoutListen())
  await expect.poll(() => refusing.told.length).toBe(1)
  refusing.say({ seq: 1 })
  expect(refusing.told[0]).toContain('carries no hints')
})

/** The same database, to which no LISTEN comes through as such. */
async function withoutListen(): Promise<string> {
  const socket = join(new URL(url).searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const server = createServer((client) => {
    const database = connect(socket)
    client.on('data', (part: Buffer) => database.write(part.toString('latin1').replace('listen ', 'l1sten '), 'latin1'))
    database.pipe(client)
    for (const end of [client, database]) end.on('error', () => undefined).on('close', () => (client.destroy(), database.destroy()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  undo.push(() => server.close())
  // It listens on a port of its own.
  const { port } = server.address() as AddressInfo
  return `postgres://postgres@127.0.0.1:${port}${new URL(url).pathname}`
}
