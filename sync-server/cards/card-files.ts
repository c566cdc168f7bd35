/**
 * Made cards on disk: found by their name, each made once however many ask for it at a time, the one that was asked for longest ago taken away when there
 * is no more room. Nothing here is kept for good: a file that is missing is made again.
 */
import { mkdir, mkdtemp, readFile, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

export interface CardFiles {
  /** Whether it need not be made. */
  has(name: string): Promise<boolean>
  /** @param make puts files named after widths, `1200.png`, into a folder; `null` when it cannot. Not asked for what is there. */
  open(name: string, width: number, make: (folder: string) => Promise<boolean>): Promise<Buffer | null>
}

interface CardFilesOptions {
  readonly folder: string
  readonly widths: readonly number[]
  readonly mostBytes: number
  readonly now: () => number
}

interface Kept {
  readonly bytes: number
  /** When the disk was last told that somebody asked. */
  readonly touchedAt: number
}

const making = '.making-'
/** The order on disk is for the next start, and may be that old. */
const touchEveryMs = 3_600_000

export function cardFiles({ folder, widths, mostBytes, now }: CardFilesOptions): CardFiles {
  /** Asked for longest ago first. */
  const kept = new Map<string, Kept>()
  const coming = new Map<string, Promise<boolean>>()
  let ready: Promise<void> | null = null
  const prepared = (): Promise<void> =>
    (ready ??= readKept().catch((error: unknown) => {
      // The next one who asks tries again.
      ready = null
      throw error
    }))

  async function readKept(): Promise<void> {
    await mkdir(folder, { recursive: true })
    const found: [name: string, at: number, bytes: number][] = []
    for (const name of await readdir(folder)) {
      if (name.startsWith(making)) await rm(join(folder, name), { recursive: true, force: true })
      else found.push([name, (await stat(join(folder, name))).mtimeMs, await sizeOf(join(folder, name))])
    }
    for (const [name, touchedAt, bytes] of found.toSorted((a, b) => a[1] - b[1])) kept.set(name, { bytes, touchedAt })
  }

  async function sizeOf(place: string): Promise<number> {
    const sizes = await Promise.all(widths.map((width) => stat(join(place, `${width}.png`)).then(({ size }) => size, () => 0))) // prettier-ignore
    return sizes.reduce((sum, size) => sum + size, 0)
  }

  async function makeRoom(): Promise<void> {
    let bytes = [...kept.values()].reduce((sum, one) => sum + one.bytes, 0)
    for (const [name, one] of kept) {
      if (bytes <= mostBytes || kept.size <= 1) return
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

  const read = (name: string, width: number): Promise<Buffer | null> => readFile(join(folder, name, `${width}.png`)).catch(() => null)

  return {
    async has(name) {
      await prepared()
      return kept.has(name)
    },
    async open(name, width, make) {
      await prepared()
      const found = kept.has(name) ? await read(name, width) : null
      if (found !== null) {
        await noteAsked(name)
        return found
      }
      let flight = coming.get(name)
      if (flight === undefined) {
        flight = made(name, make).finally(() => coming.delete(name))
        coming.set(name, flight)
      }
      return (await flight) ? read(name, width) : null
    },
  }
}
