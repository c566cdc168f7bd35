/**
 * A child process whose devices push numbered mutations, from the first one anew each time, and say
 * each answer aloud, until it is killed.
 */
import { writeSync } from 'node:fs'
import { startWriter } from '../writer-client.ts'
import { aDevice, brief, serverRegistryUrl } from './numbered-registry.ts'

const [dataDir = ''] = process.argv.slice(2)
const writer = await startWriter({ address: { databaseUrl: null, dataDir }, serverRegistry: serverRegistryUrl })
const atOnce = 5

async function push(name: string): Promise<never> {
  const device = aDevice(writer, name, name)
  const mutations = Array.from({ length: atOnce }, () => ({ name: 'sums.add', args: { id: 's' } }))
  for (let first = 1; ; first += atOnce) {
    const answers = await device.push(first, mutations)
    // Straight to the pipe: what the parent has read was answered.
    for (const [at, answer] of answers.entries()) writeSync(1, `${name}:${first + at} ${brief(answer)}\n`)
  }
}
await Promise.all(['phone', 'laptop', 'tablet'].map(push))
