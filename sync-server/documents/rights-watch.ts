/**
 * Tells sockets when what they may do has changed: at once from the journal (a post's authors and
 * status, a ban), and by looking again each minute, since some rights end by time alone. Ended
 * sign-ins leave no entry there; they are looked for every few seconds.
 */
import type { Level } from '#shared/documents/protocol.ts'
import type { JournalRow } from '#server/store/port.ts'
import type { DocumentPorts } from './ports.ts'
import type { RoomPeer } from './room-peer.ts'
import type { DocumentRoom } from './room.ts'
import { members } from '#shared/accounts/schema.ts'
import { postRoom } from '#shared/documents/rooms.ts'
import { posts } from '#shared/posts/schema.ts'
import { levelOf } from './keep-updates.ts'

export interface RightsWatch {
  /** Whether what is known here of anybody's rights is at most some seconds old. */
  isFresh(): boolean
  /** From now on nothing is missed. */
  start(): Promise<void>
  /** The journal has reached that position. */
  wake(seq: number): void
  caughtUp(): Promise<void>
  /**
   * Somebody has come, with the rights of that position of the journal: they may have changed
   * before anybody knew that this socket is to hear of it.
   */
  welcome(peer: RoomPeer, readAt: number): Promise<void>
  /** Those who have not been looked at for a minute. */
  reviewOld(): Promise<void>
  endSignedOut(): Promise<void>
  stop(): void
}

const reviewEveryMs = 60_000
const atOnce = 1_000
/**
 * Two looks into the journal. What is taken in on the strength of it is within the five seconds in
 * which a right ends.
 */
const freshMs = 4_000

export function createRightsWatch(
  ports: Pick<DocumentPorts, 'store' | 'viewerOf' | 'openSessions' | 'clock' | 'log'>,
  rooms: { readonly peers: () => readonly RoomPeer[]; readonly find: (name: string) => DocumentRoom | undefined },
): RightsWatch {
  const reviewedAt = new WeakMap<RoomPeer, number>()
  let position: number | null = null
  /** Everything of the journal up to then has been heard. */
  let heardAt = -Infinity
  let following: Promise<void> | null = null
  let isStopped = false

  async function follow(): Promise<void> {
    while (!isStopped) {
      const now = ports.clock()
      const entries = await ports.store.journal.since(position ?? 0, atOnce)
      const last = entries.at(-1)
      if (last === undefined) return void (heardAt = now)
      const before = position
      // First, so that whoever comes during the review is looked at by themselves.
      position = last.seq
      try {
        await review(concerned(entries))
        await notifyPublished(entries)
      } catch (error) {
        // What was not looked at is not heard: it comes again.
        position = before
        throw error
      }
    }
  }

  function concerned(entries: readonly JournalRow[]): readonly RoomPeer[] {
    const names = new Set(entries.filter(({ kind }) => kind === posts.name).map(({ id }) => postRoom(id)))
    const users = new Set(entries.filter(({ kind }) => kind === members.name).map(({ id }) => id))
    if (names.size === 0 && users.size === 0) return []
    return rooms.peers().filter((peer) => names.has(peer.room.name) || users.has(peer.account.userId))
  }

  async function notifyPublished(entries: readonly JournalRow[]): Promise<void> {
    const touched = entries.filter(({ kind }) => kind === posts.name).map(({ id }) => rooms.find(postRoom(id)))
    for (const room of new Set(touched)) {
      if (room === undefined) continue
      const post = await ports.store.read((read) => read.get(posts, room.room.id))
      if (post?.status === 'published' && post.revisionId !== null) room.published(post.revisionId)
    }
  }

  async function review(peers: readonly RoomPeer[]): Promise<void> {
    if (peers.length === 0) return
    const now = ports.clock()
    const levels = await ports.store.read(async (read) => {
      const found: Level[] = []
      for (const { room, account } of peers) found.push(await levelOf(read, ports.viewerOf, account.userId, room.room, now))
      return found
    })
    for (const [at, peer] of peers.entries()) {
      reviewedAt.set(peer, now)
      peer.setLevel(levels[at] ?? 'none')
    }
  }

  const isFresh = (): boolean => ports.clock() - heardAt <= freshMs

  function wake(seq: number): void {
    if (position === null || isStopped || seq <= position) return
    // Whoever comes later is looked at when they have come.
    if (rooms.peers().length === 0) return void (position = Number.isFinite(seq) ? seq : position)
    following ??= follow()
      .catch((error: unknown) => ports.log(error, 'documents: following the journal'))
      .finally(() => (following = null))
  }

  return {
    isFresh,
    async start() {
      position ??= await ports.store.journal.position()
    },
    wake,
    async caughtUp() {
      await following
    },
    async welcome(peer, readAt) {
      reviewedAt.set(peer, ports.clock())
      // What comes after the place where the following stands will find the socket in its room.
      if (position === null || position > readAt) await review([peer])
      if (!isFresh()) wake(Infinity)
    },
    async reviewOld() {
      const now = ports.clock()
      await review(rooms.peers().filter((peer) => now - (reviewedAt.get(peer) ?? 0) > reviewEveryMs))
    },
    async endSignedOut() {
      const ids = [...new Set(rooms.peers().map(({ account }) => account.sessionId))]
      if (ids.length === 0) return
      const openIds = await ports.store.read((read) => ports.openSessions(read, ids, ports.clock()))
      const ended = rooms.peers().filter(({ account: { sessionId } }) => ids.includes(sessionId) && !openIds.has(sessionId))
      for (const peer of ended) peer.close('ended')
    },
    stop() {
      isStopped = true
    },
  }
}
