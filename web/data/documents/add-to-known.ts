import { addToFile, documentFile } from './document-files.ts'
import type { DocumentPorts } from './document-ports.ts'

/**
 * For what comes later than it was asked for: written only while this device still knows of the
 * document. One that was given up, or was deleted by signing out, is not made again. @throws
 * DeviceTrouble when the device itself is gone
 */
export async function addToKnown(
  { account, rows }: Pick<DocumentPorts, 'account' | 'rows'>,
  room: string,
  update: Uint8Array,
): Promise<void> {
  if ((await rows.get(room)) !== undefined) await addToFile(documentFile(account, room), update)
}
