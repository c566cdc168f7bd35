/**
 * What becomes of tags that wait (content.md 9.7, 12.6). Asked of the server, which alone has them
 * all; the rels of the tag, and with them the posts' chips and lists, follow from its state.
 */
import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { canBeginTag } from './rules.ts'
import { tags } from './schema.ts'

const args = z.strictObject({ id: Id })

/** The tag stands at the posts for which it was typed, and anywhere. */
export const acceptTag = defineMutation({ name: 'wiki.acceptTag', args, run: (context, { id }) => settle(context, id, 'placeholder') })

/** The tag stands nowhere, until somebody who may begin pages makes one of that name. */
export const rejectTag = defineMutation({ name: 'wiki.rejectTag', args, run: (context, { id }) => settle(context, id, 'rejected') })

/** @throws AppError 'conflict' where somebody has decided otherwise since. */
async function settle({ tx, viewer, now }: MutationContext, id: string, state: 'placeholder' | 'rejected'): Promise<void> {
  authorize(canBeginTag(viewer))
  const tag = await getOrThrow(tx, tags, id)
  if (tag.state === state) return
  if (tag.state !== 'proposed') throw new AppError('conflict')
  await tx.put(tags, { ...tag, state, changedAt: now })
}
