/**
 * The index in a SQLite file of its own, beside the store's: writers of posts never wait for it,
 * and it can be deleted at any time. Three columns of words and one of facets for each kind,
 * without their text (FTS5, contentless). Words come folded from shared/search/, so the tokenizer
 * only splits at spaces. Everything in it is synchronous: it lives in the search's thread.
 */
import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { StatementSync } from 'node:sqlite'
import type { SearchKind } from '#shared/search/params.ts'
import type { FindAsked } from '#shared/search/port.ts'
import { searchKinds } from '#shared/search/params.ts'
import { maxCounted } from '#shared/search/port.ts'
import { fieldWeights } from '#shared/search/ranking.ts'
import type { IndexedDoc, IndexState, SearchDoc, SearchIndex } from './index-port.ts'
import { foldedField } from './folded-field.ts'
import { ftsMatch } from './fts-match.ts'

/**
 * Of the tables below and of what is put into them: another one means another file, and the index
 * is made anew. Raise it also when `shared/search/words.ts` makes words in another way: a document
 * that has not changed is not written again (`stampOf`), so its old words would stay.
 */
export const indexVersion = 3
export const earlierVersions: readonly number[] = Array.from({ length: indexVersion - 1 }, (_one, at) => at + 1)

const kindTable = {
  posts: 'post_words',
  comments: 'comment_words',
  tags: 'tag_words',
  sequences: 'sequence_words',
  users: 'user_words',
} as const satisfies Record<SearchKind, string>

/**
 * Ranked are the newest so many of those that fit: a word that stands everywhere says nothing, and
 * ranking takes some microseconds each.
 */
const maxRanked = 10_000
/** Of comments, while one types: two of them are shown. */
const fewRanked = 2_000

/** Pages, some milliseconds. */
const mergedAtOnce = 300

export function sqliteIndex(path: string): SearchIndex {
  const db = new DatabaseSync(path)
  db.exec('pragma journal_mode = wal')
  // A lost end is followed again from the journal.
  db.exec('pragma synchronous = normal')
  db.exec('pragma busy_timeout = 5000')
  db.exec('pragma cache_size = -8000')
  // Freed pages hold words of what was taken out.
  db.exec('pragma secure_delete = on')
  prepare(db)
  const prepared = new Map<string, StatementSync>()
  const sql = (text: string): StatementSync => {
    const known = prepared.get(text) ?? db.prepare(text)
    prepared.set(text, known)
    return known
  }

  const changesSoFar = (): number => Number(sql('select total_changes() as n').get()?.['n'] ?? 0)

  function inTransaction(work: () => void): void {
    db.exec('begin immediate')
    try {
      work()
      db.exec('commit')
    } catch (error) {
      if (db.isTransaction) db.exec('rollback')
      throw error
    }
  }

  function put(doc: SearchDoc, making: number): void {
    const table = kindTable[doc.kind]
    const stamp = stampOf(doc)
    const before = sql('select n, stamp from docs where kind = ? and id = ?').get(doc.kind, doc.id)
    const values = [doc.parent, doc.label, doc.at, doc.karma, doc.boost, Number(doc.isCurated), Number(doc.isFindable), stamp, making]
    let n = Number(before?.['n'] ?? 0)
    if (before === undefined) {
      const made = sql(
        'insert into docs (parent, label, at, karma, boost, is_curated, is_findable, stamp, making, kind, id) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ).run(...values, doc.kind, doc.id)
      n = Number(made.lastInsertRowid)
    } else {
      sql(
        'update docs set parent = ?, label = ?, at = ?, karma = ?, boost = ?, is_curated = ?, is_findable = ?, stamp = ?, making = ? where n = ?',
      ).run(...values, n)
      if (before['stamp'] === stamp) return
      sql(`delete from ${table} where rowid = ?`).run(n)
    }
    if (!doc.isFindable) return
    sql(`insert into ${table} (rowid, name, author, body, facets) values (?, ?, ?, ?, ?)`).run(
      n,
      foldedField(doc.name),
      foldedField(doc.author),
      foldedField(doc.body),
      doc.facets.join(' '),
    )
  }

  function remove(kind: SearchKind, n: number): void {
    sql(`delete from ${kindTable[kind]} where rowid = ?`).run(n)
    sql('delete from docs where n = ?').run(n)
  }

  function count(asked: FindAsked, match: string): number {
    const table = kindTable[asked.kind]
    const isPlain = asked.since === null && !asked.isCurated
    const text = isPlain
      ? `select count(*) as n from (select 1 from ${table} where ${table} match ? limit ${maxCounted})`
      : `select count(*) as n from (select 1 from ${table} cross join docs on docs.n = ${table}.rowid where ${table} match ? and at >= ? and is_curated >= ? limit ${maxCounted})`
    const row = isPlain ? sql(text).get(match) : sql(text).get(match, asked.since ?? 0, Number(asked.isCurated))
    return Number(row?.['n'] ?? 0)
  }

  return {
    async state() {
      const row = sql('select cursor, epoch, is_whole, making from state').get()
      const epoch = row?.['epoch']
      return {
        cursor: Number(row?.['cursor'] ?? 0),
        epoch: typeof epoch === 'string' ? epoch : null,
        isWhole: row?.['is_whole'] === 1,
        making: Number(row?.['making'] ?? 0),
      }
    },
    // One process alone has the file.
    lead: async () => undefined,
    async setState({ cursor, epoch, isWhole, making }: IndexState) {
      sql('update state set cursor = ?, epoch = ?, is_whole = ?, making = ?').run(cursor, epoch, Number(isWhole), making)
    },
    async moveCursor(cursor) {
      sql('update state set cursor = ?').run(cursor)
    },
    async held(kind, ids) {
      const rows = sql('select id, label, is_findable from docs where kind = ? and id in (select value from json_each(?))').all(
        kind,
        JSON.stringify(ids),
      )
      return new Map(
        rows.map((row): [string, IndexedDoc] => [String(row['id']), { label: String(row['label']), isFindable: row['is_findable'] === 1 }]),
      )
    },
    async change({ put: puts = [], sums = [], gone = [], goneUnder = [] }, making) {
      inTransaction(() => {
        for (const parent of goneUnder) {
          const under = sql("select n from docs where kind = 'comments' and parent = ?").all(parent)
          for (const { n } of under) remove('comments', Number(n))
        }
        for (const { kind, id } of gone) {
          const row = sql('select n from docs where kind = ? and id = ?').get(kind, id)
          if (row !== undefined) remove(kind, Number(row['n']))
        }
        for (const doc of puts) put(doc, making)
        for (const { kind, id, karma, boost } of sums)
          sql('update docs set karma = ?, boost = ? where kind = ? and id = ?').run(karma, boost, kind, id)
      })
    },
    async sweep(making) {
      inTransaction(() => {
        for (const kind of searchKinds)
          for (const { n } of sql('select n from docs where kind = ? and making <> ?').all(kind, making)) remove(kind, Number(n))
      })
    },
    async find(asked) {
      const match = ftsMatch(asked)
      if (match === null) return { ids: [], count: 0 }
      const { since, isCurated, limit, offset, isCounted } = asked
      const total = isCounted ? count(asked, match) : Infinity
      const rows = limit === 0 || offset >= total ? [] : sql(findText(asked)).all(match, since ?? 0, Number(isCurated), limit, offset)
      return { ids: rows.map((row) => String(row['id'])), count: isCounted ? total : offset + rows.length }
    },
    async tidy() {
      for (const table of Object.values(kindTable)) {
        let moved = 2
        // The first, negative one begins to put all parts into one; fewer than two changes mean
        // that it is done (FTS5, 6.8).
        for (let pages = -mergedAtOnce; moved >= 2; pages = mergedAtOnce) {
          const before = changesSoFar()
          sql(`insert into ${table} (${table}, rank) values ('merge', ?)`).run(pages)
          moved = changesSoFar() - before
          await nextTurn()
        }
      }
      db.exec('pragma wal_checkpoint(truncate)')
    },
    async size() {
      return statSync(path).size
    },
    async close() {
      prepared.clear()
      if (db.isOpen) db.close()
    },
  }
}

/** What FTS5 gives as rank is smaller for what fits better. */
function findText({ kind, sort, isCounted }: FindAsked): string {
  const table = kindTable[kind]
  const ties = kind === 'users' || kind === 'tags' ? 'karma desc, at desc' : 'at desc'
  const order = { relevance: `fit * boost, ${ties}`, karma: 'karma desc, at desc', newest_first: 'at desc', oldest_first: 'at' }[sort]
  const fitting = `select rowid as n, ${sort === 'relevance' ? fitOf(kind) : '0'} as fit from ${table} where ${table} match ? order by rowid desc limit ${kind === 'comments' && !isCounted ? fewRanked : maxRanked}`
  return `select id from (${fitting}) as fitting join docs using (n) where at >= ? and is_curated >= ? order by ${order}, n desc limit ? offset ?`
}

/**
 * Each field by itself, times its weight. FTS5 would weigh how often a word stands there instead,
 * and one that stands there twice can hardly stand there more.
 */
function fitOf(kind: SearchKind): string {
  const { name, author, body } = fieldWeights[kind]
  const only = [
    [name, '1, 0, 0, 0'],
    [author, '0, 1, 0, 0'],
    [body, '0, 0, 1, 0'],
  ] as const
  return only.flatMap(([weight, columns]) => (weight === 0 ? [] : [`${weight} * bm25(${kindTable[kind]}, ${columns})`])).join(' + ')
}

function prepare(db: DatabaseSync): void {
  const tables = Object.values(kindTable).map(
    (table) =>
      `create virtual table if not exists ${table} using fts5 (name, author, body, facets, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'");`,
  )
  db.exec(`
    create table if not exists docs (
      n integer primary key, kind text not null, id text not null, parent text not null, label text not null, at real not null, karma real not null,
      boost real not null, is_curated integer not null, is_findable integer not null, stamp text not null, making integer not null, unique (kind, id)
    );
    create index if not exists docs_by_parent on docs (parent) where parent <> '';
    create table if not exists state (id integer primary key check (id = 1), cursor real not null, epoch text, is_whole integer not null, making integer not null);
    insert or ignore into state (id, cursor, epoch, is_whole, making) values (1, 0, null, 0, 0);
    ${tables.join('\n')}
  `)
}

/** Changes when the words would. */
export function stampOf({ name, author, body, facets, isFindable }: SearchDoc): string {
  return createHash('sha256')
    .update(JSON.stringify([name, author, body, facets, isFindable]))
    .digest('base64url')
    .slice(0, 22)
}
