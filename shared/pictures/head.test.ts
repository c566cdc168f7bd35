import { expect, test } from 'vitest'
import { kindOf, pictureHead } from './head.ts'

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((letter) => letter.charCodeAt(0)) : [...part])))
const u32 = (n: number): readonly number[] => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255]
const zeros = (n: number): readonly number[] => Array.from({ length: n }, () => 0)

const png = (width: number, height: number, ...more: readonly (string | readonly number[])[]) =>
  bytes([0x89], 'PNG\r\n', [0x1a, 0x0a], u32(13), 'IHDR', u32(width), u32(height), zeros(9), ...more, u32(10), 'IDAT', zeros(20))
const gifFrame = [0x2c, 0, 0, 0, 0, 4, 0, 3, 0, 0, 2, 2, 1, 1, 0]
const gif = (...frames: readonly (readonly number[])[]) =>
  bytes('GIF89a', [4, 0, 3, 0, 0, 0, 0], [0x21, 0xf9, 4, 0, 0, 0, 0, 0], ...frames, [0x3b])
const frame = (marker: number) => [0xff, marker, 0, 17, 8, 0, 200, 1, 44, 3, ...zeros(9)]
const scan = (colours: number) => [0xff, 0xda, 0, 12, colours, ...zeros(9)]
const jpeg = (...segments: readonly (readonly number[])[]) => bytes([0xff, 0xd8], ...segments, zeros(20))
const note = [0xff, 0xe1, 0, 10, 0xff, 0xc0, 1, 2, 3, 4, 5, 6]

test.each([
  ['a PNG', png(300, 200), { kind: 'png', width: 300, height: 200, isMoving: false, isWhole: false }],
  ['a PNG that moves', png(300, 200, u32(8), 'acTL', zeros(12)), { kind: 'png', width: 300, height: 200, isMoving: true, isWhole: false }],
  ['a GIF', gif(gifFrame), { kind: 'gif', width: 4, height: 3, isMoving: false, isWhole: true }],
  ['a GIF that moves', gif(gifFrame, gifFrame), { kind: 'gif', width: 4, height: 3, isMoving: true, isWhole: true }],
  ['a JPEG', jpeg(frame(0xc0), note, scan(3)), { kind: 'jpeg', width: 300, height: 200, isMoving: false, isWhole: false }],
  [
    'a progressive JPEG behind notes that look like a frame',
    jpeg(note, note, [0xff], frame(0xc2), scan(3)),
    { kind: 'jpeg', width: 300, height: 200, isMoving: false, isWhole: true },
  ],
  [
    'a lossy WebP',
    bytes('RIFF', zeros(4), 'WEBPVP8 ', zeros(10), [44, 0x41, 200, 0], zeros(4)),
    { kind: 'webp', width: 300, height: 200, isMoving: false, isWhole: false },
  ],
  [
    'an exact WebP',
    bytes('RIFF', zeros(4), 'WEBPVP8L', zeros(4), [0x2f, 0x2b, 0xc1, 0x31, 0], zeros(8)),
    { kind: 'webp', width: 300, height: 200, isMoving: false, isWhole: true },
  ],
  [
    'a WebP that moves',
    bytes('RIFF', zeros(4), 'WEBPVP8X', zeros(4), [2, 0, 0, 0], [43, 1, 0], [199, 0, 0]),
    { kind: 'webp', width: 300, height: 200, isMoving: true, isWhole: true },
  ],
  [
    'an AVIF of tiles',
    bytes(
      u32(20),
      'ftypavif',
      zeros(4),
      'mif1',
      zeros(8),
      'ispe',
      zeros(4),
      u32(100),
      u32(100),
      'ispe',
      zeros(4),
      u32(300),
      u32(200),
      zeros(20),
    ),
    { kind: 'avif', width: 300, height: 200, isMoving: false, isWhole: true },
  ],
  [
    'a long WebP that is lossy behind its colours',
    bytes(
      'RIFF',
      zeros(4),
      'WEBPVP8X',
      [10, 0, 0, 0],
      [0x20, 0, 0, 0],
      [43, 1, 0],
      [199, 0, 0],
      'ICCP',
      [3, 0, 0, 0],
      zeros(4),
      'VP8 ',
      zeros(9),
    ),
    { kind: 'webp', width: 300, height: 200, isMoving: false, isWhole: false },
  ],
  [
    'a plain JPEG with a scan for each colour',
    jpeg(frame(0xc0), scan(1)),
    { kind: 'jpeg', width: 300, height: 200, isMoving: false, isWhole: true },
  ],
])('%s says its kind, its size, and whether it is decoded whole', (_what, file, expected) => {
  expect(pictureHead(file)).toEqual(expected)
})

test.each([
  ['a drawing', bytes('<?xml version="1.0"?>\n<svg width="1">'), 'svg'],
  ['a drawing with a declaration', bytes('<!DOCTYPE svg PUBLIC "x">'), 'svg'],
  ['a phone’s photo', bytes(u32(24), 'ftypheic', zeros(4), 'mif1heic'), 'heic'],
  ['a film', bytes(u32(24), 'ftypisom', zeros(4), 'isommp42'), null],
  ['a page', bytes('<!doctype html><p>'), null],
  ['words', bytes('svg'), null],
  ['nothing', new Uint8Array(), null],
])('%s is no picture we take', (_what, file, kind) => {
  expect([kindOf(file), pictureHead(file)]).toEqual([kind, null])
})

test('a file that is cut anywhere, or full of lies, is unknown and never an endless walk', () => {
  for (const whole of [png(300, 200), gif(gifFrame, gifFrame), jpeg(note, frame(0xc0))])
    for (let length = 0; length < whole.length; length += 1) {
      const head = pictureHead(whole.subarray(0, length))
      if (head !== null) expect([head.width, head.height].every((side) => side > 0 && side <= 300)).toBe(true)
    }
  expect(pictureHead(png(0, 200))).toBeNull()
  expect(pictureHead(jpeg([0xff, 0xe1, 0, 0]))).toBeNull()
  expect(
    pictureHead(
      bytes(
        [0xff, 0xd8],
        Array.from({ length: 5_000 }, () => 0xff),
      ),
    ),
  ).toBeNull()
  expect(pictureHead(bytes('GIF89a', [4, 0, 3, 0, 0, 0, 0], [0x21, 0xf9, ...Array.from({ length: 5_000 }, () => 255)]))).not.toBeNull()
})
