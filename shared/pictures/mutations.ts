import * as z from 'zod/mini'
import { authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { canRemovePicture } from './rules.ts'
import { pictures } from './schema.ts'

/**
 * Takes a picture off the site for good. Its hashes stay: the same bytes are refused from then on.
 */
export const removePicture = defineMutation({
  name: 'pictures.remove',
  args: z.strictObject({ id: Id }),
  async run({ tx, viewer, now }, { id }) {
    authorize(canRemovePicture(viewer))
    const picture = await getOrThrow(tx, pictures, id)
    if (picture.state === 'removed') return
    await tx.put(pictures, { ...picture, state: 'removed', removedAt: now, removedById: signedIn(viewer).userId })
  },
})
