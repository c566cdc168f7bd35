import type { Coordinates } from './coordinates.ts'

/** Of a sphere as large as the earth, in km: off by half a percent at most. */
const earthRadius = 6_371
const radians = Math.PI / 180
export const kmPerDegree = earthRadius * radians

/** Along the surface, in km (haversine). */
export function distanceOf(a: Coordinates, b: Coordinates): number {
  const [north, east] = [(b.latitude - a.latitude) * radians, (b.longitude - a.longitude) * radians]
  const part = Math.sin(north / 2) ** 2 + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * Math.sin(east / 2) ** 2
  // Opposite points can come out a trace above one.
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(part)))
}
