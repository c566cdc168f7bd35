import { docToMarkdown } from '#shared/text/markdown-out.ts'
import { notebookRoom } from '#shared/documents/rooms.ts'
import { applyUpdate, Doc } from 'yjs'
import type { KeptDocument } from '../device/device-api.ts'
import { documentFile, readFile } from './document-files.ts'
import { textOf } from './text-of.ts'

export interface UnsentDocument {
  readonly room: string
  readonly markdown: string
}

/** The documents in which something is unsent, as text. The notebook's words are those of the drafts. */
export async function unsentDocuments(account: string, rows: readonly KeptDocument[]): Promise<readonly UnsentDocument[]> {
  const dirty = rows.filter(({ dirtyBy, room }) => dirtyBy.length > 0 && room !== notebookRoom(account))
  const found: UnsentDocument[] = []
  for (const { room } of dirty) {
    const doc = new Doc()
    for (const part of await readFile(documentFile(account, room))) applyUpdate(doc, part)
    found.push({ room, markdown: docToMarkdown(textOf(doc)) })
    doc.destroy()
  }
  return found
}
