import { startTransition, useEffect, useState } from 'react'

const everyMs = 60_000

/** The page's one clock; it starts with its first follower. */
const clock = {
  followers: new Set<(now: number) => void>(),
  timer: undefined as ReturnType<typeof setInterval> | undefined,
  isTelling: false,
}

/**
 * ms since 1970, new each minute; `null` on the server and until the page has come alive, so that
 * both sides draw the same.
 */
export function useNow(): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    clock.followers.add(setNow)
    clock.timer ??= setInterval(tell, everyMs)
    notifySoon()
    return () => {
      clock.followers.delete(setNow)
    }
  }, [])
  return now
}

/** In a task of its own, after the drawing that the effects belong to. */
function notifySoon(): void {
  if (clock.isTelling) return
  clock.isTelling = true
  setTimeout(() => {
    clock.isTelling = false
    tell()
  })
}

/** All together and without haste: a thousand times on a page must not hold up a click. */
function tell(): void {
  const now = Date.now()
  startTransition(() => {
    for (const follow of clock.followers) follow(now)
  })
}
