import { ballotSortOf, offeredSorts, sortBallot, usualSort } from '#shared/annual-review/ballot.ts'
import { candidatesOf, resultsOf } from '#shared/annual-review/queries.ts'
import { reviewConfig } from '#shared/annual-review/config.ts'
import { areResultsPublic, candidacyPhase, isCandidate, isEligible, phaseStart } from '#shared/annual-review/years.ts'
import type { Plan } from '#shared/annual-review/years.ts'
import { feedOfTag } from '#shared/feed/listings-of-post.ts'
import { listingsBetween } from '#shared/feed/queries.ts'
import { slugify } from '#shared/kernel/slug.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { needsSignIn } from '../../data/answer.ts'
import type { Asked } from './review-lines.ts'
import { loadReviewPanel } from './review-post.load.ts'
import { askedYear, ballotRows, commonTags, joinedAtOf, ownVotes, readAmong, refusalOf, reviewLines, writtenBy } from './review-lines.ts'

const firstShown = 50
/** A year has fewer posts with two votes. */
const maxCandidates = 2_000
const maxLongforms = 50

/** `/reviewVoting/:year`: the candidates of a year, and the viewer's votes on them. */
export async function loadBallot(data: PageData, request: LoadRequest) {
  const { read, viewer, now } = data
  if (viewer.kind === 'visitor') throw needsSignIn()
  const { year, plan, frame } = await askedYear(data, request, links.reviewVoting)
  const query = request.url.searchParams
  const isReversed = query.get('reverse') === 'true'
  const limit = limitOf(query, firstShown, maxCandidates)
  const head = { title: frame.isYear ? `Review of ${year}` : 'Not a review year', robots: 'noindex' as const }
  const filter = { tag: query.get('tag') ?? undefined, read: query.get('read') === 'true' ? (true as const) : undefined }
  if (!frame.isYear)
    return {
      head,
      isAbsent: true as const,
      frame,
      order: { sort: usualSort(frame.phase, []), isReversed, offered: [] },
      filter,
      panel: null,
      longforms: [],
      limit: undefined,
      bodies: {},
      tags: [],
      lines: [],
      votes: [],
      written: 0,
      count: 0,
      refusal: null,
      more: null,
    }
  const phase = candidacyPhase(frame.phase)
  const [joinedAt, votes, listed] = [
    await joinedAtOf(data, viewer),
    await ownVotes(data, viewer, year),
    await read.list(candidatesOf(year, reviewConfig.positiveVotes[phase], maxCandidates)),
  ]
  const found = listed.filter((one) => isCandidate(one, phase))
  const results = areResultsPublic(year, now, plan) ? await read.list(resultsOf(year, maxCandidates)) : []
  const asked: Asked = {
    ...{ viewer, year, joinedAt, plan, votes },
    candidates: new Map(found.map((one) => [one.postId, one])),
    results: new Map(results.map(({ postId, rank, score }) => [postId, { rank, score }])),
  }
  const here = await read.getMany(
    posts,
    found.map(({ postId }) => postId),
  )
  const eligible = here.filter((post) => isEligible(post, year, plan))
  const tagged = filter.tag === undefined ? eligible : eligible.filter(({ tags }) => tags.includes(filter.tag ?? ''))
  const isRead = await readAmong(data, viewer, filter.read === true ? tagged : [])
  const rows = await ballotRows(data, filter.read === true ? tagged.filter(({ id }) => isRead.has(id)) : tagged, asked)
  const offered = offeredSorts(rows)
  const given = ballotSortOf(query.get('sort') ?? '')
  const sort = given !== undefined && offered.includes(given) ? given : usualSort(frame.phase, offered)
  const opened = query.get('post')
  const panel = opened === null ? null : await loadReviewPanel(data, viewer, { year, joinedAt, plan }, opened)
  const sorted = sortBallot(rows, { sort, isReversed, viewerId: viewer.userId })
  return {
    panel: panel === null ? null : { ...panel, bodies: undefined },
    bodies: panel?.bodies ?? {},
    /** Kept on the voter's device: votes may be cast where there is no network. */
    ownCopy: true as const,
    ...{ head, frame, order: { sort, isReversed, offered }, filter, votes, count: sorted.length, tags: commonTags(eligible) },
    isAbsent: undefined,
    longforms: await longformReviews(read, year, plan),
    /** Absent: as many as at first. */
    limit: limit === firstShown ? undefined : limit,
    refusal: refusalOf(viewer, asked, now),
    written: await writtenBy(data, viewer, year),
    lines: await reviewLines(data, sorted.slice(0, limit), asked),
    more:
      sorted.length > limit
        ? links.reviewVoting(year, {
            ...{ ...filter, sort, ...(isReversed && { reverse: true }) },
            limit: Math.min(limit + firstShown, maxCandidates),
          })
        : null,
  }
}

/** Reviews that are posts of their own, from nominations to the end: nobody votes on them. */
async function longformReviews(read: Read, year: number, plan: Plan) {
  const feed = feedOfTag(slugify(reviewConfig.longformTag))
  const listed = await read.list(
    listingsBetween(feed, phaseStart(year, 'nominations', plan), phaseStart(year, 'complete', plan), maxLongforms),
  )
  const found = await read.getMany(
    posts,
    listed.map(({ postId }) => postId),
  )
  return found.map((post) => ({ href: links.post(post), title: post.title, lang: post.lang, dir: post.direction }))
}

export const loads: Loads = { '/reviewVoting': loadBallot, '/reviewVoting/:year': loadBallot }
