import { createDecoder, readVarUint, readVarUint8Array } from 'lib0/decoding'
import { messageYjsSyncStep2, messageYjsUpdate } from 'y-protocols/sync'
import { documentLimits, frames } from '#shared/documents/protocol.ts'

interface CountingOptions {
  readonly Base: typeof WebSocket
  /** Updates are not sent, but for the answer to the server's own question. */
  readonly onlyReads: () => boolean
  /** @param answersStep whether it is the whole difference to the server's state vector. */
  readonly onUpdate: (update: Uint8Array, answersStep: boolean) => void
  /** More than one frame may carry: it was not sent. */
  readonly onTooLarge: () => void
  /** A frame about who is here: to be sent by `send`, or not. */
  readonly onPresence: (frame: Uint8Array, send: (frame: Uint8Array) => void) => void
}

/**
 * A websocket that tells of each update frame that goes out, in the order the server counts them.
 */
export function countingSocket({ Base, onlyReads, onUpdate, onTooLarge, onPresence }: CountingOptions): typeof WebSocket {
  return class CountingSocket extends Base {
    override send(data: Parameters<WebSocket['send']>[0]): void {
      if (!(data instanceof Uint8Array)) return super.send(data)
      if (data[0] === frames.awareness)
        return onPresence(data, (frame) => this.readyState === this.OPEN && super.send(new Uint8Array(frame)))
      const frame = updateIn(data)
      if (frame !== null && !frame.answersStep && onlyReads()) return
      if (frame !== null && data.length > documentLimits.frameBytes) return onTooLarge()
      if (frame !== null) onUpdate(frame.update, frame.answersStep)
      super.send(data)
    }
  }
}

function updateIn(data: Uint8Array): { readonly update: Uint8Array; readonly answersStep: boolean } | null {
  const decoder = createDecoder(data)
  if (readVarUint(decoder) !== frames.sync) return null
  const kind = readVarUint(decoder)
  if (kind !== messageYjsSyncStep2 && kind !== messageYjsUpdate) return null
  return { update: readVarUint8Array(decoder), answersStep: kind === messageYjsSyncStep2 }
}
