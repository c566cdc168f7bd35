import { expect, test } from 'vitest'
import type { DataPorts } from './gather-data.ts'
import { gatherData } from './gather-data.ts'

const account = { userName: 'ada', email: 'ada@example.org', emailVerifiedAt: null, pictures: ['/pictures/1'] }
const row = (n: number) => ({ id: `r${n}`, n })

function place(
  pages: Readonly<Record<string, readonly (readonly ReturnType<typeof row>[])[]>>,
  faults: ('wait' | 'offline' | 'no')[] = [],
) {
  const waits: number[] = []
  const fault = () => {
    const next = faults.shift()
    if (next === 'offline') throw new TypeError('no network')
    return next === 'wait' ? { retryAfterMs: 7 } : next === 'no' ? null : undefined
  }
  const ports: DataPorts = {
    tables: async () => ({ account, tables: Object.keys(pages).map((name) => ({ name, schema: { title: name } })) }),
    rows: async (table, offset) => {
      const refused = fault()
      if (refused !== undefined) return refused
      const all = pages[table] ?? []
      return { rows: all[offset] ?? [], next: offset + 1 < all.length ? offset + 1 : null }
    },
    isStopped: () => false,
    onTable: () => {},
    wait: async (ms) => void waits.push(ms),
  }
  return { ports, waits }
}
const fileOf = (found: Awaited<ReturnType<typeof gatherData>>, name: string) =>
  JSON.parse(found?.files.find((file) => file.name === name)?.text ?? 'null')

test('each table with rows is a file with its schema; what stands on two pages is there once, as it was seen last', async () => {
  const { ports } = place({
    votes: [
      [row(1), row(2)],
      [{ id: 'r2', n: 20 }, row(3)],
    ],
    mutes: [[]],
  })
  const found = await gatherData(ports)
  expect(found?.files.map(({ name }) => name)).toEqual(['data/account.json', 'data/votes.json', 'data/votes.schema.json'])
  expect(fileOf(found, 'data/votes.json')).toEqual([row(1), { id: 'r2', n: 20 }, row(3)])
  expect(fileOf(found, 'data/votes.schema.json')).toEqual({ title: 'votes' })
  expect([fileOf(found, 'data/account.json'), found?.pictures]).toEqual([account, ['/pictures/1']])
})

test('told to wait it goes on where it was', async () => {
  const { ports, waits } = place({ votes: [[row(1)], [row(2)]] }, ['wait'])
  expect(fileOf(await gatherData(ports), 'data/votes.json')).toEqual([row(1), row(2)])
  expect(waits).toEqual([7])
})

test.each(['offline', 'no'] as const)('half of it is none: %s', async (how) => {
  expect(await gatherData(place({ votes: [[row(1)]], mutes: [[row(2)]] }, [undefined as never, how]).ports)).toBeNull()
})
