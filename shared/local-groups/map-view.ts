/** Which part of the world a map shows, and how its address says so. */
import type { Coordinates } from './coordinates.ts'
import type { Point } from './map-projection.ts'
import { degreesOn } from './coordinates.ts'
import { around, project, unproject, world } from './map-projection.ts'

export interface MapView extends Coordinates {
  /** 1: all of the world. Each step shows half as much of it in both directions. */
  readonly zoom: number
}

/** Of the outline, which is coarse; an operator's tiles show more. */
export const maxZoom = 7
export const maxTiledZoom = 10

/** 170° west, where the map ends then, touches no land between Asia and America. */
export const wholeWorld: MapView = { latitude: 30, longitude: 10, zoom: 1 }

/** To about a kilometer, which no pin's place shows; never negative zero. */
export const rounded = (degrees: number): number => Math.round(degrees * 100) / 100 + 0

/** What cannot be read counts as not said. */
export function viewFrom(params: Pick<URLSearchParams, 'get'>, max = maxZoom): MapView {
  const zoom = params.get('zoom') ?? ''
  return {
    latitude: rounded(degreesOn('latitude', params.get('lat') ?? '') ?? wholeWorld.latitude),
    longitude: rounded(degreesOn('longitude', params.get('lng') ?? '') ?? wholeWorld.longitude),
    zoom: /^\d{1,2}$/u.test(zoom) ? Math.min(Math.max(Number(zoom), 1), max) : wholeWorld.zoom,
  }
}

/** As parameters of an address; what is usual is left out. */
export function viewParams({ latitude, longitude, zoom }: MapView) {
  return {
    lat: latitude === wholeWorld.latitude ? undefined : latitude,
    lng: longitude === wholeWorld.longitude ? undefined : longitude,
    zoom: zoom === wholeWorld.zoom ? undefined : zoom,
  }
}

/**
 * The part that is shown, in units of the map. It ends at the poles, and may begin or end beyond
 * 180°.
 */
export interface Frame extends Point {
  readonly width: number
  readonly height: number
}

export function frameOf({ latitude, longitude, zoom }: MapView): Frame {
  const [width, height] = [world.width / 2 ** (zoom - 1), world.height / 2 ** (zoom - 1)]
  const { x, y } = project({ latitude, longitude })
  return { x: x - width / 2, y: Math.min(Math.max(y - height / 2, 0), world.height - height), width, height }
}

/** A pole on the frame's edge is in it, whatever the last digit says. */
const edge = 1e-9

/** Where in the frame a point is, from 0 to 1 in each direction; `null`: outside. */
export function placeIn(frame: Frame, point: Point): Point | null {
  const [x, y] = [around(point.x - frame.x) / frame.width, (point.y - frame.y) / frame.height]
  return x <= 1 && y >= -edge && y <= 1 + edge ? { x, y: Math.min(Math.max(y, 0), 1) } : null
}

const centeredAt = (point: Point, zoom: number): MapView => {
  const { latitude, longitude } = unproject(point)
  return { latitude: rounded(latitude), longitude: rounded(longitude), zoom }
}

const step = 0.5

/** Half a map further; `null`: it ends at the pole. */
export function moved(view: MapView, direction: 'north' | 'south' | 'east' | 'west'): MapView | null {
  const frame = frameOf(view)
  if (direction === 'east' || direction === 'west') {
    const x = frame.x + frame.width / 2 + (direction === 'east' ? step : -step) * frame.width
    return { ...view, longitude: centeredAt({ x, y: 0 }, view.zoom).longitude }
  }
  const room = direction === 'north' ? frame.y : world.height - frame.height - frame.y
  // What a rounded address cannot say is no way either.
  if (room < frame.height / 100) return null
  const by = Math.min(step * frame.height, room) * (direction === 'north' ? -1 : 1)
  return centeredAt({ x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 + by }, view.zoom)
}

/** Nearer or further, around the same place; `null`: no further. */
export function zoomed(view: MapView, by: number, max = maxZoom): MapView | null {
  const zoom = view.zoom + by
  return zoom < 1 || zoom > max ? null : { ...view, zoom }
}

export const viewAround = (point: Point, zoom: number, max = maxZoom): MapView => centeredAt(point, Math.min(zoom, max))

/** A pin takes so much of the map's width: it is 24 px wide, and this 25 on the narrowest phone. */
const pinWidth = 0.09

/** Closer than this, in units of the map, two pins would overlap. */
export const apartAt = (zoom: number): number => (pinWidth * world.width) / 2 ** (zoom - 1)

/** Where places so far from one another are two pins; `null`: nowhere. */
export function zoomWhereApart(away: number, max = maxZoom): number | null {
  const zooms = Array.from({ length: max }, (_none, n) => n + 1)
  return zooms.find((zoom) => away >= apartAt(zoom)) ?? null
}
