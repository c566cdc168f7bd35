/** A place and what counts as near it, as addresses say it. */
import type { Coordinates } from './coordinates.ts'
import { degreesOn } from './coordinates.ts'
import { rounded } from './map-view.ts'

export interface Nearby extends Coordinates {
  /** In km. */
  readonly radius: number
}

export const nearbyLimits = { usualRadius: 100, maxRadius: 1_000 } as const

/**
 * To about a kilometer, so that many places share an address. `null`: not on the sphere, or no
 * radius from 1 to 1,000 whole km.
 */
export function nearbyFrom(params: Pick<URLSearchParams, 'get'>): Nearby | null {
  const [latitude, longitude] = [degreesOn('latitude', params.get('lat') ?? ''), degreesOn('longitude', params.get('lng') ?? '')]
  const said = params.get('radius') ?? String(nearbyLimits.usualRadius)
  const radius = /^\d{1,4}$/u.test(said) ? Number(said) : 0
  if (latitude === null || longitude === null || radius < 1 || radius > nearbyLimits.maxRadius) return null
  return { latitude: rounded(latitude), longitude: rounded(longitude), radius }
}
