/**
 * What was made and can be made again, in folders on disk: found by name, each made once however
 * many ask for it at a time, the one that was asked for longest ago taken away when there is no
 * more room. Nothing here is kept for good: a file that is missing is made again.
 */
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { hourMs } from '#shared/kernel/durations.ts'

export interface MadeFiles {
  /** Whether it need not be made. */
  has(name: string): Promise<boolean>
  /**
   * @param read from the folder of that name; `null` when what is wanted is not in it: then it is
   *   made, and takes the place of what was there.
   * @param make puts files into a folder; `false` when it cannot. Then, and where what it made is
   *   not what is wanted, the answer is `null`.
   */
  open<T>(name: string, read: (folder: string) => Promise<T | null>, make: (folder: string) => Promise<boolean>): Promise<T | null>
}

interface MadeFilesOptions {
  readonly folder: string
  readonly maxBytes: number
  readonly now: () => number
}

interface Kept {
  readonly bytes: number
  /** When the disk was last told that somebody asked. */
  readonly touchedAt: number
}

const making = '.making-'
/** The order on disk is for the next start, and may be that old. */
const touchEveryMs = hourMs

export function madeFiles({ folder, maxBytes, now }: MadeFilesOptions): MadeFiles {
  /** Asked for longest ago first. */
  const kept = new Map<string, Kept>()
  const coming = new Map<string, Promise<boolean>>()
  let ready: Promise<void> | null = null
  const prepared = (): Promise<void> =>
    (ready ??= readCached().catch((error: unknown) => {
      // The next one who asks tries again.
      ready = null
      throw error
    }))

  async function readCached(): Promise<void> {
    await mkdir(folder, { recursive: true })
    const found: [name: string, at: number, bytes: number][] = []
    for (const name of await readdir(folder)) {
      if (name.startsWith(making)) await rm(join(folder, name), { recursive: true, force: true })
      else found.push([name, (await stat(join(folder, name))).mtimeMs, await sizeOf(join(folder, name))])
    }
    for (const [name, touchedAt, bytes] of found.toSorted((a, b) => a[1] - b[1])) kept.set(name, { bytes, touchedAt })
  }

  async function sizeOf(place: string): Promise<number> {
    const names = await readdir(place).catch(() => [])
    const sizes = await Promise.all(names.map((name) => stat(join(place, name)).then(({ size }) => size, () => 0))) // oxfmt-ignore
    return sizes.reduce((sum, size) => sum + size, 0)
  }

  async function makeRoom(): Promise<void> {
    let bytes = [...kept.values()].reduce((sum, one) => sum + one.bytes, 0)
    for (const [name, one] of kept) {
      if (bytes <= maxBytes || kept.size <= 1) return
      kept.delete(name)
      bytes -= one.bytes
      await rm(join(folder, name), { recursive: true, force: true })
    }
  }

  async function made(name: string, make: (folder: string) => Promise<boolean>): Promise<boolean> {
    const place = await mkdtemp(join(folder, making))
    try {
      if (!(await make(place))) return false
      await rm(join(folder, name), { recursive: true, force: true })
      await rename(place, join(folder, name))
    } finally {
      await rm(place, { recursive: true, force: true })
    }
    kept.delete(name)
    kept.set(name, { bytes: await sizeOf(join(folder, name)), touchedAt: now() })
    await makeRoom()
    return true
  }

  async function noteAsked(name: string): Promise<void> {
    const before = kept.get(name)
    if (before === undefined) return
    const isStale = now() - before.touchedAt > touchEveryMs
    kept.delete(name)
    kept.set(name, isStale ? { ...before, touchedAt: now() } : before)
    if (isStale) await utimes(join(folder, name), now() / 1_000, now() / 1_000).catch(() => undefined)
  }

  return {
    async has(name) {
      await prepared()
      return kept.has(name)
    },
    async open(name, read, make) {
      await prepared()
      const found = kept.has(name) ? await read(join(folder, name)) : null
      if (found !== null) {
        await noteAsked(name)
        return found
      }
      let flight = coming.get(name)
      if (flight === undefined) {
        flight = made(name, make).finally(() => coming.delete(name))
        coming.set(name, flight)
      }
      return (await flight) ? read(join(folder, name)) : null
    },
  }
}
