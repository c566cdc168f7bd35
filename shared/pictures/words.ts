import { pictureLimits } from './limits.ts'

/**
 * Why a picture is not taken. The server says the same names in the field of its refusal, as
 * `picture.kind`.
 */
export const pictureFaults = [
  'kind',
  'svg',
  'heic',
  'bytes',
  'onTheWay',
  'pixels',
  'wholePixels',
  'broken',
  'removed',
  'taken',
  'right',
  'quota',
  'none',
] as const
export type PictureFault = (typeof pictureFaults)[number]

const megabytes = pictureLimits.bytes / 1_000_000
const megaOf = (points: number): number => points / 1_000_000
const megapixels = megaOf(pictureLimits.pixels)

/** A sentence for people: what is wrong, and what can be done. */
export const pictureWords: Readonly<Record<PictureFault, string>> = {
  kind: 'This picture format isn’t supported. Use PNG, JPEG, WebP, GIF or AVIF.',
  svg: 'SVG isn’t supported because it can contain scripts. Save it as a PNG and choose that.',
  heic: 'HEIC isn’t supported by most browsers. Save it as a JPEG and choose that.',
  bytes: `That picture is too large: the limit is ${megabytes} MB.`,
  onTheWay: 'A server between this device and the site refused that picture as too large. Make it smaller and choose it again.',
  pixels: `That picture has too many pixels: the limit is ${megapixels} million (width times height).`,
  wholePixels: `That picture format is slow to read: the limit is ${megaOf(pictureLimits.wholePixels)} million pixels, ${megaOf(pictureLimits.avifPixels)} million of an AVIF. Save it as a plain JPEG, with up to ${megapixels} million, and choose that.`,
  broken: 'That picture can’t be read. It may be damaged or incomplete.',
  removed: 'A moderator removed this picture from the site.',
  taken: 'Upload failed. Choose the picture again.',
  right: 'This account can’t add pictures.',
  quota: 'You’ve reached the daily limit for pictures. The upload will resume automatically.',
  none: 'That file is empty.',
}

export function isPictureFault(name: string): name is PictureFault {
  return (pictureFaults as readonly string[]).includes(name)
}

/** The field that a refusal names, and back. */
export const faultField = (fault: PictureFault): string => `picture.${fault}`

export function faultOfField(field: string | null): PictureFault | null {
  const name = field?.startsWith('picture.') === true ? field.slice('picture.'.length) : ''
  return isPictureFault(name) ? name : null
}
