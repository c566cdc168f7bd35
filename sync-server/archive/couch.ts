/**
 * The few words of CouchDB's protocol that the exporter and the gateway speak to the archive's own
 * server. Each question has a limit of time; a server that is not there, or does not answer in
 * time, is `ArchiveDown`, whoever asks.
 */
import * as z from 'zod/mini'

/** A database, and by whose name it is asked. */
export interface CouchPlace {
  /** Scheme, host, port, perhaps a path: of the server, no slash at the end. */
  readonly server: string
  readonly database: string
  readonly name: string
  readonly password: string
}

export interface CouchAnswer {
  readonly status: number
  readonly body: unknown
}

export interface Asking {
  readonly body?: unknown
  readonly patienceMs?: number
}

export interface Couch {
  /**
   * @param path below the database, such as `_all_docs`; empty: the database. @throws ArchiveDown
   */
  ask(method: 'GET' | 'POST' | 'PUT', path: string, asking?: Asking): Promise<CouchAnswer>
  /** As `ask`, below the server. */
  askServer(method: 'GET' | 'POST' | 'PUT', path: string, asking?: Asking): Promise<CouchAnswer>
}

/** It cannot be reached, or has not answered in time: to be tried again later. */
export class ArchiveDown extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ArchiveDown'
  }
}

/** It was reached, and did not do what was asked. */
export class ArchiveRefused extends Error {
  constructor(what: string, { status, body }: CouchAnswer) {
    super(`the archive answered ${status} to ${what}: ${JSON.stringify(body).slice(0, 300)}`)
    this.name = 'ArchiveRefused'
  }
}

const usualPatienceMs = 30_000

/**
 * @param place where it is now; `null`: nowhere. @param heard of each question: whether it was
 *   answered.
 */
export function couchAt(place: () => CouchPlace | null, heard: (isAnswered: boolean) => void = () => undefined): Couch {
  async function ask(method: string, under: (found: CouchPlace) => string, { body, patienceMs = usualPatienceMs }: Asking) {
    const found = place()
    if (found === null) throw new ArchiveDown('the archive is not running')
    try {
      const response = await fetch(under(found), {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
        headers: {
          accept: 'application/json',
          ...(found.name !== '' && { authorization: `Basic ${Buffer.from(`${found.name}:${found.password}`).toString('base64')}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const answered: unknown = await response.json()
      heard(true)
      return { status: response.status, body: answered }
    } catch (error) {
      heard(false)
      throw new ArchiveDown('the archive does not answer', error)
    }
  }
  const databaseOf = ({ server, database }: CouchPlace) => `${server}/${encodeURIComponent(database)}`
  return {
    ask: (method, path, asking = {}) => ask(method, (found) => (path === '' ? databaseOf(found) : `${databaseOf(found)}/${path}`), asking),
    askServer: (method, path, asking = {}) => ask(method, ({ server }) => `${server}/${path}`, asking),
  }
}

/** The parsed body of an answer that went well. @throws ArchiveRefused */
export function parsedAnswer<T>(schema: z.ZodMiniType<T>, what: string, answer: CouchAnswer): T {
  const parsed = schema.safeParse(answer.body)
  if (answer.status < 200 || answer.status > 299 || !parsed.success) throw new ArchiveRefused(what, answer)
  return parsed.data
}

/** A number in PouchDB, words in a cluster. */
export const Seq = z.union([z.number(), z.string()])
export type Seq = z.infer<typeof Seq>

export const DatabaseInfo = z.object({ doc_count: z.number(), update_seq: Seq })

/** Makes the database if it is not there. */
export async function ensureSchema(couch: Couch): Promise<void> {
  const there = await couch.ask('GET', '')
  if (there.status !== 404) {
    parsedAnswer(DatabaseInfo, 'what the database is', there)
    return
  }
  const made = await couch.ask('PUT', '')
  // 412: somebody was quicker.
  if (made.status >= 300 && made.status !== 412) throw new ArchiveRefused('making the database', made)
}

/** Keeps everybody but us out of the database, also those on this machine. */
export async function keepOthersOut(couch: Couch, { name }: Pick<CouchPlace, 'name'>): Promise<void> {
  const ours = { names: [name], roles: [] }
  const kept = await couch.ask('PUT', '_security', { body: { admins: ours, members: ours } })
  if (kept.status >= 300) throw new ArchiveRefused('keeping others out', kept)
}
