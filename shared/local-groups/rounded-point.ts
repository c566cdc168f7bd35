import type { Coordinates } from './coordinates.ts'
import { rounded } from './map-view.ts'

const radians = Math.PI / 180
/** Degrees of longitude; the nearer to a pole, the more of them make a kilometer. */
const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60, 360] as const
/** Of those along the equator: 0.8 km. */
const fewest = 0.007

/** To about a kilometer in both directions, anywhere; the same again stays as it is. */
export function roundedPoint({ latitude, longitude }: Coordinates): Coordinates {
  const north = rounded(latitude)
  const step = steps.find((degrees) => degrees * Math.cos(north * radians) >= fewest) ?? 360
  const east = rounded(Math.round(longitude / step) * step)
  return { latitude: north, longitude: Math.min(Math.max(east, -180), 180) }
}
