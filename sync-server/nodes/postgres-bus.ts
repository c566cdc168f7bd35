/**
 * The bus by LISTEN and NOTIFY of the database that all nodes are on: one connection a node, beside
 * those of the store, and outside of its transactions. It is a help only. A database that knows no
 * LISTEN (CockroachDB), or a pool in between that does not pass it on, leaves the nodes with
 * looking every two seconds. A connection that has died without a word is noticed by a question
 * that is not answered.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '#server/sync/writer.ts'
import { Turns } from '#server/store/turns.ts'
import type { Bus, Said } from './bus.ts'
import { Gathered, readMessage } from './bus.ts'

interface PostgresBusOptions {
  readonly url: string
  readonly nodeId: string
  readonly log: Log
  readonly askEveryMs?: number
}

const channel = 'lyceum'
const patienceMs = 5_000
const longestPauseMs = 30_000
/**
 * What is said in so short a time is said at once: carets five times a second, commits of a busy
 * site not one by one.
 */
const gatherMs = 5

export function postgresBus({ url, nodeId, log, askEveryMs = 5_000 }: PostgresBusOptions): Bus {
  const gathered = new Gathered()
  const listeners = new Set<(said: Said) => void>()
  const ending = new AbortController()
  /** One question at a time on the connection. */
  const turns = new Turns()
  let client: pg.Client | null = null
  let saying: Promise<void> | null = null

  function heard({ payload = '' }: pg.Notification): void {
    const said = readMessage(payload, nodeId)
    if (said === null) return
    for (const listen of listeners) {
      try {
        listen(said)
      } catch (error) {
        log(error, 'nodes: a hint')
      }
    }
  }

  /** Resolves when the connection is over. @throws what kept it from beginning */
  async function converse(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      keepAlive: true,
      application_name: 'lyceum hints',
    })
    const over = new AbortController()
    const end = (): void => over.abort()
    fresh.on('error', end).on('end', end).on('notification', heard)
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
      client = fresh
      const signal = AbortSignal.any([over.signal, ending.signal])
      while (!signal.aborted) {
        await sleep(askEveryMs, undefined, { signal, ref: false }).catch(() => undefined)
        if (!signal.aborted) await turns.take(() => fresh.query('select 1'))
      }
    } finally {
      client = null
      // One that does not answer is not waited for.
      await Promise.race([fresh.end().catch(() => undefined), sleep(1_000, undefined, { ref: false })])
    }
  }

  async function run(): Promise<void> {
    for (let pauseMs = 500; !ending.signal.aborted; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const begunAt = performance.now()
      try {
        await converse()
      } catch (error) {
        if (knowsNoListen(error)) return log(error, 'nodes: this database carries no hints; nodes hear of each other within two seconds')
        if (pauseMs === 500) log(error, 'nodes: the connection for hints; it is tried again')
      }
      if (performance.now() - begunAt > longestPauseMs) pauseMs = 500
      await sleep(pauseMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined)
    }
  }

  async function sayAll(): Promise<void> {
    await sleep(gatherMs)
    const by = client
    for (const message of gathered.take(nodeId))
      if (by !== null) await turns.take(() => by.query('select pg_notify($1, $2)', [channel, message]))
  }

  function say(said: Said): void {
    // Nobody to tell it to: they look by themselves.
    if (ending.signal.aborted || client === null) return
    gathered.add(said)
    const by = client
    saying ??= sayAll()
      // The next question finds out whether it is still there.
      .catch((error: unknown) => log(error, 'nodes: a hint was lost'))
      .finally(() => {
        saying = null
        if (client === by && gathered.isWaiting) say({})
      })
  }

  const running = run()
  return {
    nodeId,
    say,
    hear(listen) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    async close() {
      await saying
      ending.abort()
      await running
    },
  }
}

/**
 * The database has answered, and it was a no. SQLSTATE by class: PostgreSQL 18 manual, appendix A.
 */
function knowsNoListen(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(?:0A|42)/u.test(error.code ?? '')
}
