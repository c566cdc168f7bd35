import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { builtServer } from '../sync-server/build.ts'
import { lowMemoryEnvironment, lowMemoryFlags } from '../sync-server/low-memory-node.ts'
import { endWithUs } from './child.ts'
import { compiledDir } from './compiled.ts'
import { freePort, untilFree } from './ports.ts'
import { projectDir } from './steps.ts'

export interface ProductOptions {
  readonly dataDir: string
  /** Default: a free one. A restart takes the port it had, so that open pages find it again. */
  readonly port?: number
  /** Further settings, as in docs/operating.md. */
  readonly settings?: Readonly<Record<string, string>>
  /**
   * What `npm start` becomes, at once: for a filled store, where a whole start has seen to the
   * build before. Spares more than half of a start's computing.
   */
  readonly isReady?: boolean
  /**
   * Its wall clock is wrong by this; its timers are not. What an hour brings about, a restart an
   * hour later does at once.
   */
  readonly skewMs?: number
  /** A command that becomes the product after it has seen to where that runs. */
  readonly under?: readonly string[]
}

/** The whole product in a process of its own, as `npm start` runs it. */
export interface Product {
  readonly origin: string
  readonly port: number
  readonly pid: number
  /** All it has printed. */
  output(): string
  /** Gone at once, as by a power cut. */
  kill(): Promise<void>
  /** Asked to finish what is under way. */
  stop(): Promise<void>
}

/**
 * Settings of a server that ends within a minute: it gives no memory back after its start, which
 * takes 0.3 CPU seconds.
 */
export const shortLived: Readonly<Record<string, string>> = { GIVE_BACK: 'off' }

const startWithinMs = 180_000
const skewedClock = join(import.meta.dirname, 'skewed-clock.ts')

/**
 * What it prints when something else listens at its port: another server, in the moment between our
 * look and its start.
 */
const portTaken = /PORT \d+ is in use/u
const maxStarts = 5

/**
 * Resolves once it has said where it is. @throws Error with its last words when it ends before
 * that.
 */
export async function startProduct(options: ProductOptions): Promise<Product> {
  for (let starts = 1; ; starts += 1) {
    const port = options.port ?? (await freePort())
    await untilFree(port)
    try {
      return await startAt(port, options)
    } catch (error) {
      if (starts === maxStarts || !portTaken.test(String(error))) throw error
    }
  }
}

async function startAt(
  port: number,
  { dataDir, settings = {}, isReady = false, skewMs = 0, under = [] }: ProductOptions,
): Promise<Product> {
  const command = isReady ? [...lowMemoryFlags, builtServer] : [join(projectDir, 'sync-server/start.ts')]
  const [first = process.execPath, ...rest] = [...under, process.execPath, ...command]
  const child = spawn(first, rest, {
    cwd: projectDir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...lowMemoryEnvironment,
      ...ownEnvironment(),
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      // Written by servers that are stopped, read by all: an eighth of a start's computing.
      NODE_COMPILE_CACHE: compiledDir,
      LOG_LEVEL: 'warn',
      // A second process, which few are about.
      ARCHIVE: 'off',
      // Few tests are about it, and in all others somebody new writes at once.
      REVIEW_NEW_MEMBERS: 'off',
      ...(skewMs !== 0 && { SKEW_MS: String(skewMs), NODE_OPTIONS: `--import ${skewedClock}` }),
      ...settings,
    },
  })
  endWithUs(child)
  let output = ''
  const { promise: origin, resolve, reject } = Promise.withResolvers<string>()
  const hear = (part: unknown) => {
    output += String(part)
    const found = / is at (http:\/\/(?:127\.0\.0\.1|localhost):\d+)/.exec(output)?.[1]
    if (found !== undefined) resolve(found)
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)))
  const patience = setTimeout(() => reject(new Error(`The server did not start:\n${output}`)), startWithinMs)

  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  try {
    const at = await origin
    return {
      origin: at,
      port: Number(new URL(at).port),
      pid: child.pid ?? 0,
      output: () => output,
      kill: () => end('SIGKILL'),
      stop: () => end('SIGTERM'),
    }
  } catch (error) {
    await end('SIGKILL')
    throw error
  } finally {
    clearTimeout(patience)
  }
}

/**
 * Ours without what vitest and npm put there, and without settings that are meant for another
 * server.
 */
function ownEnvironment(): Readonly<Record<string, string | undefined>> {
  const { PATH, HOME, TMPDIR, LANG, TZ } = process.env
  return { PATH, HOME, TMPDIR, LANG, TZ }
}
