import type { PageData } from '#shared/pages/page-data.ts'
import { allSpotlights, targetOf } from '#shared/spotlights/queries.ts'
import { canManageSpotlights, hasTurn } from '#shared/spotlights/rules.ts'
import type { Spotlight } from '#shared/spotlights/schema.ts'
import { spotlightDetails } from '#shared/spotlights/schema.ts'
import { detailFields, typedDetails } from '#shared/kernel/details.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { spotlightView } from './spotlight-view.ts'
import { authorizePage } from '../../data/answer.ts'
import { dayMs } from '#shared/kernel/durations.ts'

/**
 * `/spotlights`: drafts, then what is to come in its order, or (`?view=past`) what has been, last
 * shown first. `?drafts=true`: those alone; `false`: none.
 */
export async function loadSpotlights({ read, viewer, now }: PageData, { url }: LoadRequest) {
  authorizePage(canManageSpotlights(viewer))
  const all = await read.list(allSpotlights())
  const wanted = url.searchParams.get('drafts')
  const isPast = url.searchParams.get('view') === 'past'
  const here = all.filter(({ isRemoved }) => !isRemoved)
  const drafts = here.filter(({ isDraft }) => isDraft)
  const listed = here.filter(({ isDraft }) => !isDraft)
  const currentId = await currentIdOf(read, listed)
  const shown = isPast
    ? listed.filter(({ shownAt }) => shownAt > 0).toSorted((a, b) => b.shownAt - a.shownAt)
    : currentFirst(listed, currentId)
  const edited = (some: readonly Spotlight[]) => Promise.all(some.map((one) => editedOf(read, one, currentId, now)))
  return {
    head: { title: 'Spotlights', robots: 'noindex' as const },
    isPast,
    fields: detailFields(spotlightDetails),
    drafts: wanted === 'false' ? null : await edited(drafts),
    draftDays: drafts.reduce((sum, { days }) => sum + days, 0),
    listed: wanted === 'true' ? null : await edited(shown),
    /**
     * The list goes round: what comes first in it is not the first in their order, and follows on
     * its last.
     */
    goesRound: !isPast && shown[0]?.id !== listed[0]?.id,
    removed: wanted === null && !isPast ? await edited(all.filter(({ isRemoved }) => isRemoved)) : [],
  }
}

export type EditedSpotlight = Awaited<ReturnType<typeof editedOf>>

async function currentIdOf(read: Read, listed: readonly Spotlight[]): Promise<string | null> {
  for (const one of listed.filter(({ shownAt }) => shownAt > 0).toSorted((a, b) => b.shownAt - a.shownAt))
    if (hasTurn(one, await targetOf(read, one))) return one.id
  return null
}

/** The one that has its turn, then those after it, then those before it. */
function currentFirst(listed: readonly Spotlight[], currentId: string | null): readonly Spotlight[] {
  const at = Math.max(
    0,
    listed.findIndex(({ id }) => id === currentId),
  )
  return [...listed.slice(at), ...listed.slice(0, at)]
}

async function editedOf(read: Read, spotlight: Spotlight, currentId: string | null, now: number) {
  const { id, targetKind, days, shownAt, isDraft, isRemoved } = spotlight
  const isCurrent = id === currentId
  return {
    ...{ id, targetKind, days, shownAt, isDraft, isRemoved, isCurrent },
    typed: typedDetails(spotlightDetails, spotlight),
    /** Of the one that has its turn. */
    daysLeft: isCurrent ? Math.max(0, Math.ceil((shownAt + days * dayMs - now) / dayMs)) : null,
    /** `null`: what it points at is not there any more. */
    view: await spotlightView(read, spotlight),
    mayHaveTurn: hasTurn(spotlight, await targetOf(read, spotlight)),
  }
}

export const loads: Loads = { '/spotlights': loadSpotlights }
