import { members } from '#shared/accounts/schema.ts'
import { detailFields, typedDetails } from '#shared/kernel/details.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { pagesOf } from '#shared/seasonal-events/pages.ts'
import { allSeasonalEvents, seasonalEventOf } from '#shared/seasonal-events/queries.ts'
import { canAnswerSeasonal, canManageSeasonalEvents, phaseAt } from '#shared/seasonal-events/rules.ts'
import type { SeasonalEvent } from '#shared/seasonal-events/schema.ts'
import { seasonalAnswerId, seasonalAnswers, seasonalDetails, seasonalKinds, seasonalTallies } from '#shared/seasonal-events/schema.ts'
import { excerpt, plainText } from '#shared/text/measure.ts'
import type { Shows } from '../../app/define-part.ts'
import { definePart } from '../../app/define-part.ts'
import type { Loads } from '../../app/route.ts'
import { authorizePage, needsSignIn } from '../../data/answer.ts'

/** `/petrov/ceremony`: the one that runs, or the last one. */
async function loadCeremony(data: PageData) {
  const { read, now } = data
  const canonical = links.ceremony()
  const event = await seasonalEventOf(read, 'ceremony', now)
  if (event === undefined) {
    const head = { title: 'Ceremony', canonical, robots: 'noindex' as const }
    return { head, isAbsent: true as const, ceremony: null }
  }
  const { id, title, body, endAt } = event
  const pages = await Promise.all(pagesOf(body).map((page, at) => drawn(data, page, `p${at + 1}-`)))
  return {
    head: { title, description: excerpt(body, 200), canonical },
    isAbsent: undefined,
    ceremony: { title, endedAt: phaseAt(event, now) === 'over' ? endAt : null, keys: pages.map((_, at) => `${id}-${at + 1}`) },
    bodies: Object.fromEntries(pages.map((html, at) => [`${id}-${at + 1}`, html])),
  }
}

/** `/petrovDayPoll`: the one that runs, or the last one. Its members’ sums are shown as it says. */
async function loadPoll(data: PageData) {
  const { read, viewer, now } = data
  if (viewer.kind === 'visitor') throw needsSignIn()
  const event = await seasonalEventOf(read, 'poll', now)
  if (event === undefined) return { head: { title: 'Poll' }, isAbsent: true as const, poll: null }
  const { body: _body, ...poll } = event
  const answer = await read.get(seasonalAnswers, seasonalAnswerId(event.id, viewer.userId))
  const joinedAt = (await read.get(members, viewer.userId))?.joinedAt ?? 0
  const verdict = canAnswerSeasonal(viewer, event, joinedAt, now)
  const counts = await countsOf(read, event)
  return {
    head: { title: event.title },
    isAbsent: undefined,
    poll: {
      ...{ event: poll, isOver: phaseAt(event, now) === 'over', answer: answer?.option ?? null },
      refusal: verdict.allowed ? null : verdict.reason,
      // Sums that are shown to administrators alone are on their own page.
      counts: event.results === 'never' || (event.results === 'afterClose' && phaseAt(event, now) !== 'over') ? null : counts,
      hasText: plainText(event.body).trim() !== '',
    },
    bodies: { [event.id]: await drawn(data, event.body, '') },
  }
}

/** `/admin/seasons` */
async function loadSeasons(data: PageData) {
  const { read, viewer, now, markdown } = data
  authorizePage(canManageSeasonalEvents(viewer))
  const all = await read.list(allSeasonalEvents())
  return {
    head: { title: 'Seasonal events' },
    fields: detailFields(seasonalDetails),
    rows: await Promise.all(
      all.map(async (event) => {
        const { id, title, kind, startAt, endAt, options } = event
        const counts = kind === 'poll' ? await countsOf(read, event) : null
        return {
          ...{ id, title, kind: seasonalKinds[kind], phase: phaseAt(event, now), startAt, endAt },
          href: kind === 'ceremony' ? links.ceremony() : kind === 'poll' ? links.seasonalPoll() : links.front(),
          sums: counts === null ? null : options.map((option, at) => ({ option, count: counts[at] ?? 0 })),
          typed: {
            ...typedDetails(seasonalDetails, event),
            ...{ startAt: wall(startAt), endAt: wall(endAt), body: markdown?.(event.body).trimEnd() ?? '' },
          },
        }
      }),
    ),
  }
}

const wall = (at: number): string => new Date(at).toISOString().slice(0, 16)

/** `null`: the viewer does not read them, or nobody has answered. */
const countsOf = async (read: Read, { id }: SeasonalEvent) => (await read.get(seasonalTallies, id))?.counts ?? null

const drawn = async (data: PageData, body: SeasonalEvent['body'], idPrefix: string): Promise<string> =>
  (data.longHtml ?? data.html)(body, { idPrefix, profile: 'essay', trusted: true })

/** Above the front page’s list, while it runs; devices have it with the page as it was kept. */
export async function loadBanner({ read, now, isOfDevice }: PageData) {
  if (isOfDevice === true) return undefined
  const event = await seasonalEventOf(read, 'banner', now)
  if (event === undefined || phaseAt(event, now) !== 'running') return null
  const { id, title, linkUrl } = event
  return { id, title, linkUrl }
}

export type CeremonyLoad = typeof loadCeremony
export type PollLoad = typeof loadPoll
export type ShownPoll = NonNullable<Awaited<ReturnType<PollLoad>>['poll']>
export type SeasonsLoad = typeof loadSeasons

export const loads = { '/petrov/ceremony': loadCeremony, '/petrovDayPoll': loadPoll, '/admin/seasons': loadSeasons } satisfies Loads
export const shows: Shows = { banner: definePart({ on: ['front-top'], order: 5, load: loadBanner }) }
