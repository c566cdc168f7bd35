import type { PictureFact } from './picture-files.ts'
import type { Shelf } from './shelf.ts'
import { currentShelf } from './shelf.ts'

/** Of everything that was added here, uploaded or not. */
export async function ownPictureBytes(): Promise<number> {
  const facts = await factsOf(currentShelf())
  return facts.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Those that the server does not have, refused ones too. */
export async function unsentPictures(account: string): Promise<number> {
  const shelf = currentShelf()
  if (shelf?.account !== account) return 0
  return (await factsOf(shelf)).filter(({ state }) => state !== 'sent').length
}

/** A database that cannot be read holds nothing that could be counted: the device says by itself what is wrong with its storage. */
async function factsOf(shelf: Shelf | null): Promise<readonly PictureFact[]> {
  return (await shelf?.files.facts().catch(() => [])) ?? []
}
