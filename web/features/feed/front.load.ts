import { parseFilters, personalKey, personalModeOf } from '#shared/feed/filters.ts'
import { frontPage } from '#shared/feed/front.ts'
import { rankingFigures } from '#shared/feed/ranking.ts'
import { discussionFigures, recentDiscussion } from '#shared/feed/recent-discussion.ts'
import type { Discussed } from '#shared/feed/recent-discussion.ts'
import { parsePreferences } from '#shared/feed/settings-queries.ts'
import { frontTakes } from '#shared/feed/takes.ts'
import { commonOver } from '#shared/kernel/common.ts'
import type { CommentInPlace } from '#shared/comments/queries.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import type { LoadRequest } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { postRowView } from '../../blocks/posts/post-row-view.ts'
import type { CommentLineView } from '../../blocks/posts/comment-line-view.ts'
import { commentLineView } from '../../blocks/posts/comment-line-view.ts'

/** How far "More posts" goes at a time. */
const step = 20
/** Characters of what was said; the whole is behind the link. */
const beginning = { take: 400, comment: 260 } as const

export interface DiscussedView {
  readonly id: string
  readonly title: string
  readonly href: string
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  readonly isTake: boolean
  readonly commentCount: number
  readonly said: readonly CommentLineView[]
}

/**
 * `/`: ranked by default, `?sort=latest` as they came. What makes it a reader's own stands in the
 * address that the server gives it (front-preferences.ts).
 */
export async function loadFront(data: PageData, { url }: LoadRequest) {
  const { read, now, site, common = commonOver(read, now) } = data
  const sort: 'latest' | 'ranked' = url.searchParams.get('sort') === 'latest' ? 'latest' : 'ranked'
  const limit = limitOf(url.searchParams, rankingFigures.firstPage)
  const preferences = parsePreferences(url.searchParams)
  const { stickies, rows, hasMore } = await frontPage(read, { sort, limit, now, preferences, common })
  const isRanked = sort === 'ranked'
  const talk = discussionLimit(url)
  const filters = parseFilters(preferences.filters)
  const includesAll = personalModeOf(filters) !== 'hidden'
  const takes = isRanked ? await common(frontTakes, { includesAll }) : []
  const discussed = isRanked ? await common(recentDiscussion, talk) : { items: [], hasMore: false }
  const asked = { sort: sort === 'latest' ? sort : undefined } as const
  const grown = { limit: limit === rankingFigures.firstPage ? undefined : limit, talk: talk === discussionFigures.first ? undefined : talk }
  return {
    head: {
      title: sort === 'latest' ? 'New posts' : null,
      description: site.tagline,
      canonical: links.front(asked),
      feeds: [
        {
          href: links.feed({ view: 'frontpageRss', ...(preferences.filters !== '' && { filterSettings: preferences.filters }) }),
          title: `${site.name}: front page`,
        },
      ],
      type: 'website' as const,
      ...(isRanked ? { jsonLd: { '@type': 'WebSite', name: site.name, url: site.origin, description: site.tagline } } : {}),
    },
    places: { 'front-top': { isRanked } },
    sort,
    filters: preferences.filters,
    chosen: filters.map(({ key, mode }) => `${key === personalKey ? 'personal posts' : key.replaceAll('-', ' ')} ${mode}`),
    rows: [...stickies.map((row) => postRowView(row, true)), ...rows.map((row) => postRowView(row))],
    more: hasMore ? links.front({ ...asked, ...grown, limit: limit + step }) : null,
    takes: takes.map((take) => commentLineView(take, beginning.take)),
    discussed: discussed.items.flatMap((item) => discussedBelow(item, takes)),
    moreDiscussion:
      discussed.hasMore && talk < discussionFigures.most
        ? links.front({ ...grown, talk: Math.min(talk + discussionFigures.step, discussionFigures.most) })
        : null,
  }
}

function discussionLimit(url: URL): number {
  const { first, most } = discussionFigures
  const asked = Number(url.searchParams.get('talk'))
  return Number.isInteger(asked) && asked > first ? Math.min(asked, most) : first
}

/** What the quick takes above have not said already. */
function discussedBelow({ comments, ...item }: Discussed, takes: readonly CommentInPlace[]): readonly DiscussedView[] {
  const isAbove = ({ comment }: CommentInPlace) => takes.some((take) => take.comment.id === comment.id)
  const rest = comments.filter((one) => !isAbove(one))
  return rest.length === 0 ? [] : [discussedView({ ...item, comments: rest })]
}

function discussedView({ id, post, comments }: Discussed): DiscussedView {
  const isTake = kindFacts(post).hasTakes
  return {
    id,
    title: isTake ? 'Quick take' : post.title === '' ? 'Untitled' : post.title,
    href: isTake ? links.comment(post, id) : links.post(post),
    lang: isTake ? 'en' : post.lang,
    dir: post.direction,
    isTake,
    commentCount: post.commentCount,
    said: comments.map((comment) => commentLineView(comment, beginning.comment)),
  }
}

/**
 * `/customize`: the panel of the front page as a page, for whoever has no script. The filters come
 * in the address, for a cookie is no matter of pages.
 */
export function loadCustomize(_data: PageData, { url }: LoadRequest) {
  return { head: { title: 'Customize the front page', robots: 'noindex' as const }, filters: parsePreferences(url.searchParams).filters }
}
