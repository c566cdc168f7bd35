import { candidatesOf } from '#shared/annual-review/queries.ts'
import { byFamiliarity, needsReviewSoon } from '#shared/annual-review/reviewers.ts'
import { reviewConfig } from '#shared/annual-review/config.ts'
import { isEligible } from '#shared/annual-review/years.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import { tallies } from '#shared/votes/schema.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { moved, needsSignIn } from '../../data/answer.ts'
import type { Asked } from './review-lines.ts'
import { askedYear, ballotRows, joinedAtOf, ownVotes, readAmong, refusalOf, reviewLines, reviewYears, writtenBy } from './review-lines.ts'

/** A year has fewer posts with two votes. */
const maxCandidates = 2_000
const maxFound = 60
const firstShown = 12

/** `/quickReview/:year`: nominated posts that nobody has reviewed. */
export async function loadQuickReview(data: PageData, request: LoadRequest) {
  const { read, viewer, now } = data
  if (viewer.kind === 'visitor') throw needsSignIn()
  if (request.params['year'] === undefined) throw moved(links.quickReview((await reviewYears(data)).latest))
  const { year, plan, frame } = await askedYear(data, request, links.quickReview)
  const head = { title: frame.isYear ? `Quick review of ${year}` : 'Not a review year', robots: 'noindex' as const }
  const none = { lines: [], votes: [], written: 0, count: 0, refusal: null, isAllReviewed: true, more: null }
  if (!frame.isYear) return { head, isAbsent: true as const, frame, ...none }
  const listed = await read.list(candidatesOf(year, reviewConfig.positiveVotes.reviews, maxCandidates))
  const found = listed
    .filter(needsReviewSoon)
    .toSorted((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity))
    .slice(0, maxFound)
  const ids = found.map(({ postId }) => postId)
  const here = (await read.getMany(posts, ids)).filter((post) => isEligible(post, year, plan))
  const [joinedAt, votes] = [await joinedAtOf(data, viewer), await ownVotes(data, viewer, year)]
  const asked: Asked = { viewer, year, joinedAt, plan, votes, candidates: new Map(found.map((one) => [one.postId, one])) }
  const isRead = await readAmong(data, viewer, here)
  const karma = new Map((await read.getMany(tallies, ids)).map((tally) => [tally.id, tally.baseScore]))
  const rows = await ballotRows(data, here, asked)
  const sorted = byFamiliarity(rows.map((row) => ({ ...row, isRead: isRead.has(row.postId), karma: karma.get(row.postId) ?? 0 })))
  const limit = limitOf(request.url.searchParams, firstShown, maxFound)
  return {
    ownCopy: true as const,
    ...{ head, frame, votes, count: sorted.length },
    isAbsent: undefined,
    isAllReviewed: listed.every(({ reviewCount = 0 }) => reviewCount > 0),
    refusal: refusalOf(viewer, asked, now),
    written: await writtenBy(data, viewer, year),
    lines: await reviewLines(data, sorted.slice(0, limit), asked),
    more: sorted.length > limit ? links.quickReview(year, { limit: Math.min(limit + firstShown, maxFound) }) : null,
  }
}

export const loads: Loads = Object.fromEntries(
  ['/quickReview', '/reviewQuickPage', '/quickReview/:year'].map((path) => [path, loadQuickReview]),
)
