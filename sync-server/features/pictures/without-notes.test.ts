import { describe, expect, test } from 'vitest'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { withoutNotes } from '#shared/pictures/without-notes.ts'

/** By a decoder, which the function itself is without. */
const notes = {
  IFD0: { Copyright: 'SECRET-NAME', ImageDescription: 'SECRET-WORDS' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
}
const square = () => sharp({ create: { width: 40, height: 24, channels: 3, background: { r: 200, g: 30, b: 90 } } })
const bytesOf = async (picture: Sharp): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await picture.toBuffer())
const points = async (bytes: Uint8Array): Promise<string> => (await sharp(bytes).raw().toBuffer()).toString('base64')

describe.each(['jpeg', 'png', 'webp'] as const)('%s', (kind) => {
  test('loses its notes and none of its points', async () => {
    const sent = await bytesOf(square().withExif(notes).toFormat(kind))
    expect(Buffer.from(sent).includes('SECRET')).toBe(true)
    const bare = withoutNotes(sent)
    if (bare === null) throw new Error('not understood')
    expect(Buffer.from(bare).includes('SECRET')).toBe(false)
    expect((await sharp(bare).metadata()).exif).toBeUndefined()
    expect(await points(bare)).toBe(await points(sent))
    expect(bare.length).toBeLessThan(sent.length)
    // Once more changes nothing.
    expect(withoutNotes(bare)).toEqual(bare)
  })

  test('what stands behind its end goes too, and half of it is not understood', async () => {
    const sent = await bytesOf(square().toFormat(kind))
    const more = new Uint8Array([...sent, ...Buffer.from('SECRET behind the end')])
    const bare = withoutNotes(more)
    expect(bare !== null && Buffer.from(bare).includes('SECRET')).toBe(false)
    expect(withoutNotes(sent.slice(0, sent.length - 9))).toBeNull()
  })
})

test('a photo stays turned as the camera held it', async () => {
  const sent = await bytesOf(square().withExif(notes).withMetadata({ orientation: 6 }).jpeg())
  const bare = withoutNotes(sent)
  expect(bare !== null && (await sharp(bare).metadata()).orientation).toBe(6)
  const png = await bytesOf(square().withMetadata({ orientation: 6 }).png())
  expect(withoutNotes(png)).toBeNull()
})

test('a progressive photo keeps all its passes, and a colour profile stays', async () => {
  const sent = await bytesOf(square().withIccProfile('p3').jpeg({ progressive: true }))
  const bare = withoutNotes(sent)
  if (bare === null) throw new Error('not understood')
  expect((await sharp(bare).metadata()).icc).toEqual((await sharp(sent).metadata()).icc)
  expect(await points(bare)).toBe(await points(sent))
})

test('a GIF loses what is said in it', async () => {
  const sent = await bytesOf(square().gif())
  const comment = Buffer.from([0x21, 0xfe, 6, ...Buffer.from('SECRET'), 0])
  const start = 13 + (((sent[10] ?? 0) & 0x80) === 0 ? 0 : 3 * 2 ** (((sent[10] ?? 0) & 7) + 1))
  const said = new Uint8Array([...sent.slice(0, start), ...comment, ...sent.slice(start)])
  const bare = withoutNotes(said)
  if (bare === null) throw new Error('not understood')
  expect(Buffer.from(bare).includes('SECRET')).toBe(false)
  expect(await points(bare)).toBe(await points(sent))
})

test.each([
  ['nothing', []],
  ['the beginning of a JPEG', [0xff, 0xd8, 0xff]],
  ['a segment that is longer than the file', [0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff]],
  ['a segment of no length', [0xff, 0xd8, 0xff, 0xe1, 0, 0, 0, 0]],
])('%s is not understood, and ends', (_what, bytes) => {
  expect(withoutNotes(new Uint8Array(bytes))).toBeNull()
})
