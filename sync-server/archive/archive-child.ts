/**
 * `pouchdb-server` as a process of our own: on loopback, at a port that was free, with a password
 * that only we know, started again when it ends, later each time it ends soon. It ends with us, for
 * two of them cannot have one database open. A simple odd request can crash it or leave it hanging,
 * so nothing that somebody else has worded ever reaches it (gateway.ts), and three questions in a
 * row without an answer are taken for its death.
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { childEnvironment } from '#server/files/worker-pool.ts'
import type { ArchiveServer } from './archive-server.ts'
import type { CouchPlace } from './couch.ts'
import { couchAt, keepOthersOut, ensureSchema } from './couch.ts'

/** What tests set. */
export interface ChildOptions {
  readonly dataDir: string
  readonly log: (error: unknown, about: string) => void
  readonly start?: (places: ChildPlaces) => ChildProcess
  readonly backOffMs?: number
  readonly startWithinMs?: number
}

export interface ChildPlaces {
  readonly config: string
  readonly databases: string
  readonly port: number
}

export interface ArchiveChild extends ArchiveServer {
  /** How often it was started. */
  starts(): number
  pid(): number | undefined
}

const longestBackOffMs = 60_000
/** Whoever lived so long may be started again at once. */
const steadyAfterMs = 60_000
const maxUnanswered = 3
const database = 'public'

export function archiveChild({ dataDir, log, start = startProcess, backOffMs = 500, startWithinMs = 30_000 }: ChildOptions): ArchiveChild {
  const folder = resolve(dataDir, 'archive')
  let place: CouchPlace | null = null
  let child: ChildProcess | null = null
  let starts = 0
  let unanswered = 0
  let isClosed = false
  const waiting: { resolve(): void; reject(error: Error): void }[] = []
  const closing = new AbortController()

  async function live(): Promise<void> {
    let soonEnded = 0
    while (!isClosed) {
      const since = Date.now()
      try {
        await oneLife()
      } catch (error) {
        if (!isClosed) log(error, 'the archive’s process')
      }
      place = null
      soonEnded = Date.now() - since > steadyAfterMs ? 0 : soonEnded + 1
      const wait = Math.min(backOffMs * 2 ** Math.max(0, soonEnded - 1), longestBackOffMs)
      if (!isClosed) await pause(wait, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
    }
  }

  /** One life of the process. @throws Error with what it said last. */
  async function oneLife(): Promise<void> {
    const password = randomBytes(24).toString('base64url')
    const port = await freePort()
    const places = { config: join(folder, 'config.json'), databases: join(folder, 'databases'), port }
    await mkdir(places.databases, { recursive: true, mode: 0o700 })
    const config = { admins: { keeper: password }, log: { level: 'none', file: join(folder, 'log.txt') } }
    await writeFile(places.config, JSON.stringify(config), { mode: 0o600 })
    if (isClosed) return
    starts += 1
    const started = start(places)
    child = started
    let words = ''
    started.stderr?.on('data', (part: unknown) => (words = `${words}${String(part)}`.slice(-2_000)))
    let hasEnded = false
    const ended = once(started, 'exit').then(() => {
      hasEnded = true
    })
    const found: CouchPlace = { server: `http://127.0.0.1:${port}`, database, name: 'keeper', password }
    try {
      await Promise.race([comesUp(found, () => hasEnded), ended])
      if (!hasEnded) isUp(found)
    } catch (error) {
      started.kill('SIGKILL')
      await ended
      throw error
    }
    await ended
    child = null
    if (!isClosed) throw new Error(`ended (${started.exitCode ?? started.signalCode ?? 'nobody knows how'}): ${words.trim()}`)
  }

  async function comesUp(found: CouchPlace, isGone: () => boolean): Promise<void> {
    const couch = couchAt(() => found)
    const until = Date.now() + startWithinMs
    for (;;) {
      const isThere = await couch.askServer('GET', '', { patienceMs: 2_000 }).then(
        ({ status }) => status === 200,
        () => false,
      )
      if (isThere) {
        await ensureSchema(couch)
        return keepOthersOut(couch, found)
      }
      if (isClosed || isGone() || Date.now() > until) throw new Error('did not come up in time')
      await pause(100, undefined, { ref: false })
    }
  }

  function isUp(found: CouchPlace): void {
    place = found
    unanswered = 0
    for (const one of waiting.splice(0)) one.resolve()
  }

  const living = live()

  return {
    place: () => place,
    up() {
      if (isClosed) return Promise.reject(new Error('the archive is closed'))
      return place === null ? new Promise((resolve, reject) => waiting.push({ resolve, reject })) : Promise.resolve()
    },
    heard(isAnswered) {
      unanswered = isAnswered ? 0 : unanswered + 1
      if (unanswered < maxUnanswered) return
      unanswered = 0
      child?.kill('SIGKILL')
    },
    starts: () => starts,
    pid: () => child?.pid,
    async close() {
      isClosed = true
      closing.abort()
      for (const one of waiting.splice(0)) one.reject(new Error('the archive is closed'))
      child?.kill('SIGTERM')
      const patience = setTimeout(() => child?.kill('SIGKILL'), 3_000)
      await living
      clearTimeout(patience)
    },
  }
}

/**
 * Nobody may be given it before the process takes it; if somebody is, the process ends and the next
 * one takes another.
 */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  return address.port
}

/** Read by the process before anything of its own. */
const endsWithUs = "data:text/javascript,process.on('disconnect',()=>process.exit())"

function startProcess({ config, databases, port }: ChildPlaces): ChildProcess {
  const program = createRequire(import.meta.url).resolve('pouchdb-server/bin/pouchdb-server')
  return fork(program, ['--config', config, '--dir', databases, '--port', String(port), '--host', '127.0.0.1', '--no-stdout-logs'], {
    cwd: databases,
    // A promise that it forgot to catch is no reason to end; it was written when that was usual.
    execArgv: ['--unhandled-rejections=warn', '--no-deprecation', '--max-old-space-size=512', '--import', endsWithUs],
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}
