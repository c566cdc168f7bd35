import type { PageData } from '#shared/pages/page-data.ts'
import type { PlaceName, PlacesAsked, ShownParts } from '../data/places.ts'
import type { Part, PartPage } from './define-part.ts'
import { NotStoredError } from './not-stored-error.ts'
import type { LoadRequest } from './route.ts'

interface PartsOfPage {
  readonly parts?: ShownParts
  readonly bodies: Readonly<Record<string, string>>
}

/** A part and its name, `domain/part`. */
export type NamedPart = Part & { readonly name: string }

/**
 * What the domains show at a page's places.
 * @param declared in the order in which they are shown.
 * @param before what stands there already: a device leaves there what it cannot say anew.
 */
export async function shownParts(
  declared: readonly NamedPart[],
  places: PlacesAsked,
  data: PageData,
  request: LoadRequest,
  before: ShownParts = {},
): Promise<PartsOfPage> {
  const names = Object.keys(places) as PlaceName[] // its own keys
  const found = new Map<PlaceName, Record<string, object>>()
  const bodies: Record<string, string> = {}
  for (const part of declared)
    for (const place of names.filter((name) => part.on.includes(name))) {
      const known = await loadOf(part, data, places[place] ?? {}, request)
      const shown: PartPage = known === undefined ? before[place]?.[part.name] : known
      if (shown === null || shown === undefined) continue
      const { bodies: own, ...page } = shown
      Object.assign(bodies, own)
      found.set(place, { ...found.get(place), [part.name]: page })
    }
  return { ...(found.size > 0 && { parts: Object.fromEntries(found) }), bodies }
}

/** `undefined`: this device cannot say. */
async function loadOf(part: Part, data: PageData, asked: object, request: LoadRequest): Promise<PartPage> {
  try {
    return await part.load(data, asked, request)
  } catch (error) {
    if (error instanceof NotStoredError) return undefined
    throw error
  }
}
