/**
 * What the bus is for: commits of other nodes are heard of as one's own are, documents and their
 * carets pass between nodes.
 */
import type { OtherNodes } from '#server/documents/ports.ts'
import type { Writer } from '#server/sync/writer.ts'
import type { Bus } from './bus.ts'

/**
 * The writer, as one that also hears of what other nodes have committed, and lets them hear of what
 * it has.
 */
export function withHints<W extends Writer>(writer: W, bus: Bus): W {
  writer.onCommit((seq) => bus.say({ seq }))
  return {
    ...writer,
    get healthy() {
      return writer.healthy
    },
    onCommit(listen: (seq: number) => void) {
      const undo = [
        writer.onCommit(listen),
        bus.hear(({ seq }) => {
          if (seq !== undefined) listen(seq)
        }),
      ]
      return () => undo.forEach((step) => step())
    },
  }
}

export function otherNodes(bus: Bus): OtherNodes {
  return {
    stored: (room, seq) => bus.say({ rooms: [[room, seq]] }),
    ask: (room) => bus.say({ asks: [room] }),
    spoke: (room, entries) => bus.say({ carets: entries.map(({ client, clock, state }) => [room, [client, clock, state]]) }),
    hear: (listener) =>
      bus.hear(({ rooms = [], asks = [], carets = [] }) => {
        for (const [room, seq] of rooms) listener.stored(room, seq)
        for (const room of asks) listener.asked(room)
        for (const [room, [client, clock, state]] of carets) listener.spoke(room, { client, clock, state })
      }),
  }
}
