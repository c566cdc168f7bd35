/**
 * The oracle's reader of the server: the rows and documents on its disk, by nothing of the
 * product's but their layout.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { brotliDecompressSync } from 'node:zlib'
import * as Y from 'yjs'
import { documentWords } from './read-document.ts'
import { wordsIn } from './plan.ts'
import type { Found } from './verdict.ts'

type Row = Readonly<Record<string, unknown>>

/** Everything of this seed's words that the server has. Works while it runs and when it is dead. */
export function readServer(dataDir: string, seed: number): readonly Found[] {
  const db = new DatabaseSync(join(dataDir, 'lyceum.sqlite'), { readOnly: true })
  const rows = (table: string): readonly Row[] =>
    db
      // The names are written here.
      .prepare(`select "body" from "${table}" where "deleted" = 0 and instr("body", ?) > 0`)
      .all(`w${seed}x`)
      .map(({ body }) => JSON.parse(String(body)) as Row) // a row is stored as an object
  const of = (table: string, place: string, texts: (row: Row) => unknown): readonly Found[] =>
    rows(table).map((row) => ({ place: `${place} ${String(row['id'])}`, words: wordsIn(JSON.stringify(texts(row)) ?? '', seed) }))
  try {
    return [
      ...of('comments', 'comment', ({ body }) => body),
      ...of('messages', 'message', ({ body }) => body),
      ...of('feedback_messages', 'feedback', ({ message }) => message),
      ...of('writings', 'title', ({ title }) => title),
      ...of('posts', 'title', ({ title }) => title),
      ...documentsIn(db).flatMap(({ name, doc }) => documentWords(name, doc, seed)),
    ]
  } finally {
    db.close()
  }
}

function documentsIn(db: DatabaseSync): readonly { readonly name: string; readonly doc: Y.Doc }[] {
  const bodies = (sql: string, ...args: readonly (string | number)[]): readonly Row[] =>
    db
      .prepare(sql)
      .all(...args)
      .map(({ body }) => JSON.parse(String(body)) as Row) // as above
  return bodies('select "body" from "documents" where "deleted" = 0').map(({ id, snapshotSeq }) => {
    const name = String(id)
    const doc = new Y.Doc()
    for (const { bytes } of bodies('select "body" from "document_snapshots" where "id" = ?', `${name}:${String(snapshotSeq)}`))
      applySnapshot(doc, brotliDecompressSync(Buffer.from(String(bytes), 'base64')))
    const after = 'select "body" from "document_log" where "deleted" = 0 and "c_documentId" = ? and "c_seq" > ? order by "c_seq"'
    for (const { bytes } of bodies(after, name, Number(snapshotSeq))) Y.applyUpdate(doc, Buffer.from(String(bytes), 'base64'))
    return { name, doc }
  })
}

/** A short document's is an update V2, a long one's V1. */
function applySnapshot(doc: Y.Doc, update: Uint8Array): void {
  try {
    Y.applyUpdateV2(doc, update)
  } catch {
    Y.applyUpdate(doc, update)
  }
}
