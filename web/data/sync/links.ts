/**
 * The two ways from a browser to its server: a websocket, and requests of their own where
 * websockets are blocked.
 */
import type { ClientMessage, ServerMessage } from '#shared/sync/protocol.ts'
import { parseServerMessage } from '#shared/sync/protocol.ts'
import type { OpenLink } from './link.ts'

/** One message a frame. */
export const openSocket =
  (url: string): OpenLink =>
  (events) => {
    const socket = new WebSocket(url)
    let isOver = false
    /** Said before the line was open. */
    const early: ClientMessage[] = []
    const end = (isTold: boolean) => {
      if (isOver) return
      isOver = true
      socket.close()
      if (isTold) events.onDown()
    }
    socket.addEventListener('open', () => {
      for (const message of early.splice(0)) socket.send(JSON.stringify(message))
    })
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isOver) return
      const message = typeof data === 'string' ? parseServerMessage(data) : null
      if (message === null) end(true)
      else events.onMessages([message])
    })
    socket.addEventListener('close', () => end(true))
    socket.addEventListener('error', () => end(true))
    return {
      isLasting: true,
      get buffered() {
        return socket.bufferedAmount
      },
      send(messages) {
        if (isOver) return
        if (socket.readyState === WebSocket.CONNECTING) early.push(...messages)
        else for (const message of messages) socket.send(JSON.stringify(message))
      },
      close: () => end(false),
    }
  }

const answerWithinMs = 25_000

/**
 * One request a sending, one after another. What is not our server's JSON (a captive portal's page,
 * a proxy's error) ends the link.
 */
export const openPost =
  (url: string): OpenLink =>
  (events) => {
    const ending = new AbortController()
    let last: Promise<void> = Promise.resolve()

    async function request(messages: readonly ClientMessage[]): Promise<void> {
      if (ending.signal.aborted) return
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify({ messages }),
          credentials: 'same-origin',
          cache: 'no-store',
          redirect: 'error',
          signal: AbortSignal.any([ending.signal, AbortSignal.timeout(answerWithinMs)]),
        })
        const answers = await messagesOf(response)
        if (ending.signal.aborted) return
        events.onMessages(answers)
        events.onAnswered()
      } catch (error) {
        if (ending.signal.aborted) return
        ending.abort(error)
        events.onDown()
      }
    }

    return {
      isLasting: false,
      buffered: 0,
      send(messages) {
        last = last.then(() => request(messages))
      },
      close: () => ending.abort(),
    }
  }

/**
 * @throws TypeError for an answer that is none. Refusals of the sign-in come as `bye` in the body,
 *   whatever the status.
 */
async function messagesOf(response: Response): Promise<readonly ServerMessage[]> {
  if (!(response.headers.get('content-type') ?? '').startsWith('application/json')) throw new TypeError('not our JSON')
  const body: unknown = await response.json()
  const list = typeof body === 'object' && body !== null && 'messages' in body ? body.messages : null
  if (!Array.isArray(list)) throw new TypeError('no messages')
  return list.map((item) => {
    const message = parseServerMessage(JSON.stringify(item))
    if (message === null) throw new TypeError('not a message')
    return message
  })
}

/** `wss://host/sync` for `https://host/…`. */
export function socketAddress(origin: string): string {
  return `${origin.replace(/^http/, 'ws')}/sync`
}
