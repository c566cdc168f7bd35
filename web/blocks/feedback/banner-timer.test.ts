import { expect, test } from 'vitest'
import type { TimerClock } from './banner-timer.ts'
import { startBannerTimer } from './banner-timer.ts'

function fakeClock(): TimerClock & { readonly pass: (ms: number) => void } {
  let now = 0
  let waiting: readonly { readonly run: () => void; readonly at: number }[] = []
  return {
    start(run, ms) {
      const timer = { run, at: now + ms }
      waiting = [...waiting, timer]
      return timer
    },
    stop: (timer) => void (waiting = waiting.filter((each) => each !== timer)),
    pass(ms) {
      now += ms
      const due = waiting.filter(({ at }) => at <= now)
      waiting = waiting.filter(({ at }) => at > now)
      for (const { run } of due) run()
    },
  }
}

function aBanner() {
  const clock = fakeClock()
  const banner = { isShown: true }
  return { clock, banner, timer: startBannerTimer(clock, () => (banner.isShown = false)) }
}

test('the banner hides itself after 5 seconds, not before', () => {
  const { clock, banner } = aBanner()
  clock.pass(4_999)
  expect(banner.isShown).toBe(true)
  clock.pass(1)
  expect(banner.isShown).toBe(false)
})

test('while it is held it stays, and afterwards it has its whole time', () => {
  const { clock, banner, timer } = aBanner()
  clock.pass(4_000)
  timer.hold(true)
  clock.pass(60_000)
  expect(banner.isShown).toBe(true)
  timer.hold(false)
  clock.pass(4_999)
  expect(banner.isShown).toBe(true)
  clock.pass(1)
  expect(banner.isShown).toBe(false)
})

test('stopped, it does nothing more', () => {
  const { clock, banner, timer } = aBanner()
  timer.stop()
  clock.pass(60_000)
  expect(banner.isShown).toBe(true)
})
