/**
 * Where the gazetteer comes from: the build has packed it (`dist/towns.bin`); without a build a
 * process reads the package, which takes some seconds.
 */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Gazetteer } from './gazetteer.ts'
import { unpacked } from './packed-gazetteer.ts'

export const packedTowns = join(import.meta.dirname, '../../../dist/towns.bin')

const maxBytes = 64_000_000

export async function packTowns(): Promise<Buffer> {
  const entry = fileURLToPath(new URL('./gazetteer-process.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [entry], { encoding: 'buffer', maxBuffer: maxBytes, env: {} })
  return stdout
}

export async function readGazetteer(): Promise<Gazetteer> {
  const built = await readFile(packedTowns).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  const gazetteer = (built === null ? null : unpacked(built)) ?? unpacked(await packTowns())
  if (gazetteer === null) throw new Error('the gazetteer was packed by another version')
  return gazetteer
}
