import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { defineMutation, parseArgs, upcastArgs } from './mutation.ts'
import { AppError } from './errors.ts'

const rename = defineMutation({
  name: 'test.rename',
  version: 3,
  args: z.strictObject({ name: z.string(), lang: z.string() }),
  upcasts: {
    1: (args) => ({ name: (args as { title: string }).title }),
    2: (args) => ({ ...(args as { name: string }), lang: 'en' }),
  },
  run: async () => {},
})
const any = rename as unknown as Parameters<typeof upcastArgs>[0]

test('arguments of two versions back arrive in the form of today', () => {
  expect(parseArgs(rename, upcastArgs(any, 1, { title: 'Tides' }))).toEqual({ name: 'Tides', lang: 'en' })
  expect(parseArgs(rename, upcastArgs(any, 2, { name: 'Tides' }))).toEqual({ name: 'Tides', lang: 'en' })
  expect(upcastArgs(any, 3, { name: 'Tides', lang: 'de' })).toEqual({ name: 'Tides', lang: 'de' })
})

test.each([0, 4, 1_000])('version %i, which nobody knows a way from, is refused as outdated', (version) => {
  expect(() => upcastArgs(any, version, {})).toThrow(AppError)
  expect(() => upcastArgs(any, version, {})).toThrow(/outdated|no way/u)
})
