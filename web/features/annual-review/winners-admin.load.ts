import { reviewConfig } from '#shared/annual-review/config.ts'
import { resultsOf, winnersOf } from '#shared/annual-review/queries.ts'
import { canManageReview } from '#shared/annual-review/rules.ts'
import type { ReviewPlan, ReviewWinner } from '#shared/annual-review/schema.ts'
import { candidateId, reviewResults } from '#shared/annual-review/schema.ts'
import { areResultsPublic, isEligible, isGalleryPublic } from '#shared/annual-review/years.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { staffAnswer } from '../../blocks/staff/staff-answer.ts'
import { authorizePage, elsewhere, notFound } from '../../data/answer.ts'
import { askedYear, reviewYears, yearsUntil } from './review-lines.ts'

/** Years that are offered beside the one asked for. */
const yearsShown = 4

/** `/bestoflesswrongadmin/:year`: which posts of a year stand in its gallery. */
export async function loadWinnersAdmin(data: PageData, request: LoadRequest) {
  const { read, viewer, now } = data
  authorizePage(canManageReview(viewer))
  const { latest, planOf } = await reviewYears(data)
  const isPublic = (one: number): boolean => areResultsPublic(one, now, planOf(one))
  const all = yearsUntil(latest)
  if (request.params['year'] === undefined) throw elsewhere(links.bestOfAdmin(all.find(isPublic) ?? latest))
  const { year, plan, frame } = await askedYear(data, request, links.bestOfAdmin)
  if (!frame.isYear) throw notFound()
  const winners = await read.list(winnersOf(year))
  const ranked = isPublic(year) ? await read.count(resultsOf(year, 1)) : 0
  return {
    head: { title: `Winners of ${year}`, robots: 'noindex' as const },
    year,
    years: [...new Set([...all.slice(0, yearsShown), year])],
    hasResults: isPublic(year),
    isShown: isGalleryPublic(year, now, plan),
    count: winners.length,
    most: reviewConfig.winners,
    withPicture: winners.filter(({ picture }) => (picture ?? null) !== null).length,
    focus: await focusOf(read, winners, request.url.searchParams.get('picture')),
    list: await staffAnswer(request.url, {
      tabs: [
        { name: 'ranked', word: 'Ranked posts', count: ranked },
        { name: 'winners', word: 'Winners', count: winners.length },
      ],
      first: 50,
      async rows({ tab }, limit) {
        const asked = { year, plan, winners }
        if (tab === 'winners') return winnerRows(read, asked, winners.slice(0, limit))
        return ranked === 0 ? [] : rankedRows(read, asked, limit)
      },
    }),
  }
}

export interface WinnerRow {
  /** The post's. */
  readonly id: string
  readonly year: number
  readonly title: string
  /** `null`: it is gone. */
  readonly href: string | null
  /** `null`: it has no result any more. */
  readonly result: { readonly rank: number; readonly score: number; readonly votes: number } | null
  /** `null`: it is not chosen. */
  readonly category: string | null
  readonly place: number
  /** It has a picture of its own in the gallery. */
  readonly hasPicture: boolean
  /** It can be shown: published, of this year and not excluded. */
  readonly isThere: boolean
}

interface Asked {
  readonly year: number
  readonly plan: ReviewPlan | undefined
  readonly winners: readonly ReviewWinner[]
}

/** One winner with its picture, and those before and after it; `null`: none is asked for. */
async function focusOf(read: Read, winners: readonly ReviewWinner[], asked: string | null) {
  const at = winners.findIndex(({ id }) => id === asked)
  const winner = winners[at]
  if (winner === undefined) return null
  const post = await read.get(posts, winner.id)
  const linkOf = (other: ReviewWinner | undefined) =>
    other === undefined ? null : links.bestOfAdmin(winner.year, { state: 'winners', picture: other.id })
  const own = post?.imageUrl?.startsWith('/pictures/') === true ? [{ src: post.imageUrl, of: post.title }] : []
  return {
    ...{ id: winner.id, year: winner.year, title: post?.title ?? 'A post that was deleted', place: at },
    picture: winner.picture ?? null,
    pictures: own,
    ...{ before: linkOf(winners[at - 1]), after: linkOf(winners[at + 1]) },
  }
}

async function rankedRows(read: Read, asked: Asked, limit: number): Promise<readonly WinnerRow[]> {
  const found = await read.list(resultsOf(asked.year, limit))
  return rowsOf(
    read,
    asked,
    found.map(({ postId }) => postId),
  )
}

const winnerRows = (read: Read, asked: Asked, winners: readonly ReviewWinner[]): Promise<readonly WinnerRow[]> =>
  rowsOf(
    read,
    asked,
    winners.map(({ id }) => id),
  )

async function rowsOf(read: Read, { year, plan, winners }: Asked, ids: readonly string[]): Promise<readonly WinnerRow[]> {
  const resultIds = ids.map((id) => candidateId(id, year))
  const [found, ranked] = await Promise.all([read.getMany(posts, ids), read.getMany(reviewResults, resultIds)])
  const [here, results] = [new Map(found.map((post) => [post.id, post])), new Map(ranked.map((one) => [one.postId, one]))]
  return ids.map((id) => {
    const [post, result, at] = [here.get(id), results.get(id), winners.findIndex((winner) => winner.id === id)]
    return {
      ...{ id, year, title: post?.title ?? 'A post that was deleted', href: post === undefined ? null : links.post(post) },
      result: result === undefined ? null : { rank: result.rank, score: result.score, votes: result.values.length },
      ...{ category: winners[at]?.category ?? null, place: at, hasPicture: (winners[at]?.picture ?? null) !== null },
      isThere: post !== undefined && isEligible(post, year, plan),
    }
  })
}

export const loads: Loads = { '/bestoflesswrongadmin': loadWinnersAdmin, '/bestoflesswrongadmin/:year': loadWinnersAdmin }
