/**
 * Tells the server that a page shows a conversation and that its reader types there, and hears who
 * else does: over a line of its own, open only while the page is in sight and there is a network.
 * Nothing waits for it and nothing is lost with it: where it cannot be had, nobody is shown.
 */
import type { Present, Typing } from '#shared/messages/presence.ts'
import { isFinalEnd, parsePeople, presenceLimits, presencePath } from '#shared/messages/presence.ts'
import { retryPause } from '#shared/sync/rate-limit.ts'

/** A conversation that was begun on this device a moment ago is not at the server yet. */
const finalTries = 6

export interface PresenceLine {
  /** A key was pressed. */
  typed(): void
  /** What was typed was sent, or is gone. */
  rested(): void
  close(): void
}

export function followPresence(conversationId: string, onPeople: (people: readonly Present[]) => void): PresenceLine {
  const url = `${location.origin.replace(/^http/u, 'ws')}${presencePath}/${conversationId}`
  let socket: WebSocket | null = null
  let tries = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let saidAt = -Infinity
  let isTyping = false
  let isClosed = false
  const ending = new AbortController()

  function open(): void {
    if (socket !== null || isClosed || document.visibilityState === 'hidden' || !navigator.onLine) return
    clearTimeout(retry)
    const mine = (socket = new WebSocket(url))
    mine.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const people = typeof data === 'string' ? parsePeople(data) : null
      if (people === null || mine !== socket) return
      tries = 0
      onPeople(people)
    })
    mine.addEventListener('close', ({ code }) => {
      if (mine !== socket) return
      drop()
      if (isFinalEnd(code) && tries >= finalTries) return void (isClosed = true)
      tries += 1
      retry = setTimeout(open, Math.max(1_000, retryPause(tries, Math.random())))
    })
  }

  /** Who was here is not known any more. */
  function drop(): void {
    clearTimeout(retry)
    const gone = socket
    socket = null
    saidAt = -Infinity
    isTyping = false
    gone?.close()
    onPeople([])
  }

  function say(typing: Typing): void {
    if (socket?.readyState !== WebSocket.OPEN) return
    socket.send(JSON.stringify(typing))
    isTyping = typing.isTyping
    saidAt = performance.now()
  }

  const look = (): void => (document.visibilityState === 'hidden' || !navigator.onLine ? drop() : open())
  document.addEventListener('visibilitychange', look, { signal: ending.signal })
  for (const event of ['online', 'offline', 'pageshow']) addEventListener(event, look, { signal: ending.signal })
  open()

  return {
    typed() {
      if (!isTyping || performance.now() - saidAt > presenceLimits.sayTypingEveryMs) say({ isTyping: true })
    },
    rested() {
      if (isTyping) say({ isTyping: false })
    },
    close() {
      isClosed = true
      ending.abort()
      drop()
    },
  }
}
