/** What a member has written, for their page (content.md 7.1). */
import type { Read } from '../kernel/transaction.ts'
import type { CommentInPlace } from '../comments/queries.ts'
import type { PostRow } from './queries.ts'
import { commentsOfMember, inPlace, stands } from '../comments/queries.ts'
import { editsOfMember } from '../wiki/edits-of-member.ts'
import { tallies } from '../votes/schema.ts'
import { listingsOf, postRows } from './queries.ts'

export const workKinds = ['all', 'posts', 'takes', 'comments', 'edits'] as const
export type WorkKind = (typeof workKinds)[number]
export const workFigures = { first: 20, step: 20, most: 400, lookedThrough: 500, chartPosts: 250, chartComments: 500 } as const

export type Work =
  | { readonly kind: 'post'; readonly at: number; readonly karma: number; readonly row: PostRow }
  | { readonly kind: 'edit'; readonly at: number; readonly karma: number; readonly revisionId: string }
  | CommentWork
interface CommentWork {
  readonly kind: 'take' | 'comment'
  readonly at: number
  readonly karma: number
  readonly said: CommentInPlace
}

interface Asked {
  readonly kind: WorkKind
  readonly sort: 'recent' | 'top'
  readonly limit: number
}

/**
 * Posts, quick takes, comments and edits of the wiki together; the best of the newest few hundred,
 * where they are wanted by karma.
 */
export async function worksOf(
  read: Read,
  userId: string,
  { kind, sort, limit }: Asked,
): Promise<{ readonly works: readonly Work[]; readonly hasMore: boolean }> {
  const wantsPosts = kind === 'all' || kind === 'posts'
  const looked = sort === 'top' ? workFigures.lookedThrough : limit + 1
  const posts = wantsPosts
    ? await postRows(read, await read.list(listingsOf(`author:${userId}`, sort === 'top' ? 'top' : 'new', limit + 1)))
    : []
  // Of one kind alone more has to be looked through than is shown.
  const said =
    kind === 'posts' || kind === 'edits'
      ? []
      : await read.list(commentsOfMember(userId, kind === 'all' ? looked : workFigures.lookedThrough))
  const fitting = said.filter((comment) => stands(comment) && (kind === 'all' || (comment.isQuickTake === true) === (kind === 'takes')))
  const edits = kind === 'all' || kind === 'edits' ? await read.list(editsOfMember(userId, looked)) : []
  const karmaOfEdits = new Map((await read.getMany(tallies, edits.map(({ id }) => id))).map(({ id, baseScore }) => [id, baseScore])) // oxfmt-ignore
  const works: Work[] = [
    ...posts.map((row): Work => ({ kind: 'post', at: row.post.publishedAt ?? row.post.createdAt, karma: row.tally.baseScore, row })),
    ...(await inPlace(read, fitting)).map((one): Work => ({
      kind: one.comment.isQuickTake === true ? 'take' : 'comment',
      at: one.comment.postedAt,
      karma: one.tally.baseScore,
      said: one,
    })),
    ...edits.map(({ id, at }): Work => ({ kind: 'edit', at, karma: karmaOfEdits.get(id) ?? 0, revisionId: id })),
  ].toSorted(sort === 'top' ? (a, b) => b.karma - a.karma || b.at - a.at : (a, b) => b.at - a.at)
  return { works: works.slice(0, limit), hasMore: works.length > limit }
}

/** One stretch of time on the chart. */
export interface ChartStep {
  readonly at: number
  readonly posts: number
  readonly postKarma: number
  readonly comments: number
  readonly commentKarma: number
}

/**
 * What was written in each month, or in each quarter or year where there are many; newest work
 * first looked at. Empty for who wrote nothing.
 */
export async function chartOf(read: Read, userId: string): Promise<readonly ChartStep[]> {
  const posts = await read.list(listingsOf(`author:${userId}`, 'new', workFigures.chartPosts))
  const said = (await read.list(commentsOfMember(userId, workFigures.chartComments))).filter(stands)
  const sums = new Map(
    (
      await read.getMany(
        tallies,
        said.map(({ id }) => id),
      )
    ).map(({ id, baseScore }) => [id, baseScore]),
  )
  const moments = [
    ...posts.map(({ at, baseScore }) => ({ at, isPost: true, karma: baseScore })),
    ...said.map(({ id, postedAt }) => ({ at: postedAt, isPost: false, karma: sums.get(id) ?? 0 })),
  ]
  if (moments.length === 0) return []
  const first = monthOf(Math.min(...moments.map(({ at }) => at)))
  const last = monthOf(Math.max(...moments.map(({ at }) => at)))
  const width = last - first < 48 ? 1 : last - first < 144 ? 3 : 12
  const steps = new Map<number, ChartStep>()
  for (const { at, isPost, karma } of moments) {
    const month = Math.floor(monthOf(at) / width) * width
    const before = steps.get(month) ?? {
      at: Date.UTC(Math.floor(month / 12), month % 12),
      posts: 0,
      postKarma: 0,
      comments: 0,
      commentKarma: 0,
    }
    steps.set(
      month,
      isPost
        ? { ...before, posts: before.posts + 1, postKarma: before.postKarma + karma }
        : { ...before, comments: before.comments + 1, commentKarma: before.commentKarma + karma },
    )
  }
  return [...steps.values()].toSorted((a, b) => a.at - b.at)
}

/** Months since the year 0, UTC. */
function monthOf(time: number): number {
  const [year = '1970', month = '01'] = new Date(time).toISOString().split('-')
  return Number(year) * 12 + Number(month) - 1
}
