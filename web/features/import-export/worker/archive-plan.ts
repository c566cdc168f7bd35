import type { ArchiveRows, ImportPlan } from '#shared/formats/archive-plan.ts'
import { bytesToText } from '#shared/formats/bytes-to-text.ts'
import { accountFile } from '#shared/formats/own-data.ts'
import { FileRefused } from '#shared/formats/refused.ts'
import { looksZipped, openZip, type ZipEntry } from '#shared/formats/unzip.ts'
import { planImport } from '#shared/formats/archive-plan.ts'

const isRows = /^data\/([a-z_]{1,60})\.json$/u

/**
 * What an archive of everything brings back into an account; `null`: the file is not such an
 * archive. @throws FileRefused
 */
export function archivePlan(bytes: Uint8Array<ArrayBuffer>, userId: string): ImportPlan | null {
  if (!looksZipped(bytes)) return null
  const entries = openZip(bytes)
  return entries.some(({ name }) => name === accountFile) ? planImport(rowsIn(entries), userId) : null
}

function rowsIn(entries: readonly ZipEntry[]): ArchiveRows {
  const rows = new Map<string, readonly unknown[]>()
  for (const entry of entries) {
    const [, table] = isRows.exec(entry.name) ?? []
    if (table === undefined || entry.name === accountFile) continue
    const values: unknown = parsed(bytesToText(entry.read()))
    if (!Array.isArray(values)) throw new FileRefused('broken')
    rows.set(table, values)
  }
  return rows
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new FileRefused('broken')
  }
}
