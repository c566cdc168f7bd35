/**
 * Pictures of the world below the pins, where the operator has named a source of them. Tiles are
 * cut by Mercator's projection and the map is Miller's (`map-projection.ts`): the edges of each
 * tile lie where they belong, and one that shows many degrees is drawn in strips, so that what is
 * within it lies there too, to about a pixel.
 */
import type { Frame } from './map-view.ts'
import { around, project, world } from './map-projection.ts'

export interface TileSource {
  /** With `{z}`, `{x}` and `{y}` in it. */
  readonly url: string
  readonly attribution: string
  /** Where the attribution leads; absent: nowhere. */
  readonly attributionUrl?: string
}

/** A tile, or a strip of it, in units of the map. */
export interface DrawnTile {
  readonly key: string
  readonly href: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Which part of the tile's height: from 0 at its north edge to 1. */
  readonly from: number
  readonly to: number
}

/** At zoom 1 the world is four tiles wide: some 200 pixels each at a desk. */
const tileZoomAt = (zoom: number): number => zoom + 1
const stripsAt = (tileZoom: number): number => Math.min(2 ** Math.max(5 - tileZoom, 0), 4)

/** Mercator's share of the map's height, from 0 at 85.05° north to 1 at 85.05° south. */
function heightOf(share: number): number {
  const latitude = (Math.atan(Math.sinh(Math.PI * (1 - 2 * share))) * 180) / Math.PI
  return project({ latitude, longitude: 0 }).y
}

/** Those that a part of the world shows, the same one twice where the map goes on beyond 180°. */
export function tilesIn(frame: Frame, zoom: number, { url }: TileSource): readonly DrawnTile[] {
  const z = tileZoomAt(zoom)
  const [across, strips] = [2 ** z, stripsAt(z)]
  const width = world.width / across
  const firstColumn = Math.floor(frame.x / width)
  const lastColumn = Math.ceil((frame.x + frame.width) / width) - 1
  const found: DrawnTile[] = []
  for (let row = 0; row < across; row += 1) {
    for (let strip = 0; strip < strips; strip += 1) {
      const [from, to] = [strip / strips, (strip + 1) / strips]
      const [y, end] = [heightOf((row + from) / across), heightOf((row + to) / across)]
      if (end <= frame.y || y >= frame.y + frame.height) continue
      for (let column = firstColumn; column <= lastColumn; column += 1) {
        const x = column * width
        const href = addressOf(url, { z, x: Math.round(around(x) / width) % across, y: row })
        found.push({ key: `${z}/${column}/${row}/${strip}`, href, x, y, width, height: end - y, from, to })
      }
    }
  }
  return found
}

function addressOf(url: string, at: Readonly<Record<'z' | 'x' | 'y', number>>): string {
  return url.replaceAll(/\{([zxy])\}/gu, (_all, name: 'z' | 'x' | 'y') => String(at[name]))
}
