import { docToMarkdown } from '#shared/text/markdown-out.ts'
import { applyUpdate, Doc } from 'yjs'
import type { StoredDocument } from '../device/device-api.ts'
import { unsentDocs } from '../device/documents.ts'
import { documentFile, readFile } from './document-files.ts'
import { textOf } from './text-of.ts'

export interface UnsentDocument {
  readonly room: string
  readonly markdown: string
}

/**
 * The documents in which something is unsent, as text. The notebook's words are those of the
 * drafts.
 */
export async function unsentDocuments(account: string, rows: readonly StoredDocument[]): Promise<readonly UnsentDocument[]> {
  const unsent = unsentDocs(rows)
  const found: UnsentDocument[] = []
  for (const { room } of unsent) {
    const doc = new Doc()
    for (const part of await readFile(documentFile(account, room))) applyUpdate(doc, part)
    found.push({ room, markdown: docToMarkdown(textOf(doc)) })
    doc.destroy()
  }
  return found
}
