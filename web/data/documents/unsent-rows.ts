import { isWriting } from '#shared/posts/rules.ts'
import type { StoredDocument } from '../device/device-api.ts'
import { foundUnsent, unsentDocs } from '../device/documents.ts'
import { isUnsent } from '../device/is-unsent.ts'
import type { Clocks } from './bytes.ts'
import { covers, decodeClocks, readClocks } from './bytes.ts'
import { documentFile, filesOf, flushFile, readFile } from './document-files.ts'

/**
 * Of these documents those that the server may not have whole, as unsent ones: by their rows, and
 * where a row says nothing by their text on disk, which the server's last word has to cover (Y12).
 * A text that one may not write in is nobody's here to send. @throws DeviceTrouble
 */
export async function unsentRows(account: string, rows: readonly StoredDocument[]): Promise<readonly StoredDocument[]> {
  const mayHoldMore = (row: StoredDocument) => !isUnsent(row) && isWriting(row.level)
  const files = new Set(rows.some(mayHoldMore) ? await filesOf(account) : [])
  const compared: StoredDocument[] = []
  for (const row of rows) {
    // To open one that the browser threw away would make it anew, and it would not be missed.
    const isAsked = mayHoldMore(row) && files.has(documentFile(account, row.room))
    compared.push(isAsked && (await holdsMore(account, row)) ? foundUnsent(row) : row)
  }
  return unsentDocs(compared)
}

async function holdsMore(account: string, { room, ackedSv }: StoredDocument): Promise<boolean> {
  return !covers(readClocks(ackedSv), await clocksIn(documentFile(account, room)))
}

/**
 * The state vector of what is on disk for good, once all that was written so far is. @throws
 * DeviceTrouble
 */
export async function clocksOnDisk(name: string): Promise<Clocks> {
  await flushFile(name)
  return clocksIn(name)
}

async function clocksIn(name: string): Promise<Clocks> {
  const [{ encodeStateVectorFromUpdate, mergeUpdates }, parts] = await Promise.all([import('yjs'), readFile(name)])
  return parts.length === 0 ? new Map() : decodeClocks(encodeStateVectorFromUpdate(mergeUpdates([...parts])))
}
