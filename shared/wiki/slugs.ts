/**
 * Names of pages and the addresses that follow from them. One slug has one holder, present or past;
 * the store refuses the second.
 */
import type { MutationContext } from '../kernel/mutation.ts'
import type { Read } from '../kernel/transaction.ts'
import type { Tag } from './schema.ts'
import { AppError } from '../kernel/errors.ts'
import { defineQuery } from '../kernel/query.ts'
import { slugify } from '../kernel/slug.ts'
import { commentPingbacks } from '../comments/schema.ts'
import type { Row, Table } from '../kernel/table.ts'
import { pingbacks } from '../posts/schema.ts'
import { adoptNameLinks } from './name-links.ts'
import { tags, tagSlugs } from './schema.ts'

/**
 * What stands under `/w/` and is no page, and what may come to stand there. A test of the routes
 * (web/app/) holds that none is missing.
 */
export const reservedSlugs: ReadonlySet<string> = new Set(['create', 'new', 'edit', 'dashboard', 'random', 'all'])

/** As somebody typed it: a leading `#` is how tags are written, and no part of the name. */
export function plainName(name: string): string {
  return name.replace(/^[#\s]+/u, '').trim()
}

/**
 * @throws AppError 'invalid' with `field` for a name without letters, or one whose address is not
 *   to be had.
 */
export function slugOfName(name: string, field = 'pageName'): string {
  const slug = slugify(plainName(name))
  if (slug === '' || reservedSlugs.has(slug)) throw new AppError('invalid', { field, message: 'no address for this name' })
  return slug
}

const slugTaken = (slug: string) => defineQuery({ table: tagSlugs, index: ['slug'], equals: [slug], order: 'ascending', limit: 1 })

export const slugsOf = (tagId: string) =>
  defineQuery({ table: tagSlugs, index: ['tagId'], equals: [tagId], order: 'ascending', limit: 200 })

const tagsBySlug = (slug: string) => defineQuery({ table: tags, index: ['slug'], equals: [slug], order: 'ascending', limit: 10 })

/**
 * Who has it, deleted or not. A device knows no earlier addresses, so what has it now is looked for
 * first.
 */
export async function holderOf(read: Read, slug: string): Promise<Tag | undefined> {
  const present = (await read.list(tagsBySlug(slug))).find(({ state }) => state !== 'deleted' && state !== 'draft')
  if (present !== undefined) return present
  const [held] = await read.list(slugTaken(slug))
  return held && read.get(tags, held.tagId)
}

/**
 * Makes the slug this tag's. A placeholder of that name gives way, and its posts follow, also
 * where it was only proposed; so does what was rejected, or deleted and leads nowhere.
 * @returns whether posts come with it.
 * @throws AppError 'taken' with `field`
 */
async function claimSlug({ tx, now }: Pick<MutationContext, 'tx' | 'now'>, tag: Tag, slug: string, field = 'pageName'): Promise<boolean> {
  const [held] = await tx.list(slugTaken(slug))
  if (held?.tagId === tag.id) return false
  let hasPosts = false
  if (held !== undefined) {
    const holder = await tx.get(tags, held.tagId)
    const givesWay = holder === undefined || holder.state === 'rejected' || (holder.state === 'deleted' && holder.leadsToId === null)
    if ((holder?.state === 'placeholder' || holder?.state === 'proposed') && tag.lensOf === null) {
      await fillPlaceholder({ tx, now }, holder, tag.id)
      hasPosts = holder.postCount > 0
    } else if (!givesWay) throw new AppError('taken', { field })
    await tx.delete(tagSlugs, held.id)
  }
  await tx.put(tagSlugs, { id: `${tag.id}:${slug}`, slug, tagId: tag.id })
  await adoptNameLinks(tx, slug, tag.lensOf ?? tag.id)
  return hasPosts
}

async function fillPlaceholder({ tx, now }: Pick<MutationContext, 'tx' | 'now'>, holder: Tag, pageId: string): Promise<void> {
  const to = { leadsToId: pageId, relsGoToId: pageId }
  await tx.put(tags, { ...holder, state: 'deleted', slug: null, deletedAt: now, changedAt: now, ...to })
  // What linked to the name links to the page.
  for (const { id, fromPostId } of await tx.list(linkedFrom(pingbacks, holder.id))) {
    await tx.delete(pingbacks, id)
    await tx.put(pingbacks, { id: `${fromPostId}:${pageId}`, fromPostId, toPostId: pageId })
  }
  for (const { id, commentId } of await tx.list(linkedFrom(commentPingbacks, holder.id))) {
    await tx.delete(commentPingbacks, id)
    await tx.put(commentPingbacks, { id: `${commentId}:${pageId}`, commentId, toPostId: pageId })
  }
}

const linkedFrom = <R extends Row>(table: Table<R>, toPostId: string) =>
  defineQuery({ table, index: ['toPostId'], equals: [toPostId], order: 'ascending', limit: 500 })

/**
 * Of a lens, whose title need not be its own alone: the slug of its title, with a number where that
 * is held.
 */
export async function freeLensSlug(read: Read, lens: Tag): Promise<string> {
  const base = slugify(lens.name) || lens.id
  for (let n = 1; n <= 50; n += 1) {
    const slug = n === 1 ? base : `${base}-${n}`
    const [held] = await read.list(slugTaken(slug))
    if ((held === undefined && !reservedSlugs.has(slug)) || held?.tagId === lens.id) return slug
  }
  return `${base}-${lens.id}`
}

/**
 * Its address changes; the one before leads there. Nothing where it is the same. Where posts carry
 * the name already, it is a tag: whoever writes about a word takes it off nobody's post.
 */
export async function moveToSlug(context: Pick<MutationContext, 'tx' | 'now'>, tag: Tag, slug: string, field = 'pageName'): Promise<Tag> {
  if (tag.slug === slug) return tag
  const hasPosts = await claimSlug(context, tag, slug, field)
  const old = new Set([...tag.oldSlugs, ...(tag.slug === null ? [] : [tag.slug])])
  old.delete(slug)
  return { ...tag, slug, oldSlugs: [...old], isWikiOnly: tag.isWikiOnly && !hasPosts }
}
