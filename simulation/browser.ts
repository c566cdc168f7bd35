import type { ClientStatus } from '#web/data/sync/client-ports.ts'
import type { MemoryDeviceDatabase } from '#web/data/sync/testing/memory-device-store.ts'
import type { ProfilePlan } from './plan.ts'
import type { Site } from './site.ts'
import type { World } from './world.ts'
import type { Channels, Locks } from './world/browser.ts'
import type { Life } from './world/life.ts'
import type { Line, Place } from './world/network.ts'
import type { Random } from './world/random.ts'

/** What a tab finds around it: the profile it is a tab of. */
export interface Browser {
  readonly name: string
  readonly plan: ProfilePlan
  readonly userId: string
  readonly world: World
  readonly site: Site
  readonly database: MemoryDeviceDatabase
  readonly locks: Locks
  readonly channels: Channels
  readonly place: Place
  readonly lines: Set<Line>
  readonly random: Random
  /** The cookie. */
  readonly signIn: string
  readonly isPortal: boolean
  readonly isWithoutSockets: boolean
  /** Whose transaction is under way. */
  actor: Life | null
  /** ms since 1970, as this device believes. */
  now(): number
  newId(now: number): string
}

/** What links and reports know of a tab. */
export interface OpenTab {
  readonly name: string
  readonly profile: Browser
  readonly random: Random
  readonly status: ClientStatus | null
}
