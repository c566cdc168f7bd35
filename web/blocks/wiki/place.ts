import type { PageData } from '#shared/pages/page-data.ts'
import { addressOfTag } from '#shared/wiki/page-queries.ts'
import { holderOf } from '#shared/wiki/slugs.ts'
import type { Tag } from '#shared/wiki/schema.ts'
import { moved } from '../../data/answer.ts'

interface WikiPlace {
  readonly page: Tag
  /** The one that the address names; `null`: the page itself. */
  readonly lens: Tag | null
}

/**
 * The page at an address of the wiki. `null`: there is none to be seen. An earlier slug leads to
 * the present one with its query, the slug of a lens to its page.
 * @param address of the page that is shown, by its slug.
 * @throws PageMoved
 */
export async function placeOf(data: PageData, slug: string, url: URL, address: (slug: string) => string): Promise<WikiPlace | null> {
  const { read } = data
  const tag = await holderOf(read, slug)
  // What is deleted is seen by those alone who may bring it back; what it leads to holds its slug.
  // A proposed tag has no page yet, for those either who may know of it.
  if (tag === undefined || tag.state === 'proposed') return null
  const at = await addressOfTag(read, tag)
  if (at === null) return tag.state === 'deleted' && tag.lensOf === null ? { page: tag, lens: null } : null
  if (tag.lensOf !== null || at.slug !== slug) throw moved(withQuery(address(at.slug), url, at.lens))
  const wanted = url.searchParams.get('lens') ?? url.searchParams.get('l')
  return { page: tag, lens: wanted === null || wanted === '' ? null : await lensNamed(data, tag, wanted) }
}

/** One that is not there any more is left out without a word. */
async function lensNamed({ read }: PageData, page: Tag, slug: string): Promise<Tag | null> {
  const lens = await holderOf(read, slug)
  return lens?.lensOf === page.id && lens.state === 'lens' ? lens : null
}

/** The same query at another address; of a lens with its name in it. */
export function withQuery(path: string, { search }: URL, lens: string | null): string {
  const given = new URLSearchParams(search)
  if (lens !== null) given.set('lens', lens)
  return given.size === 0 ? path : `${path}?${String(given)}`
}
