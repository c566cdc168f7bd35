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
  kind: 'That is no picture this site can show. It takes PNG, JPEG, WebP, GIF and AVIF.',
  svg: 'SVG drawings can carry scripts, so they are not taken. Save it as a PNG and choose that.',
  heic: 'This is a HEIC photo, which most browsers cannot show. Save or share it as a JPEG and choose that.',
  bytes: `That picture is too large: at most ${megabytes} MB.`,
  pixels: `That picture has too many points: at most ${megapixels} million (width times height).`,
  wholePixels: `That picture is of a kind that takes much time and memory to read: at most ${megaOf(pictureLimits.wholePixels)} million points, ${megaOf(pictureLimits.avifPixels)} million of an AVIF. Save it as a plain JPEG, with up to ${megapixels} million, and choose that.`,
  broken: 'That picture cannot be read. It may be damaged, or only part of it may be there.',
  removed: 'This very picture was taken off the site by a moderator.',
  taken: 'Another picture stands at its address already. Choose it again.',
  right: 'Adding pictures is not open to this account.',
  quota: 'These are as many pictures as one may add in a day. It goes on by itself when there is room again.',
  none: 'Nothing was found in that file.',
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
