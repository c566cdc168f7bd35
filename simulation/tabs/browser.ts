/**
 * A browser of one account: what its tabs share (disk, records, locks, channels), what its network
 * and its power do to them, and where its forks lie.
 */
import type { Text } from './words.ts'
import type { LocalStore } from '#web/data/device/local-store.ts'
import { memoryStore } from '#web/data/device/memory-store.ts'
import { deviceTables } from '#shared/device-registry.ts'
import type { DocumentLocks } from '#web/data/documents/document-ports.ts'
import { fakeDocumentLocks } from '#web/data/documents/testing/fake-document-locks.ts'
import { ProfileDisk } from './disk.ts'
import type { PageLife } from './page-life.ts'

interface Channel {
  readonly life: PageLife
  readonly name: string
  readonly hear: (data: unknown) => void
  /** What came before arrives before. */
  busyUntil: number
}

export class Browser {
  readonly name: string
  readonly disk = new ProfileDisk()
  /** The account's records: each transaction strict, so that a power cut takes none. */
  readonly records: LocalStore = memoryStore(deviceTables)
  readonly forks: Text[] = []
  isOnline = true
  /** Where a proxy swallows websockets. */
  hasSockets = true
  /** What a lost network breaks. */
  readonly lines = new Set<{ breaks(): void }>()
  readonly #locks = fakeDocumentLocks()
  readonly #channels = new Set<Channel>()

  constructor(name: string) {
    this.name = name
  }

  storeOf(host: PageLife): LocalStore {
    const { records } = this
    // A transaction is over before anything else happens; its tab may end before it, or before it
    // hears of it.
    const asked = async <T>(work: () => Promise<T>): Promise<T> => {
      await new Promise<void>((resolve) => host.answer(host.random.whole(0, 3), resolve))
      return host.promise(host.random.whole(0, 2), work)
    }
    return { ...records, read: (work) => asked(() => records.read(work)), write: (work) => asked(() => records.write(work)) }
  }

  /** What a tab holds is free when it ends. */
  locksOf(host: PageLife): DocumentLocks {
    const over = new Promise<void>((resolve) => host.life.onEnd(resolve))
    return {
      request: (name, options, work) =>
        host.promise(1, () =>
          this.#locks.request(name, options, async (lock) => {
            if (host.isOver) return
            const working = new Promise<void>((resolve, reject) => host.answer(1, () => void work(lock).then(resolve, reject)))
            await Promise.race([over, working])
          }),
        ),
    }
  }

  openChannel(host: PageLife, name: string, hear: (data: unknown) => void) {
    const mine: Channel = { life: host, name, hear, busyUntil: 0 }
    this.#channels.add(mine)
    host.life.onEnd(() => this.#channels.delete(mine))
    return {
      post: (data: unknown) => {
        const copy: unknown = structuredClone(data)
        for (const other of this.#channels) {
          if (other === mine || other.name !== name || host.isOver) continue
          const { now } = host.clockwork
          other.busyUntil = Math.max(other.busyUntil, now + host.random.whole(0, 6))
          other.life.after(other.busyUntil - now, () => this.#channels.has(other) && other.hear(copy))
        }
      },
      close: () => void this.#channels.delete(mine),
    }
  }
}
