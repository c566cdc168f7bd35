import type { PictureFact } from './picture-files.ts'
import type { PictureStore } from './picture-store.ts'
import { currentPictureStore } from './picture-store.ts'

/** Of everything that was added here, uploaded or not. */
export async function ownPictureBytes(): Promise<number> {
  const facts = await factsOf(currentPictureStore())
  return facts.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Those that the server does not have, refused ones too. */
export async function unsentPictures(account: string): Promise<number> {
  const pictureStore = currentPictureStore()
  if (pictureStore?.account !== account) return 0
  return (await factsOf(pictureStore)).filter(({ state }) => state !== 'sent').length
}

/**
 * A database that cannot be read holds nothing that could be counted: the device says by itself
 * what is wrong with its storage.
 */
async function factsOf(pictureStore: PictureStore | null): Promise<readonly PictureFact[]> {
  return (await pictureStore?.files.facts().catch(() => [])) ?? []
}
