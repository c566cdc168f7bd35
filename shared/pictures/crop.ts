/** Which part of a picture is shown: shares, so that they hold for every width of it. */
import * as z from 'zod/mini'

/** Of the gallery's frame: twice as wide as high. */
export const frameRatio = 2
/** Of a member's picture. */
export const squareRatio = 1

const percent = z.int().check(z.minimum(0), z.maximum(100))

/**
 * In whole percent: where the frame begins, of the picture's width and height, and how wide it is.
 */
export const Crop = z.object({ x: percent, y: percent, width: z.int().check(z.minimum(10), z.maximum(100)) })
export type Crop = z.infer<typeof Crop>

export const wholePicture: Crop = { x: 0, y: 0, width: 100 }

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Frame extends Size {
  readonly x: number
  readonly y: number
}

/**
 * In pixels of the picture. A frame that would reach past an edge stands at it, or is smaller.
 * @param ratio how many times as wide as high the frame is
 */
export function frameOf({ width, height }: Size, crop: Crop, ratio: number = frameRatio): Frame {
  const wide = Math.min((width * crop.width) / 100, width, height * ratio)
  const high = wide / ratio
  const [x, y] = [Math.min((width * crop.x) / 100, width - wide), Math.min((height * crop.y) / 100, height - high)]
  return { x: Math.max(0, Math.round(x)), y: Math.max(0, Math.round(y)), width: Math.round(wide), height: Math.round(high) }
}

/** Moved by these pixels of the picture, as far as its edges let it. */
export function movedCrop(size: Size, crop: Crop, by: { readonly x: number; readonly y: number }, ratio: number = frameRatio): Crop {
  const frame = frameOf(size, crop, ratio)
  const share = (at: number, length: number, room: number): number =>
    room <= 0 ? 0 : Math.min(Math.floor((100 * room) / length), Math.max(0, Math.round((100 * at) / length)))
  return {
    ...crop,
    x: share(frame.x + by.x, size.width, size.width - frame.width),
    y: share(frame.y + by.y, size.height, size.height - frame.height),
  }
}

/** With another width, no wider than the picture lets it be. */
export function sizedCrop(size: Size, crop: Crop, width: number, ratio: number = frameRatio): Crop {
  const widest = Math.floor(Math.min(100, (100 * size.height * ratio) / size.width))
  const sized = { ...crop, width: Math.max(Math.min(10, widest), Math.min(widest, Math.round(width))) }
  return movedCrop(size, { ...sized, width: Math.max(10, sized.width) }, { x: 0, y: 0 }, ratio)
}

/** Its middle, as large as it can be. */
export function middleCrop(size: Size, ratio: number): Crop {
  const whole = sizedCrop(size, wholePicture, 100, ratio)
  const frame = frameOf(size, whole, ratio)
  return movedCrop(size, whole, { x: (size.width - frame.width) / 2, y: (size.height - frame.height) / 2 }, ratio)
}
