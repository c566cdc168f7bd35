import { expect, test } from 'vitest'
import { figures } from './figures.ts'

test.each([
  ['feedback success banner', figures.bannerMs, 5 * 1_000],
  ['feedback message box', figures.messageRows, 5],
  ['offline event queue', figures.maxQueued, 30],
  ['first retry', figures.firstRetryMs, 5 * 1_000],
  ['longest retry', figures.longestRetryMs, 60 * 60 * 1_000],
  ['screenshot and replay canvas', figures.maxCanvasSide, 1_280],
  ['profiling, sample interval', figures.profileSampleMs, 10],
  ['profiling, at most', figures.longestProfileMs, 30 * 1_000],
  ['context lines around an error location', figures.contextLines, 7],
  ['feature-flag buffer', figures.maxFlags, 100],
  ['page prefetch freshness, static pages', figures.freshStaticMs, 300 * 1_000],
  ['page prefetch freshness, dynamic pages', figures.freshDynamicMs, 0],
])('%s is as specified', (_name, is, specified) => {
  expect(is).toBe(specified)
})
