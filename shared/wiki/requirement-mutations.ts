/**
 * Which pages are to be known before a page is read. Asked of the server, which alone has all
 * pages.
 */
import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import type { Tag } from './schema.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { canReadPost } from '../posts/rules.ts'
import { posts } from '../posts/schema.ts'
import { putChanged } from './changes.ts'
import { allRequiredBy, followRequirements, requirementsOf, withRequirements } from './requirements.ts'
import { canEditPage } from './rules.ts'
import { tags, wikiLimits } from './schema.ts'

/** A page requires another, or not. */
export const setRequirement = defineMutation({
  name: 'wiki.setRequirement',
  args: z.strictObject({ id: Id, requiredId: Id, isOn: z.boolean() }),
  async run(context, { id, requiredId, isOn }) {
    const { tx, viewer } = context
    const post = await getOrThrow(tx, posts, id)
    const tag = await getOrThrow(tx, tags, id)
    authorize(canEditPage(viewer, post))
    const before = tag.requiresIds ?? []
    if (before.includes(requiredId) === isOn) return
    const ids = isOn ? await withOneMore(context, tag, requiredId) : before.filter((other) => other !== requiredId)
    await followRequirements(tx, tag, ids)
    await putChanged(context, tag, withRequirements(tag, ids), 'requiresIds', { from: before, to: ids, of: requiredId })
  },
})

/**
 * @throws AppError 'invalid' with `requiredId`; with the reason 'requires-each-other' where the
 *   other page requires this one, be it through others.
 */
async function withOneMore({ tx, viewer }: MutationContext, tag: Tag, requiredId: string): Promise<readonly string[]> {
  const field = 'requiredId'
  if (tag.state !== 'page') throw new AppError('invalid', { field, message: 'not a published page' })
  const [required, post] = [await tx.get(tags, requiredId), await tx.get(posts, requiredId)]
  const isPage = required?.state === 'page' && post !== undefined && canReadPost(viewer, post).allowed
  if (!isPage || requiredId === tag.id) throw new AppError('invalid', { field })
  // Deleted ones hold their place, for when they are restored, as long as nobody needs it.
  const held = tag.requiresIds ?? []
  const kept = held.length < wikiLimits.requirements ? held : (await requirementsOf(tx, tag)).map(({ id }) => id)
  if (kept.length >= wikiLimits.requirements) throw new AppError('invalid', { field, message: 'too many requirements' })
  const behind = await allRequiredBy(tx, required)
  if (behind === null) throw new AppError('invalid', { field, message: 'too many pages behind it' })
  if (behind.has(tag.id)) throw new AppError('invalid', { field, reason: 'requires-each-other' })
  return [...kept, requiredId]
}
