import { createRequire } from 'node:module'

interface MirrorRow {
  readonly id: string
  readonly value: { readonly rev: string }
  readonly doc: Readonly<Record<string, unknown>>
}

interface Replicated {
  readonly docs_read: number
  readonly docs_written: number
  readonly doc_write_failures: number
}

/** As much of a PouchDB as the tests use. */
export interface Mirror {
  readonly replicate: {
    from(source: string | Source): Promise<Replicated>
  }
  allDocs(options: { readonly include_docs: true }): Promise<{ readonly rows: readonly MirrorRow[] }>
  get(id: string): Promise<Readonly<Record<string, unknown>>>
  destroy(): Promise<void>
}

interface Source {
  info(): Promise<unknown>
}

interface MirrorMaker {
  new (name: string, options: { readonly adapter: 'memory' }): Mirror
  new (address: string): Source
  plugin(plugin: unknown): MirrorMaker
}

const load = createRequire(import.meta.url)
const core: MirrorMaker = load('pouchdb-core')
const PouchDB = ['pouchdb-adapter-memory', 'pouchdb-adapter-http', 'pouchdb-replication'].reduce(
  (maker, name) => maker.plugin(load(name)),
  core,
)
let mirrors = 0

/** A stock PouchDB in memory. Its packages say nothing of their types. */
export function newMirror(): Mirror {
  mirrors += 1
  return new PouchDB(`mirror-${process.pid}-${mirrors}`, { adapter: 'memory' })
}

/**
 * What stands in a mirror: by id, the digest in the revision and the document without what every
 * copy has of its own.
 */
export async function contentOf(mirror: Mirror): Promise<ReadonlyMap<string, { readonly hash: string; readonly doc: unknown }>> {
  const { rows } = await mirror.allDocs({ include_docs: true })
  return new Map(
    rows.map(({ id, value, doc: { _rev, ...doc } }) => [id, { hash: (value.rev.split('-')[1] ?? '').slice(0, 24), doc }] as const),
  )
}

/** A request as a program sends it. */
export async function fetched(
  origin: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${origin}${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return { status: response.status, text: await response.text() }
}

/**
 * Brings the mirror up to date. Resolves when every question is answered, too: after each batch
 * PouchDB asks how far the source is and waits for nothing, so that a server which closes then
 * left an error to nobody.
 */
export async function replicate(mirror: Mirror, address: string): Promise<Replicated> {
  const source = new PouchDB(address)
  const ask = source.info.bind(source)
  const asked: Promise<unknown>[] = []
  source.info = () => {
    const answer = ask()
    asked.push(answer)
    return answer
  }
  const result = await mirror.replicate.from(source)
  await Promise.all(asked)
  return result
}
