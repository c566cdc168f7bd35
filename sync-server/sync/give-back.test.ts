import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { giveBackSoon } from './give-back.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

test('memory is given back once, some seconds after the start', () => {
  giveBackSoon()
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(4_000)
  expect(vi.getTimerCount()).toBe(0)
})

test('a server that is said to end soon computes nothing for it', () => {
  vi.stubEnv('GIVE_BACK', 'off')
  giveBackSoon()
  expect(vi.getTimerCount()).toBe(0)
})
