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

/**
 * The picture as it is sent, in at most `most` bytes: with fewer pixels where it would be more.
 * What is hidden is painted over before anything is made smaller.
 * @throws Error when the browser cannot encode it.
 */
export async function encoded(picture: HTMLCanvasElement, boxes: readonly Box[], most: number): Promise<Uint8Array> {
  const whole = document.createElement('canvas')
  paint(whole, picture, boxes)
  let bytes = await png(whole)
  for (let scale = 1; bytes.length > most && scale > 1 / 64; bytes = await png(resized(whole, scale)))
    // Somewhat smaller than it should take: fine detail costs more than its share.
    scale *= Math.min(0.95 * Math.sqrt(most / bytes.length), 0.9)
  whole.width = whole.height = 0
  return bytes
}

function resized(picture: HTMLCanvasElement, scale: number): HTMLCanvasElement {
  const target = document.createElement('canvas')
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  contextOf(target, { width, height }).drawImage(picture, 0, 0, width, height)
  return target
}

async function png(picture: HTMLCanvasElement): Promise<Uint8Array> {
  const blob = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, 'image/png'))
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
