/**
 * The index in PostgreSQL, in tables of its own beside the store's: all nodes search in one.
 * Positions and weights are set by us (`tsvector.ts`), so neither the database's language settings
 * nor its parser have a say.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { SearchKind } from '#shared/search/params.ts'
import type { FindAsked } from '#shared/search/port.ts'
import { maxCounted } from '#shared/search/port.ts'
import { fieldWeights } from '#shared/search/ranking.ts'
import { leaseLost } from '#server/sync/leases.ts'
import type { IndexedDoc, SearchIndex } from './index-port.ts'
import { earlierVersions, indexVersion, stampOf } from './sqlite-index.ts'
import { tsQueryOf, vectorOf } from './tsvector.ts'

const maxRanked = 10_000
/** A query that takes longer is given up, so that one cannot hold up all others. */
const patienceMs = 2_000
const docs = `search_docs_${indexVersion}`
const stateTable = `search_state_${indexVersion}`
/**
 * Another node is making the same tables: duplicate table, key or object, and what PostgreSQL says
 * when two change one entry of its catalogue.
 */
const inTheWay: ReadonlySet<string> = new Set(['42P07', '23505', '42710', 'XX000', '40001', '40P01'])
const maxTries = 20

export async function postgresIndex(url: string): Promise<SearchIndex> {
  const pool = new pg.Pool({
    ...{ connectionString: url, max: 3, connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 },
    ...{ statement_timeout: 60_000, query_timeout: 65_000, idle_in_transaction_session_timeout: 10_000 },
  })
  pool.on('error', () => undefined)
  /** Under which it is written; `null`: nobody else writes. */
  let term: number | null = null
  try {
    await prepare(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  const rows = async (text: string, values: readonly unknown[] = []): Promise<readonly Record<string, unknown>[]> =>
    (await pool.query<Record<string, unknown>>(text, [...values])).rows

  const inTransaction = (work: (client: pg.PoolClient) => Promise<void>): Promise<void> =>
    transaction(pool, 'begin', async (client) => {
      // Held until the commit: whoever comes after us waits for it, and we find out whether
      // somebody has.
      requireLed(await client.query(`update ${stateTable} set term = term where $1::bigint is null or term = $1`, [term]))
      await work(client)
    })

  return {
    async lead(next, epoch) {
      await rows(`update ${stateTable} set term = $1 where term < $1 or epoch is distinct from $2`, [next, epoch])
      term = next
    },
    async state() {
      const [row] = await rows(`select cursor, epoch, is_whole, making from ${stateTable}`)
      const epoch = row?.['epoch']
      return {
        cursor: Number(row?.['cursor'] ?? 0),
        epoch: typeof epoch === 'string' ? epoch : null,
        isWhole: row?.['is_whole'] === true,
        making: Number(row?.['making'] ?? 0),
      }
    },
    async setState({ cursor, epoch, isWhole, making }) {
      await inTransaction(async (client) => {
        await client.query(`update ${stateTable} set cursor = $1, epoch = $2, is_whole = $3, making = $4`, [cursor, epoch, isWhole, making])
      })
    },
    async moveCursor(cursor) {
      await inTransaction(async (client) => void (await client.query(`update ${stateTable} set cursor = $1`, [cursor])))
    },
    async held(kind, ids) {
      const found = await rows(`select id, label, is_findable from ${docs} where kind = $1 and id = any($2)`, [kind, ids])
      return new Map(
        found.map((row): [string, IndexedDoc] => [
          String(row['id']),
          { label: String(row['label']), isFindable: row['is_findable'] === true },
        ]),
      )
    },
    async change({ put = [], sums = [], gone = [], goneUnder = [] }, making) {
      await inTransaction(async (client) => {
        if (goneUnder.length > 0) await client.query(`delete from ${docs} where kind = 'comments' and parent = any($1)`, [goneUnder])
        for (const { kind, id } of gone) await client.query(`delete from ${docs} where kind = $1 and id = $2`, [kind, id])
        for (const doc of put) {
          const stamp = stampOf(doc)
          const values = [
            doc.kind,
            doc.id,
            doc.parent,
            doc.label,
            doc.at,
            doc.karma,
            doc.boost,
            doc.isCurated,
            doc.isFindable,
            stamp,
            making,
          ]
          const same = await client.query(
            `update ${docs} set parent = $3, label = $4, at = $5, karma = $6, boost = $7, is_curated = $8, is_findable = $9, making = greatest(making, $11) where kind = $1 and id = $2 and stamp = $10`,
            values,
          )
          if (same.rowCount === 1) continue
          await client.query(
            `insert into ${docs} (kind, id, parent, label, at, karma, boost, is_curated, is_findable, stamp, making, words)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::tsvector)
             on conflict (kind, id) do update set parent = $3, label = $4, at = $5, karma = $6, boost = $7, is_curated = $8, is_findable = $9, stamp = $10, making = greatest(${docs}.making, $11),
             words = excluded.words`,
            [...values, doc.isFindable ? vectorOf(doc) : ''],
          )
        }
        for (const { kind, id, karma, boost } of sums)
          await client.query(`update ${docs} set karma = $3, boost = $4 where kind = $1 and id = $2`, [kind, id, karma, boost])
      })
    },
    async sweep(making) {
      await inTransaction(async (client) => void (await client.query(`delete from ${docs} where making < $1`, [making])))
    },
    async find(asked) {
      const query = tsQueryOf(asked)
      if (query === null) return { ids: [], count: 0 }
      return transaction(pool, 'begin read only', async (client) => {
        await client.query(`set local statement_timeout = ${patienceMs}`)
        const values = [query, asked.kind, asked.since ?? 0, asked.isCurated]
        const where = `words @@ $1::tsquery and kind = $2 and at >= $3 and (is_curated or not $4)`
        const total = asked.isCounted ? await countOf(client, where, values) : Infinity
        const found =
          asked.limit === 0 || asked.offset >= total
            ? []
            : (await client.query<{ id: string }>(findText(asked, where), [...values, asked.limit, asked.offset])).rows
        return { ids: found.map(({ id }) => id), count: asked.isCounted ? total : asked.offset + found.length }
      })
    },
    async tidy() {
      await rows(`vacuum ${docs}`)
    },
    async size() {
      const [row] = await rows(`select pg_total_relation_size('${docs}') as n`)
      return Number(row?.['n'] ?? 0)
    },
    close: () => pool.end(),
  }
}

async function countOf(client: pg.PoolClient, where: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await client.query<{ n: string }>(
    `select count(*) as n from (select 1 from ${docs} where ${where} limit ${maxCounted}) as counted`,
    [...values],
  )
  return Number(rows[0]?.n ?? 0)
}

function findText({ kind, sort }: FindAsked, where: string): string {
  const ties = kind === 'users' || kind === 'tags' ? 'karma desc, at desc' : 'at desc'
  // 1: divided by the length's logarithm, so that long texts do not win by their length.
  const rank = `ts_rank('${weightsOf(kind)}', words, $1::tsquery, 1) * boost desc`
  const order = { relevance: `${rank}, ${ties}`, karma: 'karma desc, at desc', newest_first: 'at desc', oldest_first: 'at' }[sort]
  const fitting = `select * from ${docs} where ${where} limit ${maxRanked}`
  return `select id from (${fitting}) as fitting order by ${order}, id limit $5 offset $6`
}

/** As `ts_rank` takes them: D, C, B, A, none above 1. */
function weightsOf(kind: SearchKind): string {
  const { name, author, body } = fieldWeights[kind]
  const most = Math.max(name, author, body)
  return `{${[0, body, author, name].map((weight) => (weight / most).toFixed(4)).join(',')}}`
}

function requireLed({ rowCount }: pg.QueryResult): void {
  if (rowCount !== 1) throw leaseLost('search')
}

/**
 * Commits what `work` does on a connection of its own, or undoes it. A connection that is lost
 * meanwhile is nobody's afterwards.
 */
async function transaction<T>(pool: pg.Pool, begin: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isLost = false
  // The pool no longer hears one that it has lent: without a listener a cut line would end the
  // process.
  const lost = (): boolean => (isLost = true)
  client.on('error', lost)
  try {
    await client.query(begin)
    const value = await work(client)
    await client.query('commit')
    return value
  } catch (error) {
    isLost ||= await isLostAfter(client)
    throw error
  } finally {
    client.off('error', lost)
    client.release(isLost)
  }
}

/**
 * Undoes what is open. @returns whether even that is not answered: the connection is busy or dead,
 * and nobody else may get it.
 */
function isLostAfter(client: pg.PoolClient): Promise<boolean> {
  return client.query('rollback').then(
    () => false,
    () => true,
  )
}

/** Nodes that start at once are in each other's way for a moment. */
async function prepare(pool: pg.Pool): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await makeTables(pool)
    } catch (error) {
      const isInTheWay = error instanceof pg.DatabaseError && inTheWay.has(error.code ?? '')
      if (!isInTheWay || tries >= maxTries) throw error
      await sleep(20 * tries)
    }
  }
}

const makeTables = (pool: pg.Pool): Promise<void> =>
  transaction(pool, 'begin', async (client) => {
    // The state first, as `change` does, in every version: in the other order a start and a change
    // would each hold what the other needs.
    for (const version of earlierVersions) await client.query(`drop table if exists search_state_${version}, search_docs_${version}`)
    await client.query(
      `create table if not exists ${stateTable} (id integer primary key check (id = 1), cursor bigint not null, epoch text, is_whole boolean not null, making bigint not null)`,
    )
    await client.query(`alter table ${stateTable} add column if not exists term bigint not null default 0`)
    await client.query(
      `insert into ${stateTable} (id, cursor, epoch, is_whole, making) values (1, 0, null, false, 0) on conflict do nothing`,
    )
    await client.query(`create table if not exists ${docs} (
      kind text not null, id text collate "C" not null, parent text not null, label text not null, at double precision not null, karma double precision not null,
      boost double precision not null, is_curated boolean not null, is_findable boolean not null, stamp text not null, making bigint not null, words tsvector not null,
      primary key (kind, id))`)
    await client.query(`create index if not exists ${docs}_words on ${docs} using gin (words)`)
    await client.query(`create index if not exists ${docs}_parent on ${docs} (parent) where parent <> ''`)
  })
