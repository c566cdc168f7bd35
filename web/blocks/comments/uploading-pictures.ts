import type { Doc } from '#shared/text/schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { pictureIdOf } from '#shared/pictures/address.ts'
import { picturesIn } from '#shared/pictures/in-text.ts'

/**
 * Names the pictures of a text that are still on their way from this device.
 * @throws AppError 'invalid' when the server has refused one of them
 */
export async function uploadingIn(body: Doc): Promise<{ readonly uploading?: string[] }> {
  if (picturesIn(body).length === 0) return {}
  const { waitingPictures } = await import('../../data/pictures-own.ts')
  const { waiting, refused } = await waitingPictures(body)
  if (refused.length > 0) throw new AppError('invalid', { field: 'pictures' })
  return waiting.length === 0 ? {} : { uploading: waiting.map((src) => pictureIdOf(src) ?? src) }
}
