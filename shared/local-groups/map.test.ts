import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MapView } from './map-view.ts'
import { areWhole, coordinatesOf, degreesOn, typedDegrees } from './coordinates.ts'
import { clustersOf, distance } from './map-clusters.ts'
import { around, project, unproject, world } from './map-projection.ts'
import {
  apartAt,
  frameOf,
  maxZoom,
  moved,
  placeIn,
  viewAround,
  viewFrom,
  viewParams,
  wholeWorld,
  zoomed,
  zoomWhereApart,
} from './map-view.ts'

const latitude = fc.double({ min: -90, max: 90, noNaN: true })
const longitude = fc.double({ min: -180, max: 180, noNaN: true })
const place = fc.record({ latitude, longitude })
const view = fc.record({ latitude, longitude, zoom: fc.integer({ min: 1, max: maxZoom }) })

describe('coordinates', () => {
  test.each([
    ['', null],
    [' 60.39 ', 60.39],
    ['-5', -5],
    ['60°', '60°'],
    ['1e1', '1e1'],
    ['0x10', '0x10'],
    ['١', '١'],
  ])('%j is read as %j', (typed, value) => {
    expect(typedDegrees(typed)).toBe(value)
  })

  test('are on the sphere, its poles and both ends of 180° with it', () => {
    expect([degreesOn('latitude', '90'), degreesOn('latitude', '-90'), degreesOn('latitude', '90.01')]).toEqual([90, -90, null])
    expect([degreesOn('longitude', '180'), degreesOn('longitude', '-180'), degreesOn('longitude', '181')]).toEqual([180, -180, null])
  })

  test('come both or not at all', () => {
    expect([
      areWhole({}),
      areWhole({ latitude: 0, longitude: 0 }),
      areWhole({ latitude: 0 }),
      areWhole({ longitude: 1, latitude: null }),
    ]).toEqual([...[true, true, false, false]])
    expect([coordinatesOf({ latitude: 0, longitude: 0 }), coordinatesOf({ latitude: 0, longitude: null })]).toEqual([
      { latitude: 0, longitude: 0 },
      null,
    ])
  })
})

describe('the projection', () => {
  test('has the poles on its edges, the equator in its middle, and 180° at both ends', () => {
    expect(project({ latitude: 90, longitude: -180 }).y).toBeCloseTo(0, 9)
    expect(project({ latitude: -90, longitude: 180 })).toEqual({ x: world.width, y: expect.closeTo(world.height, 9) as unknown })
    expect(project({ latitude: 0, longitude: 0 })).toEqual({ x: 500, y: expect.closeTo(world.height / 2, 9) as unknown })
    // Miller's own table: 60° is 1.19683 of a radian's length from the equator.
    expect(world.height / 2 - project({ latitude: 60, longitude: 0 }).y).toBeCloseTo((1.19683 * 1_000) / (2 * Math.PI), 2)
  })

  test('leads back to where it came from', () => {
    fc.assert(
      fc.property(place, (from) => {
        const back = unproject(project(from))
        expect(back.latitude).toBeCloseTo(from.latitude, 6)
        // Both ends of 180° are one place.
        expect(Math.cos(((back.longitude - from.longitude) * Math.PI) / 180)).toBeCloseTo(1, 9)
      }),
    )
  })

  test('of what is farther north is higher, and never outside', () => {
    fc.assert(
      fc.property(place, place, (a, b) => {
        const [pointA, pointB] = [project(a), project(b)]
        if (a.latitude > b.latitude) expect(pointA.y).toBeLessThanOrEqual(pointB.y)
        expect(pointA.y).toBeGreaterThanOrEqual(0)
        expect(pointA.y).toBeLessThanOrEqual(world.height)
      }),
    )
  })
})

describe('the part that is shown', () => {
  const read = (query: string) => viewFrom(new URLSearchParams(query))

  test.each([
    ['', wholeWorld],
    ['lat=60.4&lng=5.3&zoom=4', { latitude: 60.4, longitude: 5.3, zoom: 4 }],
    ['lat=north&lng=&zoom=two', wholeWorld],
    ['lat=91&lng=-181', wholeWorld],
    ['zoom=99', { ...wholeWorld, zoom: maxZoom }],
    ['zoom=0', wholeWorld],
    ['zoom=-3&lat=NaN&lng=Infinity', wholeWorld],
  ])('%j is read, and what says nothing counts as not said', (query, expected) => {
    expect(read(query)).toEqual(expected)
  })

  const addressed = (shown: MapView) =>
    new URLSearchParams(Object.entries(viewParams(shown)).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))

  test('is said by its address', () => {
    fc.assert(
      fc.property(view, fc.constantFrom('north', 'south', 'east', 'west'), (from, direction) => {
        const read = viewFrom(addressed(from))
        expect(viewFrom(addressed(read))).toEqual(read)
        const to = moved(read, direction)
        if (to !== null) expect(viewFrom(addressed(to))).toEqual(to)
      }),
    )
  })

  test('never ends beyond a pole, has its middle in it, and is all of the world at first', () => {
    fc.assert(
      fc.property(view, (from) => {
        const frame = frameOf(from)
        expect(frame.y).toBeGreaterThanOrEqual(0)
        expect(frame.y + frame.height).toBeLessThanOrEqual(world.height + 1e-9)
        expect(placeIn({ ...frame, y: frame.y - 1e-9, height: frame.height + 2e-9 }, project(from))).not.toBeNull()
      }),
    )
    expect(frameOf(wholeWorld)).toMatchObject({ y: 0, width: world.width, height: world.height })
  })

  test.each([90, -90])('has the pole at latitude %d', (pole) => {
    fc.assert(
      fc.property(longitude, fc.integer({ min: 1, max: maxZoom }), (at, zoom) => {
        expect(placeIn(frameOf({ latitude: pole, longitude: at, zoom }), project({ latitude: pole, longitude: at }))).not.toBeNull()
      }),
    )
  })

  test('goes on beyond 180°, and has what is on the other side of it', () => {
    const fiji = frameOf({ latitude: -17, longitude: 179, zoom: 5 })
    expect(frameOf({ latitude: -17, longitude: 179, zoom: 5 }).x + fiji.width).toBeGreaterThan(world.width)
    expect(placeIn(fiji, project({ latitude: -17, longitude: -179 }))).not.toBeNull()
    expect(placeIn(fiji, project({ latitude: -17, longitude: 0 }))).toBeNull()
  })

  test('moves around the world and back, and stops at the poles', () => {
    const start = { latitude: 0, longitude: 170, zoom: 3 }
    expect(moved(start, 'east')).toEqual({ latitude: 0, longitude: -145, zoom: 3 })
    expect(moved({ ...start, longitude: -145 }, 'west')).toEqual(start)
    expect([moved(wholeWorld, 'north'), moved(wholeWorld, 'south')]).toEqual([null, null])
    let [at, steps] = [moved(start, 'north'), 0]
    for (; at !== null && steps < 99; steps += 1) at = moved(at, 'north')
    expect([at, steps < 9]).toEqual([null, true])
  })

  test('comes nearer around the same place, so far and no farther', () => {
    expect(zoomed(wholeWorld, 1)).toEqual({ ...wholeWorld, zoom: 2 })
    expect([zoomed(wholeWorld, -1), zoomed({ ...wholeWorld, zoom: maxZoom }, 1)]).toEqual([null, null])
  })
})

describe('clusters', () => {
  const points = fc.array(place, { maxLength: 60 }).map((places) => places.map(project))
  const zoom = fc.integer({ min: 1, max: maxZoom })

  test('have each point once, within reach of the first, and do not overlap', () => {
    fc.assert(
      fc.property(points, zoom, (given, at) => {
        const apart = apartAt(at)
        const found = clustersOf(given, apart)
        expect(found.flatMap(({ members }) => members).toSorted(byPlace)).toEqual(given.toSorted(byPlace))
        for (const [n, cluster] of found.entries()) {
          const away = cluster.members.map((member) => distance(cluster, member))
          expect(Math.max(...away)).toBe(cluster.radius)
          expect(cluster.radius).toBeLessThan(apart)
          for (const other of found.slice(n + 1)) expect(distance(cluster, other)).toBeGreaterThanOrEqual(apart)
        }
      }),
    )
  })

  test('are one across 180°', () => {
    const found = clustersOf([project({ latitude: -17, longitude: 179.9 }), project({ latitude: -17, longitude: -179.9 })], apartAt(4))
    expect(found).toHaveLength(1)
    expect(found[0]?.radius).toBeCloseTo((0.2 / 360) * world.width, 6)
  })

  test('fall apart where their address leads; those of one place never do', () => {
    fc.assert(
      fc.property(place, place, (a, b) => {
        const [pointA, pointB] = [project(a), project(b)]
        const apart = zoomWhereApart(distance(pointA, pointB))
        expect(clustersOf([pointA, pointB], apartAt(apart ?? maxZoom))).toHaveLength(apart === null ? 1 : 2)
      }),
    )
    expect(zoomWhereApart(0)).toBeNull()
    expect(viewAround(project({ latitude: 60.3912, longitude: 5.3221 }), 99)).toEqual({ latitude: 60.39, longitude: 5.32, zoom: maxZoom })
  })

  test('of thousands of places take no time', () => {
    const many = Array.from({ length: 3_000 }, (_none, n) => ({ x: around(n * 61.8), y: (n * 7.3) % world.height }))
    const begun = performance.now()
    clustersOf(many, apartAt(maxZoom))
    expect(performance.now() - begun).toBeLessThan(1_000)
  })
})

const byPlace = (a: { readonly x: number; readonly y: number }, b: { readonly x: number; readonly y: number }): number =>
  a.x - b.x || a.y - b.y
