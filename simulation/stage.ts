import type { BugName } from './bugs.ts'
import type { Plan } from './plan.ts'
import { Profile } from './profile.ts'
import { Site } from './site.ts'
import { World } from './world.ts'

/** A plan's site and people, ready to begin. */
export interface Stage {
  readonly world: World
  readonly site: Site
  readonly profiles: readonly Profile[]
}

export async function setUp(plan: Plan, bug: BugName | null, trace?: (line: string) => void): Promise<Stage> {
  const world = new World(plan, bug, trace)
  const site = new Site(world)
  const profiles = plan.profiles.map((profile, n) => new Profile(world, site, profile, n))
  await site.found()
  return { world, site, profiles }
}
