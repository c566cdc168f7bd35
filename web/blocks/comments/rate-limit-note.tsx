import { useEffect, useState } from 'react'
import type { Reason } from '#shared/kernel/verdict.ts'
import { Notice } from '../../ui/notice.tsx'
import { reasonWords, waitWords } from '../wording.ts'
import { minuteMs } from '#shared/kernel/durations.ts'

interface RateLimitNoteProps {
  readonly leftMs: number
  readonly reason: Reason | null
  /** Longer than a device's queue is paced: nothing can be sent off now. */
  readonly isRefused: boolean
  /** The time is up. */
  readonly onOver: () => void
}

/** That one may not comment yet, when one may, and why; until one may. */
export function RateLimitNote({ leftMs, reason, isRefused, onOver }: RateLimitNoteProps) {
  const left = useLeft(leftMs)
  useEffect(() => {
    if (left === 0) onOver()
  }, [left, onOver])
  if (left === 0) return <Notice>You can comment here again.</Notice>
  return (
    <Notice>
      {reason === null ? null : `${reasonWords[reason]} `}
      You can comment here {waitWords(left)}. {isRefused ? 'Your text is kept until then.' : 'Comments you send now will be posted then.'}
    </Notice>
  )
}

/**
 * ms, fewer with each minute that its words name; 0 at the end. A device that slept knows how late
 * it is when it wakes.
 */
function useLeft(leftMs: number): number {
  const [left, setLeft] = useState(leftMs)
  useEffect(() => {
    const endsAt = Date.now() + leftMs
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = (): void => {
      const now = Math.max(0, endsAt - Date.now())
      setLeft(now)
      // Words are rounded up to whole minutes: they change where one is over.
      if (now > 0) timer = setTimeout(look, now % minuteMs === 0 ? minuteMs : now % minuteMs)
    }
    look()
    return () => clearTimeout(timer)
  }, [leftMs])
  return left
}
