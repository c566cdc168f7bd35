import type { Read } from '../kernel/transaction.ts'
import type { FeaturedName } from '../links.ts'
import { featuredNames } from '../links.ts'
import type { Collection } from './schema.ts'
import { collectionBySlug } from './queries.ts'
import { CollectionSlug } from './schema.ts'

/**
 * By the place's name: what the collection that stands there is called in its address. What is not
 * named is called like its place.
 */
export type Featured = Readonly<Partial<Record<FeaturedName, string>>>

interface Places {
  readonly read: Read
  readonly site: { readonly featured?: Featured }
}

/** Which collection stands at a name: the operator's choice, else the one that is called so. */
export function collectionFor({ read, site }: Places, name: FeaturedName): Promise<Collection | undefined> {
  return collectionBySlug(read, site.featured?.[name] ?? name)
}

/** `rationality=the-long-way, codex=letters`. @returns `null` for what cannot be read. */
export function featuredIn(text: string): Featured | null {
  const found: Partial<Record<FeaturedName, string>> = {}
  for (const pair of text.split(',')) {
    if (pair.trim() === '') continue
    const [named = '', slug = '', ...more] = pair.split('=').map((part) => part.trim())
    const name = featuredNames.find((known) => known === named)
    if (name === undefined || more.length > 0 || !CollectionSlug.safeParse(slug).success) return null
    found[name] = slug
  }
  return found
}
