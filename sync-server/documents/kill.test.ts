import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { isLong } from '#shared/testing/extent.ts'
import type { Store } from '#server/store/port.ts'
import { openStore } from '#server/store/open-store.ts'
import { productPlace } from '#server/store/testing/product-store.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { documentLog, documents } from './tables.ts'
import { textOf } from './testing/writer-tab.ts'

const script = fileURLToPath(new URL('./testing/write-until-killed.ts', import.meta.url))
const rounds = Number(process.env['CRASH_ROUNDS'] ?? (isLong ? 10 : 2))

test(`Y1: kill -9 under twenty writers loses no paragraph that was acknowledged (${rounds} rounds)`, async () => {
  const place = await productPlace()
  const acknowledged: (readonly [room: string, word: string])[] = []
  try {
    for (let round = 0; round < rounds; round += 1) {
      // Each round ends at another point of another commit.
      acknowledged.push(...(await untilKilled([place.address.dataDir, String(round)], 150 + round * 67)))
      const store = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
      const words = new Map<string, ReadonlySet<string>>()
      for (const room of new Set(acknowledged.map(([name]) => name))) words.set(room, new Set((await storedText(store, room)).split('\n')))
      expect(acknowledged.filter(([room, word]) => words.get(room)?.has(word) !== true)).toEqual([])
      await store.close()
    }
    expect(acknowledged.length).toBeGreaterThan(rounds * 140)
  } finally {
    await place.remove()
  }
})

/** @throws Error for a log with a hole. */
async function storedText(store: Store, room: string): Promise<string> {
  return store.read(async (read) => {
    const document = await read.get(documents, room)
    const doc = new Y.Doc()
    for (let seq = 1; seq < (document?.nextSeq ?? 1); seq += 1) {
      const row = await read.get(documentLog, `${room}:${seq}`)
      if (row === undefined) throw new Error(`${room}: no row ${seq}`)
      Y.applyUpdate(doc, Buffer.from(row.bytes, 'base64'))
    }
    return textOf(doc)
  })
}

async function untilKilled(args: readonly string[], enough: number): Promise<readonly (readonly [string, string])[]> {
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
    const lines = said.slice(0, Math.max(0, said.lastIndexOf('\n'))).split('\n')
    return lines.filter((line) => line !== '').map((line) => [line.split(' ')[0] ?? '', line.split(' ')[1] ?? ''] as const)
  } finally {
    child.kill('SIGKILL')
  }
}
