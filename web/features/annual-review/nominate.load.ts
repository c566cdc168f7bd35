import { reviewCandidates, candidateId } from '#shared/annual-review/schema.ts'
import { isEligible, yearStart } from '#shared/annual-review/years.ts'
import { commentsOfMember } from '#shared/comments/queries.ts'
import { listingsBetween } from '#shared/feed/queries.ts'
import type { MemberViewer } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { readMarksOf, votesOf } from '#shared/reading/queries.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { needsSignIn } from '../../data/answer.ts'
import type { Asked, OwnReviewVote } from './review-lines.ts'
import { askedYear, ballotRows, commonTags, joinedAtOf, ownVotes, readAmong, refusalOf, reviewLines, writtenBy } from './review-lines.ts'

const firstShown = 50
/** Of a member's votes, comments and marks since the year began; of the posts of a year. */
const lookedThrough = 10_000
/** Posts read for one page: nobody pages further through a list of what to nominate. */
const maxRead = 1_000

export const nominateTabs = ['votes', 'read', 'comments', 'all'] as const
export type NominateTab = (typeof nominateTabs)[number]

/** `/nominatePosts/:year`: posts of a year that the viewer may want to nominate. */
export async function loadNominate(data: PageData, request: LoadRequest) {
  const { read, viewer, now } = data
  if (viewer.kind === 'visitor') throw needsSignIn()
  const { year, plan, frame } = await askedYear(data, request, links.nominatePosts)
  const query = request.url.searchParams
  const tab = nominateTabs.find((one) => one === query.get('tab')) ?? 'votes'
  const limit = limitOf(query, firstShown)
  const head = { title: frame.isYear ? `Nominate posts of ${year}` : 'Not a review year', robots: 'noindex' as const }
  const filter = filtersIn(query)
  if (!frame.isYear)
    return { head, isAbsent: true as const, frame, tab, filter, tags: [], lines: [], votes: [], written: 0, refusal: null, more: null }
  const found = await read.getMany(posts, (await ids[tab](data, viewer, year)).slice(0, maxRead))
  const eligible = found.filter((post) => isEligible(post, year, plan))
  const [joinedAt, votes] = [await joinedAtOf(data, viewer), await ownVotes(data, viewer, year)]
  const fitting = await filtered(data, viewer, eligible, filter, votes)
  const shown = fitting.slice(0, limit)
  const candidates = await read.getMany(
    reviewCandidates,
    shown.map(({ id }) => candidateId(id, year)),
  )
  const asked: Asked = { viewer, year, joinedAt, plan, votes, candidates: new Map(candidates.map((one) => [one.postId, one])) }
  return {
    ownCopy: true as const,
    ...{ head, frame, tab, filter, votes, tags: commonTags(eligible) },
    isAbsent: undefined,
    refusal: refusalOf(viewer, asked, now),
    written: await writtenBy(data, viewer, year),
    lines: await reviewLines(data, await ballotRows(data, shown, asked), asked),
    more: fitting.length > limit ? links.nominatePosts(year, { tab, ...filter, limit: limit + firstShown }) : null,
  }
}

/** Which posts of a tab are listed; absent: whatever they are. */
export interface NominateFilters {
  readonly read: boolean | undefined
  /** The viewer has voted on it in this review. */
  readonly voted: boolean | undefined
  readonly tag: string | undefined
}

function filtersIn(query: URLSearchParams): NominateFilters {
  const flag = (name: string): boolean | undefined => ({ true: true, false: false })[query.get(name) ?? '']
  return { read: flag('read'), voted: flag('voted'), tag: query.get('tag') || undefined }
}

async function filtered(
  data: PageData,
  viewer: MemberViewer,
  found: readonly Post[],
  { read, voted, tag }: NominateFilters,
  votes: readonly OwnReviewVote[],
): Promise<readonly Post[]> {
  const tagged = tag === undefined ? found : found.filter(({ tags }) => tags.includes(tag))
  const given = new Set(votes.flatMap(({ postId, score }) => (score > 0 ? [postId] : [])))
  const byVote = voted === undefined ? tagged : tagged.filter(({ id }) => given.has(id) === voted)
  if (read === undefined) return byVote
  const isRead = await readAmong(data, viewer, byVote)
  return byVote.filter(({ id }) => isRead.has(id) === read)
}

type Ids = (data: PageData, viewer: MemberViewer, year: number) => Promise<readonly string[]>

const ids: Readonly<Record<NominateTab, Ids>> = {
  /** Strong upvotes first. */
  async votes({ read }, { userId }, year) {
    const given = await read.list({ ...votesOf(userId, lookedThrough), from: yearStart(year) })
    const up = given.filter(({ axis, targetKind, value }) => axis === 'approval' && targetKind === 'post' && value > 0)
    return up.toSorted((a, b) => b.value - a.value).map(({ targetId }) => targetId)
  },
  async read({ read }, { userId }, year) {
    const marks = await read.list({ ...readMarksOf(userId, lookedThrough), from: yearStart(year) })
    return marks.filter(({ isRead }) => isRead).map(({ postId }) => postId)
  },
  /** Last commented on first. */
  async comments({ read }, { userId }, year) {
    const written = await read.list({ ...commentsOfMember(userId, lookedThrough), from: yearStart(year) })
    return [...new Set(written.filter(({ removedBy }) => removedBy === null).map(({ postId }) => postId))]
  },
  /** Best first. */
  async all({ read }, _viewer, year) {
    const listed = await read.list(listingsBetween('all', yearStart(year), yearStart(year + 1), lookedThrough))
    return listed.toSorted((a, b) => b.baseScore - a.baseScore).map(({ postId }) => postId)
  },
}

export const loads: Loads = { '/nominatePosts': loadNominate, '/nominatePosts/:year': loadNominate }
