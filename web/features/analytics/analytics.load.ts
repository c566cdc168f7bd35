import type { AnalyticsDay, Sums } from '#shared/analytics/queries.ts'
import { analyticsDays, sumsOf, viewsOf } from '#shared/analytics/queries.ts'
import { canSeeAnalytics } from '#shared/analytics/rules.ts'
import { postList } from '#shared/feed/queries.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import { tallies } from '#shared/votes/schema.ts'
import type { LoadRequest } from '../../app/route.ts'
import { forbidden, needsSignIn, notFound } from '../../data/answer.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const postsListed = 50

interface PostFacts {
  readonly id: string
  readonly slug: string | null
  readonly title: string
  readonly lang: string
}

export type AnalyticsPage =
  | {
      readonly kind: 'post'
      readonly post: PostFacts
      readonly sums: Sums
      /** The post's score, whatever the days that are shown. */
      readonly score: number
      readonly days: readonly AnalyticsDay[]
      /** ISO days. */
      readonly from: string
      readonly until: string
      readonly firstDay: string
      readonly today: string
      readonly hasBadDates: boolean
    }
  | {
      readonly kind: 'own'
      readonly lines: readonly { readonly post: PostFacts; readonly score: number; readonly commentCount: number; readonly views: number }[]
    }

/** `/postAnalytics?postId=` (content.md 3.9); without a post, one's own with their totals. */
export async function loadAnalytics({ read, viewer, now }: PageData, { url }: LoadRequest) {
  if (viewer.kind === 'visitor') throw needsSignIn()
  const postId = url.searchParams.get('postId') ?? ''
  if (postId === '') {
    const { rows } = await postList(read, `author:${viewer.userId}`, 'new', postsListed)
    const lines = await Promise.all(
      rows.map(async ({ post, tally }) => ({
        post: factsOf(post),
        score: tally.baseScore,
        commentCount: post.commentCount,
        views: await viewsOf(read, post.id),
      })),
    )
    const page: AnalyticsPage = { kind: 'own', lines }
    return { head: { title: 'Post analytics' }, view: page }
  }
  const post = isId(postId) ? await read.get(posts, postId) : undefined
  if (post === undefined) throw notFound()
  const verdict = canSeeAnalytics(viewer, post)
  if (!verdict.allowed) throw forbidden(verdict.reason)
  const first = dayOf(post.publishedAt ?? post.createdAt)
  const today = dayOf(now)
  const [from, until] = [dayIn(url, 'from'), dayIn(url, 'until')]
  const begin = Math.min(Math.max(from ?? first, first), today)
  const end = Math.max(Math.min(until ?? today, today), begin)
  const days = await analyticsDays(read, post.id, begin, end)
  const page: AnalyticsPage = {
    kind: 'post',
    post: factsOf(post),
    sums: sumsOf(days),
    score: (await read.get(tallies, post.id))?.baseScore ?? 0,
    days,
    from: isoOf(begin),
    until: isoOf(end),
    firstDay: isoOf(first),
    today: isoOf(today),
    hasBadDates: from === null || until === null,
  }
  return { head: { title: `Analytics for “${factsOf(post).title}”`, canonical: links.postAnalytics(post.id) }, view: page }
}

const dayOf = (time: number): number => Math.floor(time / dayMs)
const isoOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** `undefined`: not asked; `null`: not understood. */
function dayIn(url: URL, name: string): number | null | undefined {
  const text = url.searchParams.get(name) ?? ''
  if (text === '') return undefined
  const time = /^\d{4}-\d{2}-\d{2}$/u.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return Number.isNaN(time) || isoOf(dayOf(time)) !== text ? null : dayOf(time)
}

function factsOf({ id, slug, title, lang }: PostFacts): PostFacts {
  return { id, slug, title: title === '' ? 'Untitled' : title, lang }
}
