/**
 * Versions of a text, from an open document: keeping what stands there under a name, and going back
 * to an earlier one. Both work without a network.
 */
import { encodeStateVector } from 'yjs'
import { checkedText } from '#shared/documents/text-in-doc.ts'
import { writeText } from '#shared/documents/text-in-doc-write.ts'
import { postRoom } from '#shared/documents/rooms.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Revision } from '#shared/posts/schema.ts'
import { saveVersion } from '#shared/posts/version-mutations.ts'
import type { Doc } from '#shared/text/schema.ts'
import type { Device } from '../device/device-api.ts'
import { freshId } from '../fresh-id.ts'
import { toBase64 } from './bytes.ts'
import type { OpenDocument } from './documents-api.ts'
import { openDocument } from './documents.ts'

type Version = Pick<Revision, 'body' | 'version'>

/**
 * The text as it stands here, on disk, and the state that it was read from. @throws AppError
 * 'invalid' for what is no text.
 */
export async function textNow(open: OpenDocument): Promise<{ readonly body: Doc; readonly stateVector: string }> {
  const text = checkedText(open.doc)
  if (!text.ok) throw new AppError('invalid', { field: 'body' })
  const stateVector = toBase64(encodeStateVector(open.doc))
  await open.settle()
  return { body: text.doc, stateVector }
}

export async function keepVersion(device: Device, open: OpenDocument, postId: string, note: string): Promise<void> {
  await device.commit(saveVersion, { id: postId, revisionId: freshId(), note, ...(await textNow(open)) })
}

/**
 * Makes an earlier version the present text, by one change forward: nothing is taken out of the
 * history, what stands there now is kept as a version first, and whoever writes in it keeps their
 * place. `origin` as the undo of the editor knows its own changes.
 */
export async function loadVersion(device: Device, open: OpenDocument, postId: string, version: Version, origin: unknown): Promise<void> {
  if (open.isReadOnly.get()) throw new AppError('not-allowed', { reason: 'not-yours' })
  // A text that nobody can open is no version; its history keeps it all the same.
  if (checkedText(open.doc).ok) await keepVersion(device, open, postId, `Before version ${version.version} was loaded`)
  writeText(open.doc, version.body, origin)
  await open.settle()
}

/** The same without an editor: the document is opened for it. */
export async function loadVersionAlone(device: Device, postId: string, version: Version): Promise<void> {
  const open = await openDocument({ device, room: postRoom(postId) })
  try {
    await open.whenLoaded
    await untilWritable(open)
    await loadVersion(device, open, postId, version, 'load-version')
  } finally {
    await open.close()
  }
}

/** Nobody waits longer than that for the server to say what they may do; then it counts as no. */
const longestWaitMs = 10_000

/** Whether it may be written in, the server says, or said last time. */
async function untilWritable({ isReadOnly, link }: OpenDocument): Promise<void> {
  if (!isReadOnly.get()) return
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      for (const deaf of undo) deaf()
      resolve()
    }
    const look = (): void => {
      if (!isReadOnly.get() || (link.get() !== 'connecting' && link.get() !== 'off') || !navigator.onLine) end()
    }
    const timer = setTimeout(end, longestWaitMs)
    const undo = [isReadOnly.subscribe(look), link.subscribe(look)]
    look()
  })
}
