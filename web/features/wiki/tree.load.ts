import type { PageData } from '#shared/pages/page-data.ts'
import { links } from '#shared/links.ts'
import { maxPages, pagesByLikes } from '#shared/wiki/page-queries.ts'
import type { Tag } from '#shared/wiki/schema.ts'
import type { LoadRequest } from '../../app/route.ts'
import { compareNames } from '#shared/text/compare-names.ts'

export interface TreeNode {
  readonly id: string
  readonly name: string
  readonly href: string
  readonly below: readonly TreeNode[]
}

/** How many levels stand open. */
const depths = ['0', '1', '2', '3', 'all'] as const
export type Depth = (typeof depths)[number]

/**
 * `/arbital`: all pages as a tree, by core tags and parents (content.md 9.14). `?depth=` says how
 * much of it stands open.
 */
export async function loadTree({ read, site }: PageData, { url }: LoadRequest) {
  const asked = url.searchParams.get('depth')
  const depth: Depth = depths.find((one) => one === asked) ?? '1'
  const pages = (await read.list(pagesByLikes())).toSorted((a, b) => a.order - b.order || compareNames(a.name, b.name))
  const trees = treesOf(pages)
  return {
    head: {
      title: 'The wiki as a tree',
      description: `All pages of the wiki of ${site.name}, by topic.`,
      canonical: links.arbital(),
      ...(depth !== '1' && { robots: 'noindex' as const }),
    },
    depth,
    rooted: trees.filter(({ below }) => below.length > 0),
    /** Pages that have neither a parent nor a child. */
    others: trees.filter(({ below }) => below.length === 0),
    isCut: pages.length >= maxPages,
  }
}

/**
 * Each page stands once, under its parent, else under its core tag, else by itself. What would
 * stand under itself stands by itself.
 */
export function treesOf(pages: readonly Tag[]): readonly TreeNode[] {
  const known = new Set(pages.map(({ id }) => id))
  const above = new Map<string, string>()
  for (const { id, parentTagId, coreTagId } of pages) {
    const parent = [parentTagId, coreTagId].find((one) => one !== null && one !== id && known.has(one))
    if (parent !== undefined && parent !== null && !leadsTo(above, parent, id)) above.set(id, parent)
  }
  const belowById = Map.groupBy(
    pages.filter(({ id }) => above.has(id)),
    ({ id }) => above.get(id) ?? '',
  )
  const nodeOf = ({ id, name, slug }: Tag): TreeNode => ({
    ...{ id, name, href: links.wiki(slug ?? id) },
    below: (belowById.get(id) ?? []).map(nodeOf),
  })
  return pages.filter(({ id }) => !above.has(id)).map(nodeOf)
}

function leadsTo(above: ReadonlyMap<string, string>, from: string, to: string): boolean {
  for (let at: string | undefined = from; at !== undefined; at = above.get(at)) if (at === to) return true
  return false
}
