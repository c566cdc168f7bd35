import { memberBySlug } from '#shared/accounts/queries.ts'
import { reviewsByMember } from '#shared/annual-review/queries.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { discussionPart } from '../../blocks/discussion/discussion-view.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { moved, notFound } from '../../data/answer.ts'
import { askedYear, reviewYears, yearsUntil } from './review-lines.ts'
import { reviewComments } from './review-post.load.ts'

const firstShown = 30

/** `/users/:slug/reviews/:year`: what a member has written for the review of a year. */
export async function loadMemberReviews(data: PageData, request: LoadRequest) {
  const slug = request.params['slug'] ?? ''
  const member = await memberBySlug(data.read, slug)
  if (member === undefined) throw notFound()
  if (request.params['year'] === undefined) throw moved(links.memberReviews(slug, (await reviewYears(data)).latest))
  const { year, latest, frame } = await askedYear(data, request, (one) => links.memberReviews(slug, one))
  if (!frame.isYear) throw notFound()
  const limit = limitOf(request.url.searchParams, firstShown)
  const listed = await data.read.list(reviewsByMember(member.id, year, limit + 1))
  const { view, bodies } = await discussionPart(data, await reviewComments(data.read, listed.slice(0, limit)))
  return {
    head: {
      title: `Reviews by ${member.displayName}`,
      description: `What ${member.displayName} has written on ${data.site.name} for the review of ${year}.`,
      canonical: links.memberReviews(member.slug, year),
      robots: 'noindex' as const,
    },
    member: { name: member.displayName, slug: member.slug },
    ...{ year, years: yearsUntil(latest), discussion: view, bodies },
    more: listed.length > limit ? links.memberReviews(member.slug, year, { limit: limit + firstShown }) : null,
  }
}

export const loads: Loads = { '/users/:slug/reviews': loadMemberReviews, '/users/:slug/reviews/:year': loadMemberReviews }
