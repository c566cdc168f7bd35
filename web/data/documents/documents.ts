/**
 * The late chunk's way in, with Yjs: comes with the editor.
 * `import('…/web/data/documents/documents.ts')` and nothing else from these folders.
 */
import type { Device } from '../device/device-api.ts'
import { browserDocuments } from './browser-documents.ts'
import type { OpenDocument } from './documents-api.ts'
import { openDocument as openOver } from './open-document.ts'

interface OpenOptions {
  readonly device: Device
  /** As in `shared/documents/rooms.ts`. */
  readonly room: string
  /** Its post is made on this device just now, before or after: it may be written in at once. */
  readonly isNew?: boolean
}

/**
 * Opens a document to write in it. Close it when its editor goes. @throws TypeError in a visitor's
 * database
 */
export async function openDocument({ device, room, isNew = false }: OpenOptions): Promise<OpenDocument> {
  if (device.account === null) throw new TypeError('a visitor has no documents')
  const { ports, tickets } = browserDocuments(device.account, device.documents)
  return openOver({ room, isNew }, ports, tickets)
}
