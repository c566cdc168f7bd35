import { figures } from '#shared/reports/figures.ts'

export interface TimerClock {
  readonly start: (run: () => void, ms: number) => unknown
  readonly stop: (timer: unknown) => void
}

export interface BannerTimer {
  /** It is looked at, by a pointer or by the focus, or no more. */
  readonly hold: (isHeld: boolean) => void
  readonly stop: () => void
}

/**
 * Hides the banner once its time is over; while it is held it stays, and then has its whole time
 * again.
 */
export function startBannerTimer(clock: TimerClock, hide: () => void): BannerTimer {
  let timer: unknown = clock.start(hide, figures.bannerMs)
  return {
    hold(isHeld) {
      clock.stop(timer)
      if (!isHeld) timer = clock.start(hide, figures.bannerMs)
    },
    stop: () => clock.stop(timer),
  }
}
