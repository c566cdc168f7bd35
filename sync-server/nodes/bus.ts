/**
 * What nodes on one store tell each other, beside the store: hints that there is something to read,
 * carets, and how much of a limit somebody has used. Any of it may be lost, come late or come
 * twice; what stands in the store is looked for there every two seconds all the same. What is said
 * in one moment travels together, in pieces that the way can carry.
 */
import * as z from 'zod/mini'

const Caret = z.tuple([z.number(), z.number(), z.string()])
const Said = z.object({
  /** The journal has reached that position. */
  seq: z.optional(z.number()),
  /** Rooms, and how far their logs reach. */
  rooms: z.optional(z.array(z.tuple([z.string(), z.number()]))),
  /** Of a room: client id, its clock, its state. */
  carets: z.optional(z.array(z.tuple([z.string(), Caret]))),
  /** Accounts whose sign-ins have changed. */
  accounts: z.optional(z.array(z.string())),
  /** Rooms that were just opened: who is there? */
  asks: z.optional(z.array(z.string())),
  /** Of a limit: who has used it, and how often since that was last said. */
  uses: z.optional(z.array(z.tuple([z.string(), z.string(), z.number()]))),
})
export type Said = z.infer<typeof Said>
const Message = z.object({ from: z.string(), said: Said })

export interface Bus {
  /** Of this process, and of no other. */
  readonly nodeId: string
  /** Never waits, never throws. */
  say(said: Said): void
  /** What other nodes say. @returns how to stop */
  hear(listen: (said: Said) => void): () => void
  close(): Promise<void>
}

/** Where there is only one node. */
export const nobodyElse: Bus = { nodeId: '', say: () => undefined, hear: () => () => undefined, close: async () => undefined }

/** NOTIFY takes less than 8,000 bytes. */
export const maxBytes = 7_900

/**
 * What is waiting to be said: of one thing only the newest, so that it never grows beyond what
 * there is to talk about.
 */
export class Gathered {
  #seq = 0
  readonly #accounts = new Set<string>()
  readonly #rooms = new Map<string, number>()
  readonly #asks = new Set<string>()
  readonly #carets = new Map<string, NonNullable<Said['carets']>[number]>()
  readonly #uses = new Map<string, NonNullable<Said['uses']>[number]>()

  add({ seq = 0, rooms = [], carets = [], accounts = [], asks = [], uses = [] }: Said): void {
    this.#seq = Math.max(this.#seq, seq)
    for (const account of accounts) this.#accounts.add(account)
    for (const [room, reaches] of rooms) this.#rooms.set(room, Math.max(reaches, this.#rooms.get(room) ?? 0))
    for (const room of asks) this.#asks.add(room)
    for (const caret of carets) this.#carets.set(`${caret[0]} ${caret[1][0]}`, caret)
    for (const [limit, caller, count] of uses) {
      const key = `${limit} ${caller}`
      this.#uses.set(key, [limit, caller, count + (this.#uses.get(key)?.[2] ?? 0)])
    }
  }

  get isWaiting(): boolean {
    return this.#seq > 0 || this.#all.some(({ size }) => size > 0)
  }

  /**
   * All of it, as messages of which each can be carried; what alone is too large is left out. The
   * first is the most important.
   */
  take(from: string): readonly string[] {
    const said: readonly Said[] = [
      ...(this.#seq > 0 ? [{ seq: this.#seq }] : []),
      ...[...this.#accounts].map((account) => ({ accounts: [account] })),
      ...[...this.#rooms].map((room) => ({ rooms: [room] })),
      ...[...this.#asks].map((room) => ({ asks: [room] })),
      ...[...this.#carets.values()].map((caret) => ({ carets: [caret] })),
      ...[...this.#uses.values()].map((use) => ({ uses: [use] })),
    ]
    this.#seq = 0
    for (const each of this.#all) each.clear()
    return packed(from, said)
  }

  get #all() {
    return [this.#accounts, this.#rooms, this.#asks, this.#carets, this.#uses] as const
  }
}

function packed(from: string, all: readonly Said[]): readonly string[] {
  const messages: string[] = []
  const frame = Buffer.byteLength(JSON.stringify({ from, said: {} }))
  let open: Said = {}
  let bytes = frame
  for (const one of all) {
    const size = Buffer.byteLength(JSON.stringify(one))
    if (frame + size > maxBytes) continue
    if (bytes + size > maxBytes) {
      messages.push(JSON.stringify({ from, said: open }))
      open = {}
      bytes = frame
    }
    open = joined(open, one)
    bytes += size
  }
  return bytes > frame ? [...messages, JSON.stringify({ from, said: open })] : messages
}

function joined(into: Said, { seq = into.seq, accounts = [], rooms = [], asks = [], carets = [], uses = [] }: Said): Said {
  return {
    ...(seq !== undefined && { seq }),
    ...(accounts.length + (into.accounts?.length ?? 0) > 0 && { accounts: [...(into.accounts ?? []), ...accounts] }),
    ...(rooms.length + (into.rooms?.length ?? 0) > 0 && { rooms: [...(into.rooms ?? []), ...rooms] }),
    ...(asks.length + (into.asks?.length ?? 0) > 0 && { asks: [...(into.asks ?? []), ...asks] }),
    ...(carets.length + (into.carets?.length ?? 0) > 0 && { carets: [...(into.carets ?? []), ...carets] }),
    ...(uses.length + (into.uses?.length ?? 0) > 0 && { uses: [...(into.uses ?? []), ...uses] }),
  }
}

/** `null` for one's own words, and for what is not ours. */
export function readMessage(text: string, self: string): Said | null {
  try {
    const message = Message.safeParse(JSON.parse(text))
    return message.success && message.data.from !== self ? message.data.said : null
  } catch {
    return null
  }
}
