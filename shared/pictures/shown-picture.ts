import type { Transaction } from '../kernel/transaction.ts'
import { AppError } from '../kernel/errors.ts'
import { pictureIdOf } from './address.ts'
import { pictures } from './schema.ts'

/** As in `sync-server/features/pictures/triggers.ts`. */
const comingMs = 2_000

/**
 * The picture that a row is going to show, by its address: in use from here on, whatever the last
 * look through all texts has found. One that was just added may still be on its way, as in a text.
 * @throws AppError 'rate-limited' while it is not here; 'invalid' with `field` where it cannot be
 * shown: taken down, no picture, or added for a private message.
 */
export async function shownPicture(
  tx: Transaction,
  src: string,
  field: string,
): Promise<{ readonly width: number; readonly height: number }> {
  const picture = await tx.get(pictures, pictureIdOf(src) ?? '')
  if (picture === undefined) throw new AppError('rate-limited', { reason: 'pictures-on-their-way', retryAfterMs: comingMs })
  if (picture.state !== 'kept' || picture.isPrivate === true) throw new AppError('invalid', { field })
  if (picture.unusedSince !== undefined) {
    const { unusedSince: _over, ...used } = picture
    await tx.put(pictures, used)
  }
  return { width: picture.width, height: picture.height }
}
