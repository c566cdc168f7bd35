import type { PostRow } from '#shared/feed/queries.ts'
import { listingsBetween, listingsOf, postRows } from '#shared/feed/queries.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { tagsOfPosts } from '#shared/wiki/tag-vote-queries.ts'
import type { PostTag } from '#shared/wiki/tag-vote-rules.ts'
import type { LoadRequest } from '../../app/route.ts'
import { postRowView } from '../../blocks/posts/post-row-view.ts'
import { dayMs } from '#shared/kernel/durations.ts'

/** content.md 8.6; how many of a year are named is ours. */
const figures = { most: 50, topics: 6, cells: 6, lookedThrough: 10_000 } as const

type Year = number | 'all'

export interface BestLine {
  readonly row: ReturnType<typeof postRowView>
  readonly place: number
  readonly href: string
  readonly picture: string | null
  readonly topics: readonly string[]
}

/**
 * `/bestoflesswrong?year=&category=`, and both in the path: what readers valued most. Until there
 * has been a review of a year, their karma decides. What is no year, or no topic, is all of them.
 */
export async function loadBestOf({ read, now, site }: PageData, { params, url }: LoadRequest) {
  const years = await yearsWithPosts(read, now)
  const askedYear = params['year'] ?? url.searchParams.get('year')
  const thisYear = yearOf(now)
  const usual: Year = years.find(({ year }) => year < thisYear)?.year ?? years[0]?.year ?? 'all'
  const year: Year = askedYear === null ? usual : (years.find((one) => String(one.year) === askedYear)?.year ?? 'all')
  const rows = await bestOf(read, year)
  const tags = await tagsOfPosts(
    read,
    rows.map(({ post }) => post),
  )
  const lines = rows.map((row, at) => lineOf(row, at, tags.get(row.post.id) ?? []))
  const topics = topicsOf([...tags.values()].flat())
  const askedTopic = params['topic'] ?? url.searchParams.get('category')
  const topic = topics.find(({ slug }) => slug === askedTopic)?.slug ?? 'all'
  const best = site.name === '' ? 'Best of' : `Best of ${site.name}`
  return {
    head: {
      title: year === 'all' ? best : `${best}, ${year}`,
      description: `The essays that readers of ${site.name} valued most.`,
      canonical: links.bestOf({ year, ...(topic !== 'all' && { category: topic }) }),
    },
    title: best,
    year,
    topic,
    years,
    topics,
    /** The first of each topic, by their pictures. */
    grids:
      topic === 'all'
        ? topics.map(({ slug, name }) => ({
            ...{ slug, name },
            cells: lines.filter((line) => line.topics.includes(slug)).slice(0, figures.cells),
          }))
        : [],
    lines: topic === 'all' ? lines : lines.filter((line) => line.topics.includes(topic)),
  }
}

const yearOf = (time: number): number => new Date(time).getUTCFullYear()
const startOf = (year: number): number => Date.UTC(year, 0, 1)

/** Newest first. */
async function yearsWithPosts(read: Read, now: number): Promise<readonly { readonly year: number; readonly count: number }[]> {
  const [oldest] = await read.list({ ...listingsBetween('all', 0, now + dayMs, 1), order: 'ascending' })
  if (oldest === undefined) return []
  const first = yearOf(oldest.at)
  const years = Array.from({ length: yearOf(now) - first + 1 }, (_, n) => first + n)
  const counted: { readonly year: number; readonly count: number }[] = []
  for (const year of years.toReversed())
    counted.push({ year, count: await read.count(listingsBetween('all', startOf(year), startOf(year + 1), 1)) })
  return counted.filter(({ count }) => count > 0)
}

/** Most karma first; what readers did not value is none of them. */
async function bestOf(read: Read, year: Year): Promise<readonly PostRow[]> {
  const found =
    year === 'all'
      ? await read.list(listingsOf('all', 'top', figures.most))
      : await read.list(listingsBetween('all', startOf(year), startOf(year + 1), figures.lookedThrough))
  const valued = found.filter(({ baseScore }) => baseScore > 0).toSorted((a, b) => b.baseScore - a.baseScore || b.at - a.at)
  return postRows(read, valued.slice(0, figures.most))
}

function lineOf(row: PostRow, at: number, tags: readonly PostTag[]): BestLine {
  const { post } = row
  return {
    row: postRowView(row),
    place: at + 1,
    href: links.post(post),
    picture: post.imageUrl?.startsWith('/pictures/') === true ? post.imageUrl : null,
    topics: tags.map(({ slug }) => slug),
  }
}

/** What most of them are about. */
function topicsOf(tags: readonly PostTag[]): readonly { readonly slug: string; readonly name: string; readonly count: number }[] {
  const bySlug = new Map<string, { readonly slug: string; readonly name: string; readonly count: number }>()
  for (const { slug, name } of tags) bySlug.set(slug, { slug, name, count: (bySlug.get(slug)?.count ?? 0) + 1 })
  return [...bySlug.values()]
    .filter(({ slug }) => slug !== 'all')
    .toSorted((a, b) => b.count - a.count || (a.slug < b.slug ? -1 : 1))
    .slice(0, figures.topics)
}
