/**
 * A child process that writes through the writer's thread and says each acknowledged id aloud,
 * until it is killed.
 */
import { writeSync } from 'node:fs'
import { startWriter } from '../writer-client.ts'
import { serverRegistryUrl } from './test-registry.ts'

const [dataDir = '', round = ''] = process.argv.slice(2)
const writer = await startWriter({ address: { databaseUrl: null, dataDir }, serverRegistry: serverRegistryUrl })

async function write(lane: number): Promise<never> {
  for (let n = 0; ; n += 1) {
    const id = `${round}-${lane}-${n}`
    const outcome = await writer.apply({ name: 'notes.write', args: { id, key: id, title: id }, userId: 'ann', source: 'member' })
    if (outcome.kind !== 'applied') throw new Error(`${id}: ${outcome.kind}`)
    // Straight to the pipe: what the parent has read was acknowledged.
    writeSync(1, `${id} ${outcome.seq}\n`)
  }
}
await Promise.all(Array.from({ length: 8 }, (_, lane) => write(lane)))
