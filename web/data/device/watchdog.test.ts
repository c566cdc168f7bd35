import { expect, test } from 'vitest'
import { watched } from './watchdog.ts'

const tickMs = 1_000

/** A database call that only the test answers, watched on a clock that only the test moves. */
function watchedCall(ask: () => Promise<unknown> | undefined = () => undefined) {
  let now = 0
  let tick = () => {}
  let isWatching = true
  let questions = 0
  const { promise, resolve } = Promise.withResolvers<string>()
  const clock = {
    now: () => now,
    every: (_ms: number, work: () => void) => {
      tick = work
      return () => {
        isWatching = false
      }
    },
  }
  const counted = () => {
    questions += 1
    return ask()
  }
  const outcome = { value: 'waiting' }
  void watched(promise, tickMs, counted, clock).then(
    (value) => (outcome.value = value),
    (error: unknown) => (outcome.value = String((error as { readonly kind?: string }).kind)),
  )
  return {
    outcome: () => outcome.value,
    isWatching: () => isWatching,
    questions: () => questions,
    answer: async () => {
      resolve('answered')
      await settled()
    },
    /** So many ticks, each `ms` after the one before. */
    async ticks(count: number, ms = tickMs) {
      for (let n = 0; n < count && isWatching; n += 1) {
        now += ms
        tick()
        await settled()
      }
    },
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a database that answers is not stuck, and nothing watches it any longer', async () => {
  const call = watchedCall()
  await call.ticks(4)
  await call.answer()
  expect([call.outcome(), call.isWatching(), call.questions()]).toEqual(['answered', false, 0])
})

test('a database is stuck only after the browser was asked once and did not answer', async () => {
  const call = watchedCall(() => new Promise(() => {}))
  await call.ticks(4)
  expect(call.questions()).toBe(0)
  await call.ticks(2)
  expect([call.outcome(), call.questions()]).toEqual(['waiting', 1])
  await call.ticks(1)
  expect([call.outcome(), call.questions(), call.isWatching()]).toEqual(['stuck', 1, false])
})

test.each([
  ['a browser that cannot be asked', () => undefined],
  ['a question that fails', () => Promise.reject(new Error('no'))],
])('%s is not an answer', async (_name, ask) => {
  const call = watchedCall(ask)
  await call.ticks(7)
  expect(call.outcome()).toBe('stuck')
})

test('ticks that fire late say nothing of the database: a busy page, a hidden tab, a laptop that slept', async () => {
  const call = watchedCall()
  await call.ticks(500, 1.6 * tickMs)
  await call.ticks(4)
  await call.ticks(1, 36_000_000)
  expect([call.outcome(), call.questions()]).toEqual(['waiting', 0])
  await call.answer()
  expect(call.outcome()).toBe('answered')
})

test('late ticks between do not start the count again: a stuck database is found on a busy machine too', async () => {
  const call = watchedCall()
  for (let n = 0; n < 7; n += 1) {
    await call.ticks(1, 5 * tickMs)
    await call.ticks(1)
  }
  expect(call.outcome()).toBe('stuck')
})

test('a slow disk is waited for while the browser answers, but not for ever', async () => {
  const call = watchedCall(() => Promise.resolve([]))
  await call.ticks(14)
  expect([call.outcome(), call.questions()]).toEqual(['waiting', 2])
  await call.ticks(1)
  expect([call.outcome(), call.questions()]).toEqual(['stuck', 2])
})
