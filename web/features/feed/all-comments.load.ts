import type { DiscussionOrder } from '#shared/comments/queries.ts'
import { discussionOfAll, discussionOrders } from '#shared/comments/queries.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { LoadRequest } from '../../app/route.ts'
import { discussionPart } from '../../blocks/discussion/discussion-view.ts'

/** content.md 5.1 */
export const discussionFigures = { first: 100, firstOfView: 10, step: 100, most: 1_000, minKarma: 1, everyKarma: -1_000 } as const

/** Public views by the names that other software uses for them. */
const views: Readonly<Record<string, { readonly order: DiscussionOrder; readonly minKarma: number }>> = {
  recentComments: { order: 'latest', minKarma: discussionFigures.minKarma },
  allRecentComments: { order: 'latest', minKarma: discussionFigures.everyKarma },
  magic: { order: 'magic', minKarma: discussionFigures.minKarma },
}

/** `/allComments`: comments of the whole site, each under the title of its post. */
export async function loadAllComments(data: PageData, { url }: LoadRequest) {
  const asked = parseDiscussionParams(url.searchParams)
  const { order, minKarma, limit, problems } = asked
  const { rows, hasMore } = await discussionOfAll(data.read, { order, minKarma, limit, now: data.now })
  const { view, bodies } = await discussionPart(data, rows)
  const isOrdinary = order === 'latest' && minKarma === discussionFigures.minKarma
  return {
    head: {
      title: 'All comments',
      description: `The newest comments on ${data.site.name}.`,
      canonical: links.allComments(),
      feeds: [{ href: links.feed({ type: 'comments' }), title: `${data.site.name}: comments` }],
      ...(isOrdinary ? {} : { robots: 'noindex' as const }),
    },
    order,
    minKarma,
    problems,
    discussion: view,
    more:
      hasMore && limit < discussionFigures.most
        ? links.allComments({
            sortedBy: order === 'latest' ? null : order,
            karmaThreshold: minKarma === discussionFigures.minKarma ? null : minKarma,
            limit: Math.min(limit + discussionFigures.step, discussionFigures.most),
          })
        : null,
    bodies,
  }
}

export interface DiscussionParams {
  readonly order: DiscussionOrder
  readonly minKarma: number
  readonly limit: number
  /** Names of what was not understood and so left out. */
  readonly problems: readonly string[]
}

/**
 * Reads `?view=` with `?limit=`, or `?sortedBy=`, `?karmaThreshold=` and `?limit=`; what is not
 * understood takes its usual value.
 */
export function parseDiscussionParams(search: URLSearchParams): DiscussionParams {
  const problems: string[] = []
  const take = <Value>(name: string, parse: (text: string) => Value | undefined, usual: Value): Value => {
    const text = search.get(name) ?? ''
    if (text === '') return usual
    const value = parse(text)
    if (value === undefined) problems.push(name)
    return value ?? usual
  }
  const view = take<{ readonly order: DiscussionOrder; readonly minKarma: number } | null>(
    'view',
    (text) => (Object.hasOwn(views, text) ? views[text] : undefined),
    null,
  )
  return {
    order: take('sortedBy', (text) => discussionOrders.find((order) => order === text), view?.order ?? 'latest'),
    minKarma: take(
      'karmaThreshold',
      (text) => (/^-?\d{1,4}$/u.test(text) ? Number(text) : undefined),
      view?.minKarma ?? discussionFigures.minKarma,
    ),
    limit: take(
      'limit',
      (text) => (/^[1-9]\d{0,4}$/u.test(text) ? Math.min(Number(text), discussionFigures.most) : undefined),
      view === null ? discussionFigures.first : discussionFigures.firstOfView,
    ),
    problems,
  }
}
