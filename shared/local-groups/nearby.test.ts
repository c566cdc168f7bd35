import { expect, test } from 'vitest'
import { fc } from '../testing/properties.ts'
import { distanceOf } from './distance.ts'
import { nearbyFrom } from './nearby.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })

test.each([
  ['Bergen to Oslo', at(60.39, 5.32), at(59.91, 10.75), 305],
  ['over 180°', at(-17, 179.5), at(-17, -179.5), 106],
  ['over the pole', at(89.5, 0), at(89.5, 180), 111],
  ['to the other side of the world', at(10, 20), at(-10, -160), 20_015],
  ['nowhere', at(1, 2), at(1, 2), 0],
])('%s is as far as it is', (_what, a, b, km) => expect(Math.round(distanceOf(a, b))).toBe(km))

const anywhere = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

test('it is as far there as back, and never farther than half around', () => {
  fc.assert(
    fc.property(anywhere, anywhere, (a, b) => {
      expect(distanceOf(a, b)).toBeCloseTo(distanceOf(b, a), 6)
      expect(distanceOf(a, b)).toBeLessThanOrEqual(Math.PI * 6_371)
      expect(distanceOf(a, { ...a, longitude: a.longitude - 360 })).toBeCloseTo(0, 3)
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['lat=60.3913&lng=5.3221&radius=50', { latitude: 60.39, longitude: 5.32, radius: 50 }],
  ['lat=-90&lng=180', { latitude: -90, longitude: 180, radius: 100 }],
  ['lat=-0.001&lng=0', { latitude: 0, longitude: 0, radius: 100 }],
  ['lat=90.01&lng=0', null],
  ['lat=0&lng=-180.5', null],
  ['lat=north&lng=0', null],
  ['lat=1e1&lng=0', null],
  ['lat=0', null],
  ['', null],
  ['lat=0&lng=0&radius=0', null],
  ['lat=0&lng=0&radius=1001', null],
  ['lat=0&lng=0&radius=12.5', null],
  ['lat=0&lng=0&radius=', null],
  ['lat=0&lng=0&radius=-5', null],
])('%j is read as %j', (query, nearby) => expect(nearbyFrom(new URLSearchParams(query))).toEqual(nearby))
