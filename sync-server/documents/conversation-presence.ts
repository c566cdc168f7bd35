/**
 * Who has a conversation open and who types in it, in memory alone. It is said to those who take
 * part and have it open themselves, never between two of whom one has muted the other, so that
 * neither learns of it. Who loses the right to read it, or signs out, hears nothing more within
 * seconds. Other nodes say who is there by way of them.
 */
import type { PresenceEnd, Present } from '#shared/messages/presence.ts'
import { presenceLimits } from '#shared/messages/presence.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { members } from '#shared/accounts/schema.ts'
import { conversationOf } from '#shared/messages/queries.ts'
import { canFollowConversation } from '#shared/messages/rules.ts'
import { conversations } from '#shared/messages/schema.ts'
import { mutesOf } from '#shared/mutes/queries.ts'
import type { AwarenessEntry } from './frames.ts'
import type { DocumentPorts } from './ports.ts'
import type { Signed } from './rooms.ts'
import { AwarenessTable } from './awareness-table.ts'

export interface PresenceLink {
  send(text: string): void
  close(why: PresenceEnd): void
}

/** One socket. */
export interface PresencePeer {
  setTyping(isTyping: boolean): void
  closed(): void
}

export interface ConversationPresence {
  /** Why there is no conversation with it, instead. */
  enter(conversationId: string, account: Signed, link: PresenceLink): Promise<PresencePeer | PresenceEnd>
  /** What its timers do, at once. For tests. */
  look(): Promise<void>
  stop(): void
}

export type PresencePorts = Pick<DocumentPorts, 'store' | 'viewerOf' | 'openSessions' | 'clock' | 'log' | 'others'> & {
  readonly timers: Pick<DocumentPorts['timers'], 'every' | 'after'>
}

interface Peer {
  readonly room: Room
  readonly account: Signed
  readonly link: PresenceLink
  /** Of this socket, on all nodes. */
  readonly client: number
  readonly name: string
  readonly slug: string
  /** Those of whom nothing is said to it, and to whom nothing is said of it. */
  hidden: ReadonlySet<string>
  typingAt: number | null
  told: string
}

interface Room {
  readonly id: string
  readonly peers: Set<Peer>
  readonly table: AwarenessTable<Peer>
  isPlanned: boolean
  toldAt: number
}

const lookEveryMs = 1_000
const reviewEveryMs = 3_000
/** Rights that end by time alone leave no entry in the journal. */
const reviewOldMs = 60_000
/** Of those here other nodes hear anew so often, and forget who was not spoken of for longer. */
const sayAgainMs = 15_000
const silentElsewhereMs = 40_000
/** As the bus has it. */
const roomOf = (id: string): string => `here:${id}`
const maxClient = 0xffff_ffff

export function createConversationPresence(ports: PresencePorts): ConversationPresence {
  const rooms = new Map<string, Room>()
  let reviewedTo = -1
  let reviewedAt = -Infinity
  let saidAt = -Infinity
  let reviewing: Promise<void> | null = null
  let isStopped = false

  function roomAt(id: string): Room {
    const found = rooms.get(id)
    if (found !== undefined) return found
    const made: Room = { id, peers: new Set(), table: new AwarenessTable(), isPlanned: false, toldAt: -Infinity }
    rooms.set(id, made)
    ports.others?.ask(roomOf(id))
    return made
  }

  function say(peer: Peer): void {
    const state = JSON.stringify({ isTyping: peer.typingAt !== null })
    const { userId } = peer.account
    const entry = peer.room.table.set(peer, peer.client, { client: peer.client, clock: 0, state }, { ...peer, userId }, () => false)
    if (entry !== null) spread(peer.room, entry)
  }

  function spread(room: Room, entry: AwarenessEntry): void {
    ports.others?.spoke(roomOf(room.id), [entry])
    plan(room)
  }

  /** Those who are here hear of what has changed soon, a few times a second at most. */
  function plan(room: Room): void {
    if (room.isPlanned || isStopped) return
    room.isPlanned = true
    const wait = Math.max(0, room.toldAt + presenceLimits.tellEveryMs - ports.clock())
    ports.timers.after(wait, () => {
      room.isPlanned = false
      room.toldAt = ports.clock()
      const present = presentIn(room)
      for (const peer of room.peers) tell(peer, present)
    })
  }

  function tell(peer: Peer, present: readonly Present[]): void {
    const people = present.filter(({ userId }) => userId !== peer.account.userId && !peer.hidden.has(userId))
    const text = JSON.stringify({ people })
    if (text === peer.told) return
    peer.told = text
    peer.link.send(text)
  }

  function leave(peer: Peer): void {
    const { room } = peer
    if (!room.peers.delete(peer)) return
    const entry = room.table.remove(peer.client)
    if (entry !== null) spread(room, entry)
    if (room.peers.size === 0) rooms.delete(room.id)
  }

  function end(peer: Peer, why: PresenceEnd): void {
    leave(peer)
    peer.link.close(why)
  }

  const allPeers = (): readonly Peer[] => [...rooms.values()].flatMap(({ peers }) => [...peers])

  /** Rights, mutes and sign-ins of all who are here, where something may have changed. */
  async function review(): Promise<void> {
    const now = ports.clock()
    const position = await ports.store.journal.position()
    const peers = allPeers()
    const ids = [...new Set(peers.map(({ account }) => account.sessionId))]
    const isSame = position === reviewedTo && now - reviewedAt < reviewOldMs
    await ports.store.read(async (read) => {
      const open = await ports.openSessions(read, ids, now)
      const rights = new Map<Room, Awaited<ReturnType<typeof rightsIn>>>()
      if (!isSame) for (const room of new Set(peers.map((peer) => peer.room))) rights.set(room, await rightsIn(read, room.id))
      for (const peer of peers) {
        if (!open.has(peer.account.sessionId)) {
          end(peer, 'ended')
          continue
        }
        if (isSame) continue
        const hidden = (await rights.get(peer.room)?.(peer.account.userId)) ?? null
        if (hidden === null) end(peer, 'forbidden')
        else peer.hidden = hidden
        plan(peer.room)
      }
    })
    reviewedTo = position
    if (!isSame) reviewedAt = now
  }

  function reviewSoon(): Promise<void> {
    if (rooms.size === 0 || isStopped) return Promise.resolve()
    reviewing ??= review()
      .catch((error: unknown) => ports.log(error, 'presence: rights'))
      .finally(() => (reviewing = null))
    return reviewing
  }

  /**
   * Who may be in a conversation, and of whom they hear nothing (`null`: they may not), asked once
   * for all who are in it: two hundred who each ask about each other would be forty thousand.
   */
  async function rightsIn(read: Read, id: string): Promise<(userId: string) => Promise<ReadonlySet<string> | null>> {
    const conversation = await read.get(conversations, id)
    if (conversation === undefined) return async () => null
    const hidden = await mutesAmong(read, conversation.participantIds)
    return async (userId) => {
      const viewer = await ports.viewerOf(read, userId, ports.clock())
      return canFollowConversation(viewer, conversation).allowed ? (hidden.get(userId) ?? new Set()) : null
    }
  }

  function lookAfter(): void {
    const now = ports.clock()
    for (const peer of allPeers()) {
      if (peer.typingAt === null || now - peer.typingAt < presenceLimits.typingMs) continue
      peer.typingAt = null
      say(peer)
    }
    for (const room of rooms.values()) if (room.table.forgetSilent(now - silentElsewhereMs).length > 0) plan(room)
    if (now - saidAt < sayAgainMs) return
    saidAt = now
    // Under a new clock, as what was forgotten elsewhere is taken under that alone.
    if (ports.others !== undefined) for (const peer of allPeers()) say(peer)
  }

  const undo = [
    ports.timers.every(lookEveryMs, lookAfter),
    ports.timers.every(reviewEveryMs, () => void reviewSoon()),
    ports.others?.hear({
      stored: () => undefined,
      asked: (name) => {
        const present = roomNamed(name)?.table.own() ?? []
        if (present.length > 0) ports.others?.spoke(name, present)
      },
      spoke: (name, entry) => {
        const room = roomNamed(name)
        if (room !== undefined && room.table.hear(entry, ports.clock()) !== null) plan(room)
      },
    }) ?? (() => undefined),
  ]

  const roomNamed = (name: string): Room | undefined => (name.startsWith('here:') ? rooms.get(name.slice('here:'.length)) : undefined)

  return {
    async enter(conversationId, account, link) {
      const found = await ports.store.read(async (read) => {
        const conversation = await conversationOf(read, conversationId)
        const member = await read.get(members, account.userId)
        const hidden = conversation && (await (await rightsIn(read, conversation.id))(account.userId))
        return !conversation || !member || !hidden ? null : { id: conversation.id, hidden, member }
      })
      if (isStopped) return 'restart'
      if (found === null) return 'forbidden'
      const room = roomAt(found.id)
      const { displayName: name, slug } = found.member
      const client = Math.floor(Math.random() * maxClient)
      const peer: Peer = { room, account, link, client, name, slug, hidden: found.hidden, typingAt: null, told: '' }
      room.peers.add(peer)
      // What changed since those rows were read is looked for.
      reviewedTo = -1
      say(peer)
      return {
        setTyping(isTyping) {
          if (!room.peers.has(peer)) return
          const was = peer.typingAt !== null
          peer.typingAt = isTyping ? ports.clock() : null
          if (was !== isTyping) say(peer)
        },
        closed: () => leave(peer),
      }
    },
    async look() {
      lookAfter()
      await reviewing
      await reviewSoon()
    },
    stop() {
      isStopped = true
      for (const step of undo) step()
      for (const peer of allPeers()) end(peer, 'restart')
    },
  }
}

/** Of each, those whom they have muted or who have muted them. */
async function mutesAmong(read: Read, ids: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const hidden = new Map(ids.map((id) => [id, new Set<string>()] as const))
  for (const [id, own] of hidden)
    for (const { mutedId } of await read.list(mutesOf(id))) {
      const others = hidden.get(mutedId)
      if (others === undefined) continue
      own.add(mutedId)
      others.add(id)
    }
  return hidden
}

/** Each person once, however many tabs they have it open in. */
function presentIn({ table }: Room): readonly Present[] {
  const people = new Map<string, Present>()
  for (const { state } of table.all()) {
    // Written by `AwarenessTable` here, or on another node.
    const { user, isTyping = false } = JSON.parse(state) as { user: Omit<Present, 'isTyping'>; isTyping?: boolean }
    const before = people.get(user.userId)
    people.set(user.userId, { userId: user.userId, name: user.name, slug: user.slug, isTyping: isTyping || before?.isTyping === true })
  }
  return [...people.values()].toSorted((a, b) => (a.userId < b.userId ? -1 : 1))
}
