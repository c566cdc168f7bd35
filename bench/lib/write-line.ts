/**
 * A tab as light as it can be, for hundreds in one process: y-websocket's frames over a socket, and
 * a text of its own that it types into.
 */
import { createDecoder, readVarUint, readVarUint8Array } from 'lib0/decoding'
import { createEncoder, toUint8Array, writeVarString, writeVarUint, writeVarUint8Array } from 'lib0/encoding'
import { writeSyncStep1, writeSyncStep2, writeUpdate } from 'y-protocols/sync'
import { WebSocket } from 'ws'
import * as Y from 'yjs'
import { bodyFragment } from '#shared/documents/rooms.ts'

export interface WriteTarget {
  readonly url: string
  readonly protocols: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  /** Whose tab it says to be, as editors do. */
  readonly userId: string
}

export interface WriteLine {
  readonly doc: Y.Doc
  /** Bytes that came, and went, on the socket, handshake included. */
  readonly bytes: { readonly received: number; readonly sent: number }
  /** At the end of its own paragraph, as one change. */
  type(text: string): void
  send(update: Uint8Array): void
  /** What its update frames brought, unread. */
  onUpdate: ((update: Uint8Array) => void) | null
  readonly isOpen: boolean
  close(): void
}

interface LineOptions {
  /** Of what it says it holds; its own empty document's by default. */
  readonly stateVector?: Uint8Array
  /** From the first frame on. */
  readonly hear?: (update: Uint8Array) => void
}

/** Resolves when it has been answered what it lacks. @throws Error when it was turned away. */
export async function openLine({ url, protocols, headers, userId }: WriteTarget, options: LineOptions = {}): Promise<WriteLine> {
  const { stateVector, hear = null } = options
  const doc = new Y.Doc()
  const socket = new WebSocket(url, [...protocols], { headers, perMessageDeflate: false, handshakeTimeout: 10_000 })
  let text: Y.XmlText | null = null
  const { promise: synced, resolve, reject } = Promise.withResolvers<void>()
  const say = (write: (encoder: ReturnType<typeof createEncoder>) => void): void => {
    const encoder = createEncoder()
    writeVarUint(encoder, 0)
    write(encoder)
    socket.send(toUint8Array(encoder))
  }
  const line: WriteLine = {
    doc,
    get bytes() {
      const { _socket: raw } = socket as unknown as { readonly _socket?: { readonly bytesRead: number; readonly bytesWritten: number } }
      return { received: raw?.bytesRead ?? 0, sent: raw?.bytesWritten ?? 0 }
    },
    get isOpen() {
      return socket.readyState === WebSocket.OPEN
    },
    onUpdate: hear,
    type(more) {
      const own = text
      if (own !== null) return own.insert(own.length, more)
      const made = new Y.XmlText(more)
      text = made
      const paragraph = new Y.XmlElement('paragraph')
      paragraph.insert(0, [made])
      doc.getXmlFragment(bodyFragment).push([paragraph])
    },
    send: (update) => say((encoder) => writeUpdate(encoder, update)),
    close: () => socket.terminate(),
  }
  doc.on('update', (update: Uint8Array) => line.send(update))
  socket.on('error', reject)
  socket.on('close', (code) => reject(new Error(`closed with ${code}`)))
  socket.on('open', () => {
    // As every tab with a caret does, before its first word.
    socket.send(presenceFrame(doc.clientID, userId))
    if (stateVector === undefined) return say((encoder) => writeSyncStep1(encoder, doc))
    const encoder = createEncoder()
    for (const value of [0, 0, stateVector.length]) writeVarUint(encoder, value)
    socket.send(Buffer.concat([toUint8Array(encoder), stateVector]))
  })
  socket.on('message', (data: Buffer) => {
    const decoder = createDecoder(new Uint8Array(data))
    if (readVarUint(decoder) !== 0) return
    const kind = readVarUint(decoder)
    // Like a provider, which is asked what it has.
    if (kind === 0) return say((encoder) => writeSyncStep2(encoder, doc, readVarUint8Array(decoder)))
    line.onUpdate?.(readVarUint8Array(decoder))
    if (kind === 1) resolve()
  })
  await synced
  return line
}

function presenceFrame(client: number, userId: string): Uint8Array {
  const states = createEncoder()
  for (const value of [1, client, 1]) writeVarUint(states, value)
  writeVarString(states, JSON.stringify({ user: { name: 'Somebody', userId } }))
  const encoder = createEncoder()
  writeVarUint(encoder, 1)
  writeVarUint8Array(encoder, toUint8Array(states))
  return toUint8Array(encoder)
}
