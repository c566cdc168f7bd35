import fc from 'fast-check'
import { expect, test } from 'vitest'
import { project, world } from './map-projection.ts'
import { tilesIn } from './map-tiles.ts'
import { frameOf, maxTiledZoom, wholeWorld } from './map-view.ts'

const source = { url: 'https://tiles.example/{z}/{x}/{y}.png', attribution: 'Us' }

/** Where Mercator has it, from 0 at the north edge of all tiles to 1 at the south edge. */
const mercator = (latitude: number): number => (1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2

test('a place lies in its tile where the map has it, to about a pixel of a wide map', () => {
  const view = fc.record({
    latitude: fc.double({ min: -84, max: 84, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    zoom: fc.integer({ min: 1, max: maxTiledZoom }),
  })
  fc.assert(
    fc.property(view, (place) => {
      const frame = frameOf(place)
      const at = project(place)
      const z = place.zoom + 1
      const row = Math.floor(mercator(place.latitude) * 2 ** z)
      const within = mercator(place.latitude) * 2 ** z - row
      const column = Math.floor(((place.longitude + 180) / 360) * 2 ** z) % 2 ** z
      const tile = tilesIn(frame, place.zoom, source).find(
        ({ href, from, to, x, width }) =>
          href === `https://tiles.example/${z}/${column}/${row}.png` &&
          from <= within &&
          within <= to &&
          at.x >= x - 1e-9 &&
          at.x <= x + width + 1e-9,
      )
      if (tile === undefined) throw new Error('no tile')
      const drawn = tile.y + ((within - tile.from) / (tile.to - tile.from)) * tile.height
      // Shown 800 pixels wide.
      expect(Math.abs(drawn - at.y) * (800 / frame.width)).toBeLessThan(1.5)
    }),
  )
})

test('a map that goes on beyond 180° has tiles of both sides, and none beyond the last row', () => {
  const view = { latitude: 90, longitude: 180, zoom: 3 }
  const tiles = tilesIn(frameOf(view), view.zoom, source)
  const columns = new Set(tiles.map(({ href }) => Number(href.split('/').at(-2))))
  expect([...columns].toSorted((a, b) => a - b)).toEqual([0, 1, 14, 15])
  expect(tiles.every(({ y, height }) => y >= 0 && y + height <= world.height)).toBe(true)
})

test('the whole world asks for sixteen tiles', () => {
  const tiles = tilesIn(frameOf({ ...wholeWorld, longitude: 0 }), 1, source)
  expect(new Set(tiles.map(({ href }) => href)).size).toBe(16)
})
