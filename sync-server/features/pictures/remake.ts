/**
 * Makes of a file that somebody sent the pictures that are kept: decoded, turned as the camera held
 * it, brought to sRGB, written anew as WebP in several widths. Nothing of the file itself survives:
 * no place names, no names of people, no code hidden in or behind it. Runs in a process of its own
 * (picture-process.ts). Only decoders of the five kinds are open; a moving picture gives its first
 * frame, for readers could not stop it (WCAG 2.2.2).
 */
import { createHash } from 'node:crypto'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import type { PictureFault } from '#shared/pictures/words.ts'
import type { PictureKind } from '#shared/pictures/schema.ts'
import { storedSize, storedWidths, pictureLimits } from '#shared/pictures/limits.ts'

export interface Asked {
  readonly path: string
  /** By its first bytes. */
  readonly kind: PictureKind
  /** Where the made files go: `WIDTH.webp` each. */
  readonly folder: string
}

export interface Made {
  readonly width: number
  readonly height: number
  /** Of the widest. */
  readonly sha256: string
  /** Widest first. */
  readonly files: readonly { readonly width: number; readonly path: string }[]
}

/** `busy`: the time ran out because others had the processor, and may be enough another time. */
export type Answered = { readonly made: Made } | { readonly fault: PictureFault } | 'busy'

const decoders = [
  'VipsForeignLoadPngFile',
  'VipsForeignLoadJpegFile',
  'VipsForeignLoadWebpFile',
  'VipsForeignLoadNsgifFile',
  'VipsForeignLoadHeifFile',
]
/** What our kinds are called by the decoder. */
const formats: Readonly<Record<PictureKind, string>> = { png: 'png', jpeg: 'jpeg', webp: 'webp', gif: 'gif', avif: 'heif' }
const secondsAtMost = 15
/** Drawings and screenshots stay as sharp as they came, unless that costs much more. */
const losslessUpTo = 1.25
const losslessPixels = 6_000_000

export function prepareDecoders(): void {
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: decoders })
}

export async function remake({ path, kind, folder }: Asked): Promise<Answered> {
  const before = process.cpuUsage()
  const input = () =>
    sharp(path, { limitInputPixels: pictureLimits.pixels, failOn: 'error', autoOrient: true, pages: 1 }).timeout({ seconds: secondsAtMost })
  try {
    const about = await input().metadata()
    const isWanted = about.format === formats[kind] && (kind !== 'avif' || about.compression === 'av1')
    if (!isWanted) return { fault: 'kind' }
    // To turn one that is read row by row, all rows must be there; of a JPEG they are made fewer
    // while it is read.
    const isTurned = kind !== 'jpeg' && (about.orientation ?? 1) !== 1
    if (isTurned && about.width * about.height > pictureLimits.wholePixels) return { fault: 'wholePixels' }
    const shown = about.autoOrient
    const size = storedSize(shown.width, shown.height)
    // Once at the widest, from which the others are made: the file is decoded a single time, and
    // may be large.
    const { data, info } = await input()
      .toColourspace('srgb')
      .resize({ width: size.width, height: size.height, fit: 'fill', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { raw: { width: info.width, height: info.height, channels: info.channels } }
    const full = await widest(() => sharp(data, raw).timeout({ seconds: secondsAtMost }), kind, info.width * info.height)
    const files: { width: number; path: string }[] = []
    const keep = async (width: number, bytes: Uint8Array): Promise<void> => {
      const file = join(folder, `${width}.webp`)
      await writeFile(file, bytes)
      files.push({ width, path: file })
    }
    await keep(info.width, full)
    for (const width of storedWidths(info.width).toReversed())
      await keep(
        width,
        await sharp(data, raw).timeout({ seconds: secondsAtMost }).resize({ width }).webp({ quality: 80, smartSubsample: true }).toBuffer(),
      )
    const sha256 = createHash('sha256').update(full).digest('hex')
    return { made: { width: info.width, height: info.height, sha256, files } }
  } catch (error) {
    if ((await stat(path).catch(() => null)) === null) throw error
    const words = error instanceof Error ? error.message : ''
    if (/timeout/iu.test(words)) return secondsSince(before) < secondsAtMost / 2 ? 'busy' : { fault: 'wholePixels' }
    return { fault: /pixel limit/iu.test(words) ? 'pixels' : 'broken' }
  }
}

/** Of the processor, all threads together. */
function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000_000
}

async function widest(picture: () => Sharp, kind: PictureKind, pixels: number): Promise<Uint8Array> {
  const small = await picture().webp({ quality: 82, smartSubsample: true }).toBuffer()
  const isDrawing = (kind === 'png' || kind === 'gif') && pixels <= losslessPixels
  if (!isDrawing) return small
  const exact = await picture().webp({ lossless: true, effort: 3 }).toBuffer()
  return exact.length <= small.length * losslessUpTo ? exact : small
}
