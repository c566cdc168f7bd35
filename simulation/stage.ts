import type { BugName } from './bugs.ts'
import type { Plan } from './plan.ts'
import { Profile } from './profile.ts'
import { Site } from './site.ts'
import { World } from './world.ts'
import type { Postgres } from './world/database-on-postgres.ts'

/** A plan's site and people, ready to begin. */
export interface Stage {
  readonly world: World
  readonly site: Site
  readonly profiles: readonly Profile[]
}

/** @param postgres what the server's store stands on; null: in memory alone */
export async function setUp(plan: Plan, bug: BugName | null, postgres: Postgres | null, trace?: (line: string) => void): Promise<Stage> {
  const world = new World(plan, bug, trace)
  const site = new Site(world, postgres)
  const profiles = plan.profiles.map((profile, n) => new Profile(world, site, profile, n))
  await site.found()
  return { world, site, profiles }
}
