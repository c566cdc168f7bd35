import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { notes, sums } from '#shared/testing/notes.ts'
import { openStore } from '#server/store/open-store.ts'
import { sqlitePlace } from '#server/store/testing/each-store.ts'
import { devices, mutationResults } from './device-tables.ts'
import { totalOf } from './testing/numbered-registry.ts'
import { serverRegistry } from './testing/test-registry.ts'

const writing = fileURLToPath(new URL('./testing/write-until-killed.ts', import.meta.url))
const pushing = fileURLToPath(new URL('./testing/push-until-killed.ts', import.meta.url))
const rounds = Number(process.env['CRASH_ROUNDS'] ?? 5)

test(`kill -9 loses nothing that was acknowledged, and leaves a whole store (${rounds} rounds)`, async () => {
  const place = await sqlitePlace()
  const acknowledged = new Set<string>()
  for (let round = 0; round < rounds; round += 1) {
    // Each round ends at another point of another batch.
    const said = await untilKilled(writing, [place.address.dataDir, String(round)], 40 + round * 37)
    for (const id of said) acknowledged.add(id)

    const store = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
    const found = await store.read((read) => read.getMany(notes, [...acknowledged]))
    expect(found).toHaveLength(acknowledged.size)
    const entries = await store.journal.since(0, 1_000_000)
    expect(entries.map((entry) => entry.seq)).toEqual(entries.map((_, at) => at + 1))
    const told = new Set(entries.filter((entry) => entry.kind === 'notes').map((entry) => entry.id))
    // The trigger counts in the same transaction: notes, their journal and their number agree.
    expect(await store.read((read) => read.get(sums, 'notes-of-ann'))).toMatchObject({ count: told.size })
    await store.close()
  }
  await place.remove()
})

test(`kill -9 does no numbered mutation twice, though all of them are sent again, and none that was answered is missing (${rounds} rounds)`, async () => {
  const place = await sqlitePlace()
  const answered = new Set<string>()
  for (let round = 0; round < rounds; round += 1) {
    // More each time, so that each round gets past what the ones before have done.
    for (const id of await untilKilled(pushing, [place.address.dataDir], 40 + round * 113)) answered.add(id)
    const store = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
    const known = await store.read((read) => read.getMany(devices, ['phone', 'laptop', 'tablet']))
    const taken = known.flatMap(({ id, lastMutation }) => Array.from({ length: lastMutation }, (_, at) => `${id}:${at + 1}`))
    expect(await totalOf(store, 's')).toBe(taken.length)
    const results = await store.read((read) => read.getMany(mutationResults, taken))
    expect(results.filter((result) => result.outcome === 'applied')).toHaveLength(taken.length)
    expect([...answered].filter((id) => !taken.includes(id))).toEqual([])
    await store.close()
  }
  await place.remove()
})

/** First words of the lines that a child had said, with certainty, when it was killed. */
async function untilKilled(script: string, args: readonly string[], enough: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // A child that never gets so far must not outlive the test.
    timeout: 100_000,
    killSignal: 'SIGKILL',
  })
  try {
    let said = ''
    for await (const chunk of child.stdout.setEncoding('utf8')) {
      said += chunk
      if (said.split('\n').length > enough) child.kill('SIGKILL')
    }
    // The last line may be torn.
    return said
      .slice(0, said.lastIndexOf('\n'))
      .split('\n')
      .map((line) => line.split(' ')[0] ?? '')
  } finally {
    child.kill('SIGKILL')
  }
}
