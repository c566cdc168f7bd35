/**
 * Puts a picture and its boxes together, for the eye and for the report by the same strokes. What
 * is hidden is painted over the picture's own pixels, last and opaque, in whole pixels: whatever is
 * read out of the result, what lay there is not in it.
 */
import type { Box, Size } from './boxes.ts'
import { wholePixels } from './boxes.ts'

const veil = '#00000059'
const edge = '#f2a900'
const edgeUnder = '#1b1a17'
const hidden = '#000000'

export function paint(target: HTMLCanvasElement, picture: HTMLCanvasElement, boxes: readonly Box[]): void {
  const context = contextOf(target, picture)
  context.drawImage(picture, 0, 0)
  const highlights = boxes.filter(({ kind }) => kind === 'highlight').map(wholePixels)
  if (highlights.length > 0) {
    context.fillStyle = veil
    context.fillRect(0, 0, picture.width, picture.height)
    for (const { x, y, width, height } of highlights)
      if (width > 0 && height > 0) context.drawImage(picture, x, y, width, height, x, y, width, height)
    const line = Math.max(2, Math.round(Math.max(picture.width, picture.height) / 400))
    for (const { x, y, width, height } of highlights) {
      // Two lines, so that the edge is seen on any ground.
      context.strokeStyle = edgeUnder
      context.lineWidth = line + 2
      context.strokeRect(x, y, width, height)
      context.strokeStyle = edge
      context.lineWidth = line
      context.strokeRect(x, y, width, height)
    }
  }
  context.fillStyle = hidden
  for (const { x, y, width, height } of boxes.filter(({ kind }) => kind === 'hide').map(wholePixels)) context.fillRect(x, y, width, height)
}

/** The picture as it is sent. @throws Error when the browser cannot encode it. */
export async function encoded(picture: HTMLCanvasElement, boxes: readonly Box[]): Promise<Uint8Array> {
  const target = document.createElement('canvas')
  paint(target, picture, boxes)
  const blob = await new Promise<Blob | null>((resolve) => target.toBlob(resolve, 'image/png'))
  target.width = target.height = 0
  if (blob === null) throw new Error('Your browser couldn’t save the screenshot.')
  return new Uint8Array(await blob.arrayBuffer())
}

function contextOf(target: HTMLCanvasElement, { width, height }: Size): CanvasRenderingContext2D {
  if (target.width !== width) target.width = width
  if (target.height !== height) target.height = height
  const context = target.getContext('2d', { alpha: false })
  if (context === null) throw new Error('Your browser couldn’t draw the screenshot.')
  return context
}
