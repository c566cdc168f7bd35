import type { Doc as Text } from '#shared/text/schema.ts'
import { writeText } from '#shared/documents/text-in-doc-write.ts'
import { Doc, encodeStateAsUpdate } from 'yjs'
import type { Device } from '../device/device-api.ts'
import { newDocument } from '../device/documents.ts'
import { addToFile, documentFile } from './document-files.ts'

/**
 * A document of one's own with a text in it, on this device and unsent: for a draft whose post is
 * made here just now. On disk when it resolves; it goes to the server after the mutation that makes
 * its post. @throws DeviceTrouble
 */
export async function writeNewDocument(
  device: Pick<Device, 'account' | 'documents'>,
  room: string,
  text: Text,
  now: number,
): Promise<void> {
  if (device.account === null) throw new TypeError('a visitor has no documents')
  const doc = new Doc()
  writeText(doc, text, null)
  await device.documents.change(room, (before) => ({ ...(before ?? newDocument(room, now)), level: 'own', dirtyBy: ['new'] }))
  await addToFile(documentFile(device.account, room), encodeStateAsUpdate(doc), true)
}
