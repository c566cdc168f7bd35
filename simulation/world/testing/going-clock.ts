import { Clockwork, settled } from '../clockwork.ts'

/** A clock whose time goes by itself, for tests that are not runs. */
export function goingClock(): { readonly clockwork: Clockwork; stop(): void } {
  const clockwork = new Clockwork(0)
  let isOver = false
  void (async () => {
    while (!isOver) {
      await clockwork.runUntil(clockwork.now + 10, () => undefined)
      await settled()
    }
  })()
  return { clockwork, stop: () => (isOver = true) }
}
