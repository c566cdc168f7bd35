import { createRequire } from 'node:module'
import { exchange } from '#server/http/testing/test-site.ts'
import { featureSite } from '#server/features/testing/feature-site.ts'

/** A whole site with an archive of its own, which begins at once. */
export function archiveSite(settings: Record<string, string> = {}) {
  return featureSite({ ARCHIVE: 'on', ...settings }, undefined, { archive: { afterMs: 0, child: { backOffMs: 50 } } })
}
export type ArchiveSite = Awaited<ReturnType<typeof archiveSite>>

interface MirrorRow {
  readonly id: string
  readonly value: { readonly rev: string }
  readonly doc: Readonly<Record<string, unknown>>
}

/** As much of a PouchDB as the tests use. */
export interface Mirror {
  readonly replicate: {
    from(address: string): Promise<{ readonly docs_read: number; readonly docs_written: number; readonly doc_write_failures: number }>
  }
  allDocs(options: { readonly include_docs: true }): Promise<{ readonly rows: readonly MirrorRow[] }>
  get(id: string): Promise<Readonly<Record<string, unknown>>>
  destroy(): Promise<void>
}

interface MirrorMaker {
  new (name: string, options: { readonly adapter: 'memory' }): Mirror
  plugin(plugin: unknown): MirrorMaker
}

let mirrors = 0

/** A stock PouchDB in memory. Its packages say nothing of their types. */
export function newMirror(): Mirror {
  const load = createRequire(import.meta.url)
  const plain: MirrorMaker = load('pouchdb-core')
  const PouchDB = ['pouchdb-adapter-memory', 'pouchdb-adapter-http', 'pouchdb-replication'].reduce(
    (maker, name) => maker.plugin(load(name)),
    plain,
  )
  mirrors += 1
  return new PouchDB(`mirror-${process.pid}-${mirrors}`, { adapter: 'memory' })
}

/** What stands in a mirror: by id, the hash in the revision and the document without what every copy has of its own. */
export async function contentOf(mirror: Mirror): Promise<ReadonlyMap<string, { readonly hash: string; readonly doc: unknown }>> {
  const { rows } = await mirror.allDocs({ include_docs: true })
  return new Map(rows.map(({ id, value, doc: { _rev, ...doc } }) => [id, { hash: value.rev.split('-')[1] ?? '', doc }] as const))
}

/** A request to the gateway as a program sends it. */
export async function asked(site: ArchiveSite, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const port = Number(new URL(site.origin).port)
  const answer = await exchange(
    port,
    method,
    path,
    { host: `127.0.0.1:${port}`, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    body === undefined ? undefined : JSON.stringify(body),
  )
  return { status: answer.status, text: answer.text, headers: answer.headers }
}
