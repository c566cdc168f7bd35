import type { DataFile, OwnDataTables, OwnRowsPage } from '#shared/formats/own-data.ts'
import { accountFile } from '#shared/formats/own-data.ts'

export interface GatheredData {
  readonly files: readonly DataFile[]
  /** Addresses on this site of what was uploaded. */
  readonly pictures: readonly string[]
}

export interface DataPorts {
  /** @throws TypeError without a connection */
  readonly tables: () => Promise<OwnDataTables | Wait | null>
  /** @throws TypeError without a connection */
  readonly rows: (table: string, offset: number) => Promise<OwnRowsPage | Wait | null>
  readonly isStopped: () => boolean
  readonly onTable: (done: number, all: number) => void
  readonly wait: (ms: number) => Promise<void>
}

export interface Wait {
  readonly retryAfterMs: number
}

const maxWaits = 5

/**
 * All rows of a member's own as files of JSON, with a schema for each table. `null`: the server
 * could not be reached, or would not go on; half an archive is none.
 */
export async function gatherData(ports: DataPorts): Promise<GatheredData | null> {
  const asked = async <T extends object>(ask: () => Promise<T | Wait | null>): Promise<T | null> => {
    for (let waits = 0; waits <= maxWaits && !ports.isStopped(); waits += 1) {
      const answer = await ask()
      if (answer === null || !('retryAfterMs' in answer)) return answer
      await ports.wait(answer.retryAfterMs)
    }
    return null
  }
  try {
    const known = await asked(ports.tables)
    if (known === null) return null
    const files: DataFile[] = [{ name: accountFile, text: json(known.account) }]
    for (const [index, { name, schema }] of known.tables.entries()) {
      ports.onTable(index, known.tables.length)
      const rows = new Map<string, unknown>()
      for (let offset: number | null = 0; offset !== null;) {
        const from: number = offset
        const page: OwnRowsPage | null = await asked(() => ports.rows(name, from))
        if (page === null) return null
        for (const row of page.rows) rows.set(row.id, row)
        offset = page.next
      }
      if (rows.size === 0) continue
      files.push({ name: `data/${name}.json`, text: json([...rows.values()]) })
      files.push({ name: `data/${name}.schema.json`, text: json(schema) })
    }
    return { files, pictures: known.account.pictures }
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
