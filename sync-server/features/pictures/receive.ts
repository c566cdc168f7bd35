/**
 * Takes what is sent into a file of its own, counting and hashing as it comes: never in memory,
 * never more than allowed.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#shared/kernel/errors.ts'
import { headBytes } from '#shared/pictures/head.ts'
import { pictureLimits } from '#shared/pictures/limits.ts'
import { faultField } from '#shared/pictures/words.ts'
import { hourMs } from '#shared/kernel/durations.ts'

export interface Received {
  /** Of this one alone, with all that is made of it. */
  readonly folder: string
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

const forgottenAfterMs = hourMs

/**
 * @throws AppError for what is empty or too large; whatever else the line did. Nothing is left
 *   behind then.
 */
export async function receive(body: Readable, incoming: string, most: number = pictureLimits.bytes): Promise<Received> {
  await mkdir(incoming, { recursive: true })
  const folder = await mkdtemp(join(incoming, `${randomBytes(4).toString('hex')}-`))
  const path = join(folder, 'sent')
  const hash = createHash('sha256')
  let bytes = 0
  try {
    await pipeline(
      body,
      async function* counted(parts: AsyncIterable<Uint8Array>) {
        for await (const part of parts) {
          bytes += part.length
          if (bytes > most) throw new AppError('invalid', { field: faultField('bytes') })
          hash.update(part)
          yield part
        }
      },
      createWriteStream(path, { mode: 0o600 }),
    )
    if (bytes === 0) throw new AppError('invalid', { field: faultField('none') })
    return { folder, path, bytes, sha256: hash.digest('hex') }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

export async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** What a crash has left half way. */
export async function forgetHalf(incoming: string, now: number): Promise<void> {
  for (const name of await readdir(incoming).catch(() => [])) {
    const path = join(incoming, name)
    const found = await stat(path).catch(() => null)
    if (found !== null && now - found.mtimeMs > forgottenAfterMs) await rm(path, { recursive: true, force: true })
  }
}
