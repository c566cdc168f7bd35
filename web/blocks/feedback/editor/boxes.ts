/**
 * Rectangles over a picture, in the picture's own pixels. Nothing here knows a screen, but for its
 * pixels' size.
 */
export interface Box {
  readonly id: string
  readonly kind: BoxKind
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export type BoxKind = 'highlight' | 'hide'

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/**
 * `null` when a side is less than one pixel of the screen: a press without a drag. @param
 * screenPixel what one of them is in the picture.
 */
export function boxBetween(kind: BoxKind, id: string, from: Point, to: Point, picture: Size, screenPixel: number): Box | null {
  const [left, right] = sides(from.x, to.x, picture.width)
  const [top, bottom] = sides(from.y, to.y, picture.height)
  // Halves of a pixel get lost in the division by which the picture was laid on the screen.
  const least = screenPixel * (1 - 1e-6)
  if (right - left < least || bottom - top < least) return null
  return { id, kind, x: left, y: top, width: right - left, height: bottom - top }
}

/**
 * A third of the picture, in its middle: where a box begins that is moved by keyboard. Further ones
 * stand a little aside.
 */
export function boxInMiddle(kind: BoxKind, id: string, picture: Size, count: number): Box {
  const width = picture.width / 3
  const height = Math.min(picture.height / 3, width / 2)
  const aside = (count % 5) * 16
  return moved(
    { id, kind, x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height },
    { x: aside, y: aside },
    picture,
  )
}

/** Stays in the picture as a whole. */
export function moved(box: Box, by: Point, picture: Size): Box {
  return { ...box, x: clamp(box.x + by.x, 0, picture.width - box.width), y: clamp(box.y + by.y, 0, picture.height - box.height) }
}

/**
 * Its first corner stays where it is. @param least smallest side, so that it can still be seen and
 * taken hold of.
 */
export function sized(box: Box, by: Point, picture: Size, least: number): Box {
  return {
    ...box,
    width: clamp(box.width + by.x, Math.min(least, box.width), picture.width - box.x),
    height: clamp(box.height + by.y, Math.min(least, box.height), picture.height - box.y),
  }
}

/** Whole pixels that cover the box: half a hidden pixel would still tell something. */
export function wholePixels({ x, y, width, height }: Omit<Box, 'id' | 'kind'>): { readonly x: number; readonly y: number } & Size {
  const left = Math.floor(x)
  const top = Math.floor(y)
  return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top }
}

export const nameOfBox = (box: Box, boxes: readonly Box[]): string => {
  const alike = boxes.filter(({ kind }) => kind === box.kind)
  return `${box.kind === 'hide' ? 'Hidden part' : 'Highlight'} ${alike.indexOf(box) + 1}`
}

/** In parts of the picture: nobody counts its pixels. */
export function placeOfBox({ x, y, width, height }: Box, picture: Size): string {
  const part = (value: number, of: number) => `${Math.round((100 * value) / of)}%`
  return `${part(width, picture.width)} wide, ${part(height, picture.height)} high, ${part(x, picture.width)} from the left, ${part(y, picture.height)} from the top`
}

/** The largest size of the same shape with no side longer than `most`; never larger than it is. */
export function fitted({ width, height }: Size, most: number): Size {
  const scale = Math.min(1, most / width, most / height)
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), Math.max(least, most))

function sides(a: number, b: number, most: number): readonly [number, number] {
  return [clamp(Math.min(a, b), 0, most), clamp(Math.max(a, b), 0, most)]
}
