import { commonOver } from '#shared/kernel/common.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Shows } from '../../app/define-part.ts'
import { definePart } from '../../app/define-part.ts'
import type { LoadRequest } from '../../app/route.ts'
import { currentSpotlight, spotlightsShown } from './spotlight-view.ts'

/** On `/recommendations`: one, then, once they are asked for, so many of those before it. */
const figures = { first: 1, more: 51 } as const

/** The one that has its turn; devices have it with the page as it was kept. */
export async function loadSpotlight(
  { read, now, isOfDevice, common = commonOver(read, now) }: PageData,
  { isRanked = true }: { readonly isRanked?: boolean },
) {
  if (!isRanked) return null
  return isOfDevice === true ? undefined : common(currentSpotlight, null)
}

export async function loadLatest({ read, isOfDevice }: PageData, _asked: object, { url }: LoadRequest) {
  if (isOfDevice === true) return undefined
  const most = url.searchParams.has('spotlights') ? figures.more : figures.first
  const lit = await spotlightsShown(read, most + 1)
  const more = most === figures.first && lit.length > most ? links.recommendations({ spotlights: figures.more }) : null
  return lit.length === 0 ? null : { lit: lit.slice(0, most), more }
}

export const shows: Shows = {
  spotlight: definePart({ on: ['front-top', 'library-top'], order: 10, load: loadSpotlight }),
  latest: definePart({ on: ['recommendations-top'], order: 10, load: loadLatest }),
}
