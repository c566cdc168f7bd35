import type { ArchiveBlock, ArchiveParams, Timeframe } from '#shared/feed/archive.ts'
import { archive, isoDay, parseArchiveParams } from '#shared/feed/archive.ts'
import { rankingFigures } from '#shared/feed/ranking.ts'
import { takesBetween } from '#shared/feed/takes.ts'
import type { CommentInPlace } from '#shared/comments/queries.ts'
import { links } from '#shared/links.ts'
import { tagOf } from '#shared/search/results.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { LoadRequest } from '../../app/route.ts'
import type { PostRowView } from '../../blocks/posts/post-row-view.ts'
import { postRowView } from '../../blocks/posts/post-row-view.ts'
import type { CommentLineView } from '../../blocks/posts/comment-line-view.ts'
import { commentLineView } from '../../blocks/posts/comment-line-view.ts'
import { blockTitle } from './block-title.ts'

/** How many blocks (or posts, in the all-time view) come with each "load more". */
const moreAtOnce = { daily: 10, weekly: 4, monthly: 4, yearly: 4, exponential: 6, allTime: 50 } as const satisfies Record<Timeframe, number>
const takesPerBlock = 5
const takeCharacters = 300
/** Low enough for every post. */
const everyKarma = -1_000

export interface ArchiveBlockView {
  readonly key: string
  readonly title: string
  /**
   * That stretch of time alone; `null` for the all-time view and for a stretch that stands alone
   * already.
   */
  readonly href: string | null
  /** In the order asked for. */
  readonly rows: readonly PostRowView[]
  readonly total: number
  readonly takes: readonly CommentLineView[]
}

/** `/allPosts` */
export async function loadAllPosts(data: PageData, { url }: LoadRequest) {
  const { params, problems } = parseArchiveParams(url.searchParams)
  const { blocks, hasMore } = await archive(data.read, params, data.now)
  const oldest = Math.min(data.now, ...blocks.map(({ from }) => from))
  const hasTakes = params.includesTakes && params.filter === 'all' && params.tag === null && params.timeframe !== 'allTime'
  const takes = hasTakes ? await takesBetween(data.read, oldest, data.now + 1) : []
  const views = blocks.map((block) => blockView(block, params, data.now, takes))
  const tagName = params.tag === null ? null : ((await tagOf(data.read, params.tag))?.name ?? params.tag)
  return {
    head: {
      title: tagName === null ? 'All posts' : `Posts on ${tagName}`,
      description: `Every post on ${data.site.name}, by time.`,
      canonical: links.allPosts(canonicalQuery(params)),
      ...(params.tag !== null &&
        tagName !== null && {
          feeds: [{ href: links.feed({ view: 'tagScore', tagId: params.tag }), title: `${data.site.name}: ${tagName}` }],
        }),
      ...(isOrdinary(params) ? {} : { robots: 'noindex' as const }),
    },
    params,
    tagName,
    problems,
    showsLowKarma: params.karmaThreshold < rankingFigures.lowKarma,
    lowKarma: everyKarma,
    blocks: views,
    more: hasMore ? links.allPosts({ ...queryOf(params), limit: params.limit + moreAtOnce[params.timeframe] }) : null,
  }
}

function blockView(block: ArchiveBlock, params: ArchiveParams, now: number, takes: readonly CommentInPlace[]): ArchiveBlockView {
  const own = takes.filter(({ comment }) => comment.postedAt >= block.from && comment.postedAt < block.until)
  const rows = block.rows.map((row) => postRowView(row))
  const standsAlone = params.after !== null && params.before !== null
  return {
    key: String(block.from),
    title: standsAlone ? `${isoDay(block.from)} to ${isoDay(block.until - 1)}` : blockTitle(params.timeframe, block.from, block.until, now),
    href:
      standsAlone || params.timeframe === 'allTime'
        ? null
        : links.allPosts({ ...queryOf(params), after: isoDay(block.from), before: isoDay(block.until) }),
    rows,
    total: block.total,
    takes: own.slice(0, takesPerBlock).map((take) => commentLineView(take, takeCharacters)),
  }
}

/** Parameters that differ from their defaults, for links that change one of them. */
function queryOf(params: ArchiveParams): Readonly<Record<string, string | number | null>> {
  return {
    timeframe: params.timeframe === 'daily' ? null : params.timeframe,
    sortedBy: params.sort === 'magic' ? null : params.sort,
    filter: params.filter === 'all' ? null : params.filter,
    tag: params.tag,
    karmaThreshold: params.karmaThreshold === rankingFigures.lowKarma ? null : params.karmaThreshold,
    reverse: params.reverse ? 'true' : null,
    includeEvents: params.includesEvents ? 'true' : null,
    includeShortform: params.includesTakes ? null : 'false',
    after: params.after,
    before: params.before,
  }
}

function canonicalQuery(params: ArchiveParams): Readonly<Record<string, string | number | null>> {
  return params.tag === null ? {} : { tag: params.tag, timeframe: 'allTime' }
}

/** Views worth finding by a search engine: the list itself, and each tag's. */
function isOrdinary(params: ArchiveParams): boolean {
  const { tag: _tag, timeframe: _timeframe, ...others } = queryOf(params)
  return Object.values(others).every((value) => value === null)
}
