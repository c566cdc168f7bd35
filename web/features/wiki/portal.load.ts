import type { PageData } from '#shared/pages/page-data.ts'
import { links } from '#shared/links.ts'
import { maxPages, pagesByLikes } from '#shared/wiki/page-queries.ts'
import type { Tag } from '#shared/wiki/schema.ts'
import type { LoadRequest } from '../../app/route.ts'
import { matching } from './match-name.ts'
import { compareNames } from '#shared/text/compare-names.ts'

/** content.md 9.2 */
const pagesInGroup = 20
const maxHits = 200
const longestSearch = 100

/**
 * `/wikitags/all`: every page, in groups under the core tags; `?q=` those whose name matches,
 * `?all=` a group as a whole.
 */
export async function loadWikiTags({ read, site }: PageData, { url }: LoadRequest) {
  const words = (url.searchParams.get('q') ?? '').trim().slice(0, longestSearch)
  const whole = url.searchParams.get('all')
  const pages = (await read.list(pagesByLikes())).toSorted(byLikes)
  const found = words === '' ? pages : matching(pages, words).slice(0, maxHits)
  const cores = pages.filter(({ isCore }) => isCore).toSorted((a, b) => a.order - b.order || byName(a, b))
  const groups = [...cores.map((core) => groupOf(core)), groupOf(null)].filter((group) => group.lines.length > 0)
  return {
    head: {
      title: words === '' ? 'Wiki & tags' : `Wiki & tags: ${words}`,
      description: `Pages and tags that the community of ${site.name} writes together.`,
      canonical: links.wikiTags(),
      ...(words !== '' && { robots: 'noindex' as const }),
    },
    words,
    groups,
    count: pages.length,
    hits: words === '' ? null : found.length,
    isCut: pages.length >= maxPages,
  }

  function groupOf(core: Tag | null) {
    const key = core === null ? 'none' : (core.slug ?? core.id)
    // A core tag heads its group and stands in it; without a core tag is whoever names none that
    // there is.
    const isIn = ({ id, coreTagId, isCore }: Tag): boolean =>
      core === null ? !isCore && !cores.some((one) => one.id === coreTagId) : id !== core.id && coreTagId === core.id
    const all = found.filter(isIn)
    const isAll = whole === key || words !== ''
    const isHead = core !== null && (words === '' || found.includes(core))
    return {
      key,
      title: core === null ? (cores.length === 0 ? 'All' : 'Uncategorized') : core.name,
      href: core === null ? null : links.wiki(core.slug ?? core.id),
      lines: [...(isHead && all.length === 0 ? [core] : []), ...(isAll ? all : all.slice(0, pagesInGroup))].map(lineOf),
      more: isAll || all.length <= pagesInGroup ? null : { href: `${links.wikiTags({ all: key })}#group-${key}`, count: all.length },
    }
  }
}

export type PortalGroup = Awaited<ReturnType<typeof loadWikiTags>>['groups'][number]

const lineOf = ({ id, name, slug, postCount, isWikiOnly, likes }: Tag) => ({
  ...{ id, name, href: links.wiki(slug ?? id), likes },
  /** `null`: it stands at no posts. */
  postCount: isWikiOnly ? null : postCount,
})

const byName = (a: Tag, b: Tag): number => compareNames(a.name, b.name)
const byLikes = (a: Tag, b: Tag): number => b.likes - a.likes || byName(a, b)
