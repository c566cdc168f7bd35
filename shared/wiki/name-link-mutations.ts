import * as z from 'zod/mini'
import type { Read, Transaction } from '../kernel/transaction.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { slugify } from '../kernel/slug.ts'
import { maxNamesLinked, namesLinkedFrom, putMention } from './name-links.ts'
import type { Tag } from './schema.ts'
import { nameLinks } from './schema.ts'
import { holderOf, reservedSlugs } from './slugs.ts'

/** A page of this very address can come to be: anything else is no name. */
export const isNameSlug = (slug: string): boolean => slug !== '' && slugify(slug) === slug && !reservedSlugs.has(slug)

const noPage: readonly Tag['state'][] = ['deleted', 'proposed', 'rejected']

/** The page, also of a lens of that name, or the placeholder. `null`: there is neither. */
export async function pageNamed(read: Read, slug: string): Promise<string | null> {
  const page = await holderOf(read, slug)
  return page === undefined || noPage.includes(page.state) ? null : (page.lensOf ?? page.id)
}

const NamesLinked = z.strictObject({
  fromId: Id,
  isComment: z.boolean(),
  names: z.array(z.string().check(z.refine(isNameSlug))).check(z.maxLength(maxNamesLinked)),
})
export type NamesLinked = z.infer<typeof NamesLinked>

/**
 * To which names without a page a text or comment links, as the server found it. States the whole;
 * repeating changes nothing.
 */
export const setNameLinks = defineMutation({
  name: 'wiki.setNameLinks',
  from: 'server',
  args: NamesLinked,
  run: ({ tx }, args) => putNameLinks(tx, args),
})

/** A page that has come since it was looked is linked to as others are. */
export async function putNameLinks(tx: Transaction, { fromId, isComment, names }: NamesLinked): Promise<void> {
  const wanted = new Set(names)
  for (const { id, slug } of await tx.list(namesLinkedFrom(fromId))) if (!wanted.delete(slug)) await tx.delete(nameLinks, id)
  for (const slug of wanted) {
    const pageId = await pageNamed(tx, slug)
    if (pageId === null) await tx.put(nameLinks, { id: `${fromId}:${slug}`, fromId, isComment, slug })
    else await putMention(tx, { fromId, isComment }, pageId)
  }
}
