import type { FeaturedName } from '#shared/links.ts'
import { featuredNames, links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { allCollections, booksWithParts, communitySequences, curatedSequences } from '#shared/sequences/queries.ts'
import { collectionFor } from '#shared/sequences/featured.ts'
import type { Collection } from '#shared/sequences/schema.ts'
import type { LoadRequest } from '../../app/route.ts'
import { sequenceCards } from '../../blocks/sequences/series-view.ts'
import { readingOfBooks } from './collection-view.ts'

/** content.md 8.1 */
const figures = { curated: 24, maxCurated: 100, community: 12, step: 24, most: 500 } as const

/** `/library`: collections, the sequences that the staff chose, and those of everybody. */
export async function loadLibrary({ read, site }: PageData, { url }: LoadRequest) {
  const limits = {
    curated: limitOf(url, 'curated', figures.curated, figures.maxCurated),
    limit: limitOf(url, 'limit', figures.community, figures.most),
  }
  const featured = await featuredCollections({ read, site })
  const [curated, community] = [await curatedSequences(read, limits.curated), await communitySequences(read, limits.limit)]
  const longer = (name: keyof typeof limits, most: number) =>
    limits[name] >= most ? null : links.library({ ...limits, [name]: Math.min(limits[name] + figures.step, most) })
  return {
    head: {
      title: 'Library',
      description: `Sequences of essays on ${site.name}, to read in order.`,
      canonical: links.library(),
    },
    places: { 'library-top': {} },
    core: await Promise.all(
      featured.map(async ({ collection, href }) => ({
        id: collection.id,
        title: collection.title,
        href,
        picture: collection.cardUrl,
        reading: await readingOfBooks(read, await booksWithParts(read, collection.id)),
      })),
    ),
    curated: await sequenceCards(read, curated.found),
    moreCurated: curated.hasMore ? longer('curated', figures.maxCurated) : null,
    community: await sequenceCards(read, community.found),
    moreCommunity: community.hasMore ? longer('limit', figures.most) : null,
  }
}

/**
 * In the order of the names, those that have a collection; after them the rest of the collections.
 */
async function featuredCollections({ read, site }: Pick<PageData, 'read' | 'site'>) {
  const named: { readonly collection: Collection; readonly href: string }[] = []
  for (const name of featuredNames satisfies readonly FeaturedName[]) {
    const collection = await collectionFor({ read, site }, name)
    if (collection !== undefined && !named.some((one) => one.collection.id === collection.id))
      named.push({ collection, href: links.featured(name) })
  }
  const others = (await read.list(allCollections())).filter(({ id }) => !named.some(({ collection }) => collection.id === id))
  return [...named, ...others.map((collection) => ({ collection, href: links.collection(collection.id) }))]
}

function limitOf({ searchParams }: URL, name: string, first: number, most: number): number {
  const given = Number(searchParams.get(name))
  return Number.isInteger(given) && given > first ? Math.min(given, most) : first
}
