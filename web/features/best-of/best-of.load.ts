import type { Frame, Size } from '#shared/pictures/crop.ts'
import { frameOf } from '#shared/pictures/crop.ts'
import type { Gallery } from '#shared/annual-review/gallery-queries.ts'
import { shownGalleries, winnersSequenceId } from '#shared/annual-review/gallery-queries.ts'
import type { ReviewWinner } from '#shared/annual-review/schema.ts'
import type { PostRow } from '#shared/feed/queries.ts'
import { listingsBetween, listingsOf, postRows, rowsOf } from '#shared/feed/queries.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { pictureIdOf } from '#shared/pictures/address.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { tagsOfPosts } from '#shared/wiki/tag-vote-queries.ts'
import type { PostTag } from '#shared/wiki/tag-vote-rules.ts'
import type { LoadRequest } from '../../app/route.ts'
import { postRowView } from '../../blocks/posts/post-row-view.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { categoriesOf } from './categories.ts'

/** content.md 8.6; how many of a year are named is ours. */
const figures = { most: 50, topics: 6, cells: 6, lookedThrough: 10_000, winners: 400 } as const

type Year = number | 'all'

export interface CellPicture {
  readonly src: string
  /** The part that is shown, and the size of the whole; `null`: all of it. */
  readonly crop: { readonly frame: Frame; readonly whole: Size } | null
}

export interface BestLine {
  readonly row: ReturnType<typeof postRowView>
  readonly place: number
  readonly href: string
  readonly picture: CellPicture | null
  readonly topics: readonly string[]
  /** Of which year it is a winner; `null`: karma ranks it. */
  readonly wonIn: number | null
}

/**
 * `/bestoflesswrong?year=&category=`, and both in the path: the winners of reviews. Until a gallery
 * is published, karma decides. What is no year, or no topic, is all of them.
 */
export async function loadBestOf(data: PageData, request: LoadRequest) {
  const galleries = await shownGalleries(data)
  return galleries.length === 0 ? byKarma(data, request) : winners(data, request, galleries)
}

/** Winners by year, newest first, and category. */
async function winners({ read, site }: PageData, request: LoadRequest, galleries: readonly Gallery[]) {
  const asked = askedIn(request)
  const years = galleries.map((one) => ({ year: one.year, count: one.winners.length }))
  const year: Year = asked.year === null ? (years[0]?.year ?? 'all') : (years.find((one) => String(one.year) === asked.year)?.year ?? 'all')
  const found = galleries.filter((one) => year === 'all' || one.year === year).flatMap((one) => one.winners)
  const topics = categoriesOf(found)
  const topic = topics.find(({ slug, count }) => slug === asked.topic && count > 0)?.slug ?? 'all'
  const shown = found.filter(({ winner }) => topic === 'all' || winner.category === topic).slice(0, figures.winners)
  const rows = await rowsOf(
    read,
    shown.map(({ post }) => post),
  )
  const lines = rows.map((row, at): BestLine => {
    const winner = shown[at]?.winner
    const line = lineOf(row, at, [])
    const picture = pictureOf(winner) ?? line.picture
    return { ...line, picture, topics: winner === undefined ? [] : [winner.category], wonIn: winner?.year ?? null }
  })
  return {
    ...framed(site, year, topic, 'The posts that members of SITE found most important in the yearly review.'),
    isKarma: false,
    /** Of one year: all its winners in their order, and as a book. */
    sequenceId: year === 'all' ? undefined : winnersSequenceId(year),
    isCut: found.length > figures.winners,
    ...{ years, topics, lines },
    grids: gridsOf(topic, topics, lines),
  }
}

/** The widest form that a cell needs. */
const cellWidth = 960

function pictureOf(winner: ReviewWinner | undefined): CellPicture | null {
  const picture = winner?.picture ?? null
  const id = picture === null ? null : pictureIdOf(picture.src)
  if (picture === null || id === null) return null
  const { width, height, crop } = picture
  const src = width > cellWidth ? links.picture(id, cellWidth) : picture.src
  return { src, crop: { frame: frameOf(picture, crop), whole: { width, height } } }
}

async function byKarma({ read, now, site }: PageData, request: LoadRequest) {
  const asked = askedIn(request)
  const years = await yearsWithPosts(read, now)
  const thisYear = yearOf(now)
  const usual: Year = years.find(({ year }) => year < thisYear)?.year ?? years[0]?.year ?? 'all'
  const year: Year = asked.year === null ? usual : (years.find((one) => String(one.year) === asked.year)?.year ?? 'all')
  const rows = await bestOf(read, year)
  const tags = await tagsOfPosts(
    read,
    rows.map(({ post }) => post),
  )
  const lines = rows.map((row, at) => lineOf(row, at, tags.get(row.post.id) ?? []))
  const topics = topicsOf([...tags.values()].flat())
  const topic = topics.find(({ slug }) => slug === asked.topic)?.slug ?? 'all'
  return {
    ...framed(site, year, topic, 'The essays that readers of SITE valued most.'),
    ...{ isKarma: true, isCut: false, years, topics },
    sequenceId: undefined,
    grids: gridsOf(topic, topics, lines),
    lines: topic === 'all' ? lines : lines.filter((line) => line.topics.includes(topic)),
  }
}

/** In the path or the query. */
const askedIn = ({ params, url }: LoadRequest) => ({
  year: params['year'] ?? url.searchParams.get('year'),
  topic: params['topic'] ?? url.searchParams.get('category'),
})

/** @param description `SITE` stands for its name */
function framed(site: PageData['site'], year: Year, topic: string, description: string) {
  const title = site.name === '' ? 'Best of' : `Best of ${site.name}`
  return {
    head: {
      title: year === 'all' ? title : `${title}, ${year}`,
      description: description.replace('SITE', site.name),
      canonical: links.bestOf({ year, ...(topic !== 'all' && { category: topic }) }),
    },
    ...{ title, year, topic },
  }
}

interface Topic {
  readonly slug: string
  readonly name: string
  readonly count: number
}

/** The first of each topic, by their pictures. */
const gridsOf = (topic: string, topics: readonly Topic[], lines: readonly BestLine[]) =>
  topic !== 'all'
    ? []
    : topics
        .filter(({ count }) => count > 0)
        .map(({ slug, name }) => ({
          ...{ slug, name },
          cells: lines.filter((line) => line.topics.includes(slug)).slice(0, figures.cells),
        }))

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
    picture: post.imageUrl?.startsWith('/pictures/') === true ? { src: post.imageUrl, crop: null } : null,
    topics: tags.map(({ slug }) => slug),
    wonIn: null,
  }
}

/** What most of them are about. */
function topicsOf(tags: readonly PostTag[]): readonly Topic[] {
  const bySlug = new Map<string, Topic>()
  for (const { slug, name } of tags) bySlug.set(slug, { slug, name, count: (bySlug.get(slug)?.count ?? 0) + 1 })
  return [...bySlug.values()]
    .filter(({ slug }) => slug !== 'all')
    .toSorted((a, b) => b.count - a.count || (a.slug < b.slug ? -1 : 1))
    .slice(0, figures.topics)
}
