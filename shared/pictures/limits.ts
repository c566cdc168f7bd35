/** The figures of uploaded pictures, for both sides; help pages and refusals read them here. */
import { dayMs } from '../kernel/durations.ts'

export const pictureLimits = {
  /** Of one picture as it is sent. */
  bytes: 20_000_000,
  /** Width times height, read from its head before anything is decoded. */
  pixels: 64_000_000,
  /**
   * Of one that must be decoded whole (progressive JPEG, interlaced PNG, GIF, WebP that is exact or
   * see-through), and of an AVIF.
   */
  wholePixels: 16_000_000,
  avifPixels: 8_000_000,
  /** Wider ones are made narrower; the height follows. WebP ends at 16,383. */
  width: 2_400,
  height: 16_000,
  /** Of one comment. */
  inComment: 10,
  /** Of one account in 24 hours, refused ones included. */
  countPerDay: 200,
  bytesPerDay: 300_000_000,
  /**
   * One that no text has shown for so long is erased: a device that was away may still hold words
   * that do.
   */
  unusedMs: 30 * dayMs,
} as const

/** Narrower forms of a picture, kept where it is wider than they are. */
export const pictureWidths = [480, 960, 1_600] as const

/** What is kept of a picture of this size. */
export function storedSize(width: number, height: number): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, pictureLimits.width / width, pictureLimits.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

export function storedWidths(width: number): readonly number[] {
  return pictureWidths.filter((narrower) => narrower < width)
}
