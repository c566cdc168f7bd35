import { describe, expect, test } from 'vitest'
import { fc } from '../testing/properties.ts'
import { cellOf, cellsAround, cellsOf, sizeFor } from './cells.ts'
import { distanceOf, kmPerDegree } from './distance.ts'
import { roundedPoint } from './rounded-point.ts'

/** Evenly: most doubles are next to nothing. */
const degrees = (limit: number) => fc.integer({ min: -limit * 1e5, max: limit * 1e5 }).map((n) => n / 1e5)
const anywhere = fc.record({ latitude: degrees(90), longitude: degrees(180) })
const sizes = ['cell', 'area'] as const
const radius = fc.integer({ min: 1, max: 1_000 })

/** So far from there, in a direction: both in degrees. */
function from(place: { readonly latitude: number; readonly longitude: number }, away: number, direction: number) {
  const rad = Math.PI / 180
  const [lat, d, b] = [place.latitude * rad, away * rad, direction * rad]
  const north = Math.asin(Math.max(-1, Math.min(1, Math.sin(lat) * Math.cos(d) + Math.cos(lat) * Math.sin(d) * Math.cos(b))))
  const east = Math.atan2(Math.sin(b) * Math.sin(d) * Math.cos(lat), Math.cos(d) - Math.sin(lat) * Math.sin(north))
  const longitude = ((((place.longitude + east / rad + 180) % 360) + 360) % 360) - 180
  return { latitude: north / rad, longitude }
}

describe('the cells around a place', () => {
  test.each(sizes)('hold every place within the radius, over 180° and the poles too (%s)', (size) => {
    fc.assert(
      fc.property(anywhere, radius, fc.integer({ min: 0, max: 1_000 }), degrees(180), (place, km, part, direction) => {
        const other = from(place, ((km / kmPerDegree) * part) / 1_000, direction)
        fc.pre(distanceOf(place, other) <= km)
        expect(cellsAround({ ...place, radius: km }, size)).toContain(cellOf(other, size))
      }),
      { numRuns: 3_000 },
    )
  })

  test('are few, each once', () => {
    fc.assert(
      fc.property(anywhere, radius, (place, km) => {
        const found = cellsAround({ ...place, radius: km }, sizeFor(km))
        expect(new Set(found).size).toBe(found.length)
        expect(found.length).toBeLessThanOrEqual(45)
      }),
      { numRuns: 3_000 },
    )
  })

  test('of a place far away are others', () => {
    expect(cellsAround({ latitude: 60.39, longitude: 5.32, radius: 100 }, 'cell')).not.toContain(
      cellOf({ latitude: 52.5, longitude: 13.4 }, 'cell'),
    )
  })
})

test('both ends of 180° are in one cell', () =>
  expect(cellsOf({ latitude: 0.5, longitude: 180 })).toEqual(cellsOf({ latitude: 0.5, longitude: -180 })))

test('no place is in no cell', () => expect(cellsOf(null)).toEqual({ cell: null, area: null }))

describe('a rounded point', () => {
  test('is at most 2 km away, and the same again', () => {
    fc.assert(
      fc.property(anywhere, (place) => {
        const point = roundedPoint(place)
        expect(distanceOf(place, point)).toBeLessThan(2)
        expect(roundedPoint(point)).toEqual(point)
        expect(Math.abs(point.longitude)).toBeLessThanOrEqual(180)
      }),
      { numRuns: 3_000 },
    )
  })

  test('says no more of its longitude near a pole than at the equator', () => {
    const [a, b] = [roundedPoint({ latitude: 80, longitude: 15.013 }), roundedPoint({ latitude: 80, longitude: 15.024 })]
    expect(a).toEqual(b)
    expect(roundedPoint({ latitude: 60.39299, longitude: 5.32415 })).toEqual({ latitude: 60.39, longitude: 5.32 })
  })
})
