/**
 * The websockets of a DOM test: none leaves the page. A test finds those that were opened, says
 * what the server says on them, and reads what was said to it.
 */
import { afterEach, beforeEach } from 'vitest'

export class TestSocket extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 3
  readyState = TestSocket.CONNECTING
  readonly sent: string[] = []
  readonly url: string

  constructor(url: string | URL) {
    super()
    this.url = String(url)
    sockets.push(this)
  }

  send(text: string): void {
    this.sent.push(text)
  }

  close(): void {
    this.ends(1005)
  }

  /** The server takes it. */
  opens(): void {
    this.readyState = TestSocket.OPEN
    this.dispatchEvent(new Event('open'))
  }

  says(message: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: typeof message === 'string' ? message : JSON.stringify(message) }))
  }

  ends(code: number): void {
    if (this.readyState === TestSocket.CLOSED) return
    this.readyState = TestSocket.CLOSED
    this.dispatchEvent(new CloseEvent('close', { code }))
  }
}

export const sockets: TestSocket[] = []
const realSocket = globalThis.WebSocket

/** For all tests of the file that asks for it. */
export function withTestSockets(): void {
  beforeEach(() => {
    sockets.length = 0
    Object.assign(globalThis, { WebSocket: TestSocket })
  })
  afterEach(() => void Object.assign(globalThis, { WebSocket: realSocket }))
}
