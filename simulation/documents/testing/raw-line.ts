/** A socket on a document, by hand: sends any bytes, and notes what is answered. */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { createDecoder, readVarString, readVarUint } from 'lib0/decoding'
import { WebSocket } from 'ws'
import type { Control } from '#shared/documents/protocol.ts'
import { documentFormat, frames, subprotocol } from '#shared/documents/protocol.ts'
import { collabPath } from '#shared/documents/rooms.ts'
import type { Person } from './drafts.ts'

export interface RawLine {
  send(frame: Uint8Array | string): void
  /** In one piece, so that they are there together. */
  sendAtOnce(frames: readonly Uint8Array[]): void
  /** Refusals, and the code that it was closed with, in their order. */
  readonly answers: readonly (string | number)[]
  readonly acked: number
  readonly isOpen: boolean
  close(): void
}

export async function rawLine(origin: string, room: string, { cookie }: Person, ticket: string): Promise<RawLine> {
  const url = `${origin.replace('http', 'ws')}${collabPath}/${room}`
  const socket = new WebSocket(url, [subprotocol(documentFormat), ticket], { headers: { origin, cookie }, perMessageDeflate: false })
  const answers: (string | number)[] = []
  let acked = 0
  socket.on('error', () => undefined)
  socket.on('close', (code) => answers.push(code))
  socket.on('message', (data: Buffer) => {
    const decoder = createDecoder(new Uint8Array(data))
    const type = readVarUint(decoder)
    if (type === frames.ack) acked = readVarUint(decoder)
    if (type !== frames.control) return
    // What our own server says.
    const control = JSON.parse(readVarString(decoder)) as Control
    if (control.t === 'refused') answers.push(control.code)
  })
  await once(socket, 'open')
  return {
    answers,
    get acked() {
      return acked
    },
    get isOpen() {
      return socket.readyState === WebSocket.OPEN
    },
    send(frame) {
      if (socket.readyState === WebSocket.OPEN) socket.send(frame)
    },
    sendAtOnce(all) {
      // Of the library's own, which has no such method.
      const { _socket: raw } = socket as unknown as { readonly _socket: Socket }
      raw.cork()
      for (const frame of all) socket.send(frame)
      raw.uncork()
    },
    close: () => socket.terminate(),
  }
}
