/**
 * How devices come back when a server dies under all of them: how many ask for a socket within the
 * same tenth of a second.
 */
import type { BugName } from './bugs.ts'
import type { Plan } from './plan.ts'
import { setUp } from './stage.ts'
import type { Postgres } from './world/database-on-postgres.ts'
import { fairWeather } from './world/network.ts'

export interface ThunderingHerd {
  /** Devices that have a link again in the end. */
  readonly returned: number
  readonly maxAtOnce: number
}

const devices = 100
const windowMs = 100

export async function thunderingHerdAfterRestart(bug: BugName | null, postgres: Postgres | null = null): Promise<ThunderingHerd> {
  const profile = {
    person: 1,
    tabs: 1,
    weather: { ...fairWeather, delayMs: [5, 10] as const },
    skewMs: 0,
    isOld: false,
    isWithoutLocks: true,
  }
  const plan: Plan = {
    seed: 1,
    people: 2,
    posts: 1,
    nodes: postgres === null ? 1 : postgres.stores.length,
    profiles: Array.from({ length: devices }, () => profile),
    steps: [],
    activeMs: 0,
    diesAtCommit: 0,
    runsTwice: 0,
    failsToRead: 0,
  }
  const { world, site, profiles } = await setUp(plan, bug, postgres)
  for (const each of profiles) each.start()
  await world.clockwork.runUntil(world.clockwork.now + 30_000, () => undefined)
  world.connections.splice(0)
  for (const node of site.nodes) node.crash(0, 20)
  await world.clockwork.runUntil(world.clockwork.now + 60_000, () => undefined)
  site.end()
  const times = world.connections.toSorted((a, b) => a - b)
  const maxAtOnce = Math.max(0, ...times.map((at) => times.filter((other) => other >= at && other < at + windowMs).length))
  return { returned: profiles.filter(({ tabs }) => tabs.some((tab) => tab.status?.link === 'on')).length, maxAtOnce }
}
