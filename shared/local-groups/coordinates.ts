import * as z from 'zod/mini'

/** Degrees on the sphere: the poles and both ends of 180° are on it. */
export interface Coordinates {
  readonly latitude: number
  readonly longitude: number
}

const most = { latitude: 90, longitude: 180 } as const

const degrees = (limit: number) => z.nullable(z.number().check(z.minimum(-limit), z.maximum(limit)))

/** The two fields of a form; `areWhole` asks about both together. */
export const coordinateDetails = {
  latitude: {
    value: degrees(most.latitude),
    label: 'Latitude',
    help: 'Optional, in decimal degrees, such as 60.39. With both coordinates it’s shown on the map.',
    maxLength: 20,
    invalid: 'Enter both coordinates, latitude from -90 to 90, or neither.',
  },
  longitude: { value: degrees(most.longitude), label: 'Longitude', maxLength: 20, invalid: 'Enter a longitude from -180 to 180.' },
} as const

interface MaybeCoordinates {
  readonly latitude?: number | null | undefined
  readonly longitude?: number | null | undefined
}

/** Both or neither. */
export const areWhole = ({ latitude, longitude }: MaybeCoordinates): boolean =>
  ((latitude ?? null) === null) === ((longitude ?? null) === null)

/** `null`: it has no point on the map. */
export function coordinatesOf({ latitude, longitude }: MaybeCoordinates): Coordinates | null {
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : null
}

/** What is no decimal number stays text, which a mutation refuses. `null`: nothing was typed. */
export function typedDegrees(typed: string): number | string | null {
  const text = typed.trim()
  if (text === '') return null
  return /^-?\d{1,3}(\.\d{1,15})?$/u.test(text) ? Number(text) : text
}

/** Of an address; `null`: no number, or not on the sphere. */
export function degreesOn(axis: keyof typeof most, typed: string): number | null {
  const value = typedDegrees(typed)
  return typeof value === 'number' && Math.abs(value) <= most[axis] ? value : null
}
