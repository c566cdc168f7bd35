/**
 * Pictures of one's own, in texts: added on the device, shown from it at once, uploaded when there
 * is a network (own-pictures/). Their address in a text is the final one from the first moment on,
 * `/pictures/ID`. Loaded with the editor.
 */
import { links } from '#shared/links.ts'
import { pictureIdOf } from '#shared/pictures/address.ts'
import { picturesIn } from '#shared/pictures/in-text.ts'
import { pictureWords } from '#shared/pictures/words.ts'
import type { DocNode } from '#shared/text/nodes.ts'
import { connection } from './connection.ts'
import { deviceSoon } from './device/bring.ts'
import { freshId } from './fresh-id.ts'
import { preparePicture } from './own-pictures/prepare-picture.ts'
import { currentPictureStore, pictureWork } from './own-pictures/picture-store.ts'
import { pictureStates } from './own-pictures/picture-states.ts'

export interface OwnPicture {
  readonly src: string
  readonly width: number
  readonly height: number
  /** Readers see its first frame. */
  readonly isMoving: boolean
}

/**
 * Takes a picture: on this device when it resolves, on its way to the server soon.
 * @param isPrivate for a message: it can be shown nowhere else
 * @throws Error whose message is a sentence for people
 */
export async function addPicture(file: Blob, isPrivate = false): Promise<OwnPicture> {
  await deviceSoon()
  const pictureStore = currentPictureStore()
  if (pictureStore === null) throw new Error('Sign in to add pictures.')
  const { bytes, type, width, height, isMoving } = await preparePicture(file)
  const id = freshId()
  const now = Date.now()
  const fact = {
    id,
    type,
    width,
    height,
    bytes: bytes.byteLength,
    addedAt: now,
    lastUsed: now,
    notBefore: 0,
    ...(isPrivate && { isPrivate }),
  } as const
  try {
    await pictureStore.files.put({ ...fact, state: 'waiting', fault: null }, bytes)
  } catch (error) {
    throw new Error('This device doesn’t have enough space for the picture.', { cause: error })
  }
  pictureStore.tell(id, { kind: 'waiting' })
  pictureWork.set(pictureWork.get() + 1)
  return { src: links.picture(id), width, height, isMoving }
}

/**
 * Of a picture of this site; `null` when neither this device nor the network has it. @param src as
 * it stands in a text
 */
export async function pictureBytes(src: string): Promise<Blob | null> {
  const here = await ownBytes(src)
  if (here !== null || !isHere(src)) return here
  try {
    const response = await fetch(src, { credentials: 'same-origin' })
    const isPicture = response.ok && (response.headers.get('content-type') ?? '').startsWith('image/')
    return isPicture ? await response.blob() : null
  } catch {
    return null // no connection
  }
}

/** What this device has of it; asks nobody. */
export async function ownBytes(src: string): Promise<Blob | null> {
  const id = pictureIdOf(src)
  const pictureStore = currentPictureStore()
  if (id === null || pictureStore === null) return null
  // Storage is forbidden, or was cleared under us: then it is not here.
  return pictureStore.files.bytes(id).catch(() => null)
}

export interface WaitingPictures {
  /** Addresses of those that were added here and are not on the server yet. */
  readonly waiting: readonly string[]
  /** Those that the server will not take: a text that shows one is not published. */
  readonly refused: readonly { readonly src: string; readonly words: string }[]
}

/**
 * Of the pictures in a text, as far as this device knows: another's device may have some that it
 * knows nothing of.
 */
export async function waitingPictures(doc: { readonly content: readonly DocNode[] }): Promise<WaitingPictures> {
  const ids = new Set(picturesIn(doc))
  const pictureStore = ids.size === 0 ? null : currentPictureStore()
  const facts = pictureStore === null ? [] : (await pictureStore.files.facts()).filter(({ id }) => ids.has(id))
  return {
    waiting: facts.filter(({ state }) => state === 'waiting').map(({ id }) => links.picture(id)),
    refused: facts
      .filter(({ state }) => state === 'refused')
      .map(({ id, fault }) => ({ src: links.picture(id), words: pictureWords[fault ?? 'broken'] })),
  }
}

/** The largest picture on a slow line takes less; one that is stuck would take for ever. */
const longestUploadMs = 180_000

/**
 * Resolves once the server has this picture of a form, will not take it, can't be reached, or has
 * not got it within `withinMs`: who sends the form then hears so. One that was not added here is on
 * the server.
 */
export async function untilUploaded(src: string, withinMs = longestUploadMs): Promise<'sent' | 'refused' | 'offline' | 'late'> {
  const end = performance.now() + withinMs
  const id = pictureIdOf(src)
  const pictureStore = id === null ? null : currentPictureStore()
  if (pictureStore === null) return 'sent'
  for (;;) {
    const changed = nextChange(end - performance.now())
    const fact = (await pictureStore.files.facts()).find((one) => one.id === id)
    if (fact === undefined || fact.state === 'sent') return 'sent'
    if (fact.state === 'refused') return 'refused'
    if (!connection.get()) return 'offline'
    if (performance.now() >= end) return 'late'
    await changed
  }
}

/** Of how far a picture is, or of the network; or when that much time is over. */
function nextChange(withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    const leave = [pictureStates, connection].map((each) => each.subscribe(done))
    const late = setTimeout(done, withinMs)
    function done(): void {
      clearTimeout(late)
      leave.forEach((one) => one())
      resolve()
    }
  })
}

/** "2 pictures are not uploaded yet. The post is published when they are." */
export function waitingWords(count: number): string {
  return count === 1
    ? 'A picture is still uploading. The post will be published after that.'
    : `${count} pictures are still uploading. The post will be published after that.`
}

function isHere(src: string): boolean {
  return src.startsWith('/') && !src.startsWith('//')
}
