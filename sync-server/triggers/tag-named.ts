import type { Transaction } from '#shared/kernel/transaction.ts'
import type { Tag } from '#shared/wiki/schema.ts'
import { slugify } from '#shared/kernel/slug.ts'
import { emptyTag } from '#shared/wiki/empty-tag.ts'
import { presentTag } from '#shared/wiki/tag-vote-queries.ts'
import { holderOf, plainName, reservedSlugs } from '#shared/wiki/slugs.ts'
import { tags, tagSlugs } from '#shared/wiki/schema.ts'

interface Context {
  readonly tx: Transaction
  readonly now: number
  newId(): string
}

/**
 * The tag of this name, as an author typed it: the page that its address leads to, or else a
 * placeholder, which is made. `null`: nothing in it could stand in an address, or its page was
 * deleted.
 * @param mayBegin whether the name becomes a tag by being typed; given what waits or was rejected,
 *   whether that does. Else what is made is a proposal.
 */
export async function tagNamed(
  context: Context,
  name: string,
  mayBegin: (held: Tag | null) => boolean | Promise<boolean> = () => true,
): Promise<Tag | null> {
  const { tx, now, newId } = context
  const plain = plainName(name)
  const wanted = slugify(plain)
  if (wanted === '') return null
  // Authors may well write about what our addresses need for themselves.
  const slug = reservedSlugs.has(wanted) ? `${wanted}-tag` : wanted
  const holder = await holderOf(tx, slug)
  if (holder?.state === 'proposed' || holder?.state === 'rejected') {
    if (!(await mayBegin(holder))) return holder
    const accepted: Tag = { ...holder, state: 'placeholder', changedAt: now }
    await tx.put(tags, accepted)
    return accepted
  }
  if (holder !== undefined) return presentTag(tx, holder)
  const state = (await mayBegin(null)) ? 'placeholder' : 'proposed'
  const tag = emptyTag({ id: newId(), state, name: plain, slug, createdAt: now })
  await tx.put(tagSlugs, { id: `${tag.id}:${slug}`, slug, tagId: tag.id })
  await tx.put(tags, tag)
  return tag
}
