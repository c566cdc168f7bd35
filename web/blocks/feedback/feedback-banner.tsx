import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { BannerTimer, TimerClock } from './banner-timer.ts'
import { startBannerTimer } from './banner-timer.ts'
import { banner } from './feedback-state.ts'
import type { FeedbackSent } from '../../data/reports/outgoing.ts'

const ownClock: TimerClock = {
  start: (run, ms) => window.setTimeout(run, ms),
  stop: (timer) => window.clearTimeout(Number(timer)),
}

const words: Readonly<Record<FeedbackSent, string>> = {
  sent: 'Thank you. Your feedback has been sent.',
  queued: 'Thank you. Your feedback is saved on this device and will be sent when you’re back online.',
  'in-memory': 'Thank you. Keep this tab open: your feedback will be sent when you’re back online.',
}

/** Says that it went, politely. Its region is there before its words, so that they are heard. */
export function FeedbackBanner({ clock = ownClock }: { readonly clock?: TimerClock }) {
  const sent = useSyncExternalStore(banner.subscribe, banner.get)
  const timer = useRef<BannerTimer | null>(null)
  const held = useRef({ byPointer: false, byFocus: false })
  useEffect(() => {
    if (sent === null) return
    held.current = { byPointer: false, byFocus: false }
    const running = startBannerTimer(clock, () => banner.set(null))
    timer.current = running
    return () => running.stop()
  }, [sent, clock])
  const hold = (change: Partial<typeof held.current>) => {
    held.current = { ...held.current, ...change }
    timer.current?.hold(held.current.byPointer || held.current.byFocus)
  }
  return (
    <div className="fb-banner-place" role="status">
      {sent === null ? null : (
        <button
          type="button"
          className="fb-banner"
          data-sent={sent}
          title="Hide"
          onClick={() => banner.set(null)}
          onPointerEnter={() => hold({ byPointer: true })}
          onPointerLeave={() => hold({ byPointer: false })}
          onFocus={() => hold({ byFocus: true })}
          onBlur={() => hold({ byFocus: false })}
        >
          {words[sent]}
        </button>
      )}
    </div>
  )
}
