/**
 * A stock y-websocket provider at the running product. It notes what was sent and what was
 * acknowledged, and so what may be called saved.
 */
import { createDecoder, readVarString, readVarUint } from 'lib0/decoding'
import { WebSocket } from 'ws'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import { bodyFragment, collabPath } from '#shared/documents/rooms.ts'
import type { Control } from '#shared/documents/protocol.ts'
import { documentFormat, frames, subprotocol } from '#shared/documents/protocol.ts'
import type { Person } from './drafts.ts'

export interface StockWriter {
  readonly doc: Y.Doc
  readonly provider: WebsocketProvider
  readonly room: string
  /** How many of its own changes, in Yjs' count, it has been told are saved. */
  readonly savedClock: number
  /** How many it has made. */
  readonly clock: number
  /**
   * What became of its lines, the newest last: for a person who has to find out why it does not
   * come to an end.
   */
  readonly story: readonly string[]
  /** Types at the end of its own paragraph. */
  type(text: string): void
  close(): void
}

const maxStory = 20
const maxDoublings = 3

interface Place {
  readonly origin: string
  readonly person: Person
  readonly room: string
  readonly ticket: string
  /** So long the first handshake may take. */
  readonly handshakeMs?: number
}

/** @param onSynced the first time that it is told it holds what the server holds. */
export function stockWriter(
  { origin, person, room, ticket, handshakeMs = 5_000 }: Place,
  onSynced: (doc: Y.Doc) => void = () => undefined,
): StockWriter {
  const doc = new Y.Doc()
  /** Of the present line: its own clock at each update frame that it sent. */
  let sent: number[] = []
  let savedClock = 0
  let own: Y.XmlText | null = null
  const story: string[] = []
  const startedAt = performance.now()
  const note = (line: string): void => {
    story.push(`${((performance.now() - startedAt) / 1_000).toFixed(1)} s ${line}`)
    if (story.length > maxStory) story.shift()
  }
  const clockOf = (): number => Y.getState(doc.store, doc.clientID)
  /** Handshakes in a row that came to nothing. */
  let failed = 0
  class Socket extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      // A node that is frozen takes a line and never answers; on a busy machine one that is well
      // may need longer than the first time: each try waits twice as long.
      const handshakeTimeout = handshakeMs * 2 ** Math.min(failed, maxDoublings)
      super(url, protocols, { headers: { origin, cookie: person.cookie }, perMessageDeflate: false, handshakeTimeout })
      sent = []
      failed += 1
      this.once('open', () => (failed = 0))
    }
    override send(data: unknown, ...more: unknown[]): void {
      if (data instanceof Uint8Array && isUpdate(data)) sent.push(clockOf())
      Reflect.apply(super.send, this, [data, ...more])
    }
  }
  const provider = new WebsocketProvider(`${origin.replace('http', 'ws')}${collabPath}`, room, doc, {
    protocols: [subprotocol(documentFormat), ticket],
    // It does all that a provider asks of one.
    WebSocketPolyfill: Socket as unknown as typeof globalThis.WebSocket,
    disableBc: true,
  })
  provider.messageHandlers[frames.ack] = (_encoder, decoder) => {
    const count = readVarUint(decoder)
    savedClock = Math.max(savedClock, sent[count - 1] ?? 0)
  }
  // Said before the frame is counted: what was refused is not saved, whatever the count.
  provider.messageHandlers[frames.control] = (_encoder, decoder) => {
    const control: Control = JSON.parse(readVarString(decoder))
    note(JSON.stringify(control))
    if (control.t !== 'refused' || control.frame === 0) return
    sent[control.frame - 1] = 0
  }
  provider.once('sync', () => onSynced(doc))
  provider.on('sync', (isSynced) => note(isSynced ? 'in step' : 'out of step'))
  provider.on('status', ({ status }) => note(status))
  provider.on('connection-close', (event) => note(event === null ? 'closed here' : `closed: ${event.code} ${event.reason}`))
  // Of a code of 4400 to 4499 a stock provider thinks that no other try would help.
  provider.on('closed', ({ code }) => note(`gave up after ${code}`))
  provider.on('connection-error', (event) => note(`error: ${'message' in event ? String(event.message) : event.type}`))
  return {
    doc,
    provider,
    room,
    story,
    get savedClock() {
      return savedClock
    },
    get clock() {
      return clockOf()
    },
    type(text) {
      const last = own
      if (last === null) {
        const made = new Y.XmlText(text)
        own = made
        const paragraph = new Y.XmlElement('paragraph')
        paragraph.insert(0, [made])
        doc.getXmlFragment(bodyFragment).push([paragraph])
      } else last.insert(last.length, text)
    },
    close() {
      provider.destroy()
      provider.awareness.destroy()
    },
  }
}

function isUpdate(frame: Uint8Array): boolean {
  const decoder = createDecoder(frame)
  return readVarUint(decoder) === frames.sync && readVarUint(decoder) > 0
}
