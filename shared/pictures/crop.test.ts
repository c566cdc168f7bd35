import { expect, test } from 'vitest'
import { fc } from '../testing/properties.ts'
import { Crop, frameOf, middleCrop, movedCrop, sizedCrop, squareRatio, wholePicture } from './crop.ts'

test.each([
  ['a square one, from its top', { width: 1000, height: 1000 }, wholePicture, { x: 0, y: 0, width: 1000, height: 500 }],
  ['a wide one, as high as it is', { width: 3000, height: 1000 }, wholePicture, { x: 0, y: 0, width: 2000, height: 1000 }],
  ['a part', { width: 1000, height: 800 }, { x: 10, y: 25, width: 50 }, { x: 100, y: 200, width: 500, height: 250 }],
  ['a part past the edges', { width: 1000, height: 800 }, { x: 90, y: 90, width: 50 }, { x: 500, y: 550, width: 500, height: 250 }],
])('of a picture the frame has %s', (_what, size, crop, frame) => {
  expect(frameOf(size, crop)).toEqual(frame)
})

test('wherever a frame is moved and however it is sized, it stays within its picture and can be stored', () => {
  const side = fc.integer({ min: 1, max: 4000 })
  const by = fc.integer({ min: -5000, max: 5000 })
  const crops = fc.record({ x: fc.nat(100), y: fc.nat(100), width: fc.integer({ min: 10, max: 100 }) })
  fc.assert(
    fc.property(fc.record({ width: side, height: side }), crops, by, by, fc.integer({ min: -50, max: 200 }), (size, crop, x, y, width) => {
      for (const made of [movedCrop(size, crop, { x, y }), sizedCrop(size, crop, width)]) {
        expect(Crop.safeParse(made).success).toBe(true)
        const frame = frameOf(size, made)
        expect(frame.x + frame.width).toBeLessThanOrEqual(size.width + 1)
        expect(frame.y + frame.height).toBeLessThanOrEqual(size.height + 1)
      }
    }),
  )
})

test('a frame moves by what it is moved, up to the edge', () => {
  const [size, crop] = [
    { width: 1000, height: 1000 },
    { x: 0, y: 0, width: 50 },
  ]
  expect(movedCrop(size, crop, { x: 200, y: 100 })).toEqual({ x: 20, y: 10, width: 50 })
  expect(movedCrop(size, crop, { x: 2000, y: -5 })).toEqual({ x: 50, y: 0, width: 50 })
  expect(sizedCrop(size, { x: 60, y: 0, width: 30 }, 80)).toEqual({ x: 20, y: 0, width: 80 })
})

test('a square begins in the middle, as large as it can be, and stays a square', () => {
  expect(middleCrop({ width: 1000, height: 600 }, squareRatio)).toEqual({ x: 20, y: 0, width: 60 })
  expect(middleCrop({ width: 600, height: 1000 }, squareRatio)).toEqual({ x: 0, y: 20, width: 100 })
  expect(frameOf({ width: 1000, height: 600 }, { x: 20, y: 0, width: 60 }, squareRatio)).toEqual({ x: 200, y: 0, width: 600, height: 600 })
  expect(sizedCrop({ width: 1000, height: 600 }, { x: 60, y: 0, width: 20 }, 90, squareRatio)).toEqual({ x: 40, y: 0, width: 60 })
})
