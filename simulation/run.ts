/** Runs a plan from its beginning to rest, and looks at everything all the way. */
import type { BugName } from './bugs.ts'
import { startedAt } from './community.ts'
import { copiesThatDiffer } from './device-checks.ts'
import { Looks } from './looks.ts'
import type { Plan, Step } from './plan.ts'
import { differencesFromOracle, eventsOf } from './server-checks.ts'
import type { SiteStep } from './site.ts'
import type { Stage } from './stage.ts'
import { setUp } from './stage.ts'
import type { Postgres } from './world/database-on-postgres.ts'

export interface Figures {
  readonly mutations: number
  readonly effects: number
  readonly messages: number
  readonly steps: number
  /** How long it took to come to rest once all was well, in simulated ms. */
  readonly restMs: number
}

export interface Ran {
  readonly faults: readonly string[]
  readonly figures: Figures
}

export interface RunOptions {
  readonly bug?: BugName | null
  readonly trace?: ((line: string) => void) | undefined
  /** What the server's store stands on; none: in memory alone. */
  readonly postgres?: Postgres | null
}

const restStepMs = 5_000
const maxRestMs = 300_000
/** Between two comments of one person. */
const msPerText = 9_000
const stillMs = 60_000

export async function runPlan(plan: Plan, { bug = null, trace, postgres = null }: RunOptions = {}): Promise<Ran> {
  const stage = await setUp(plan, bug, postgres, trace)
  const { world, site, profiles } = stage
  site.database.faults = plan
  const begun = world.clockwork.now
  for (const profile of profiles) world.clockwork.after(world.random.whole(0, 500), () => profile.start())
  for (const step of plan.steps) world.clockwork.after(step.at, () => take(stage, step))
  const looks = new Looks(stage)
  await world.clockwork.runUntil(begun + plan.activeMs, () => looks.afterEach())

  heal(stage)
  const healedAt = world.clockwork.now
  const maxMs = maxRestMs + world.texts.size * msPerText
  while (world.faults.size === 0 && !isAtRest(stage)) {
    if (world.clockwork.now - healedAt > maxMs) {
      for (const line of whatIsStuck(stage)) world.fault(line)
      break
    }
    await world.clockwork.runUntil(world.clockwork.now + restStepMs, () => looks.afterEach())
  }
  const restMs = world.clockwork.now - healedAt
  if (world.faults.size === 0) await beStill(stage, looks)
  await looks.all()
  if (world.faults.size === 0) looks.atRest()
  await atTheEnd(stage)
  site.end()
  return {
    faults: [...world.faults],
    figures: {
      mutations: world.counts.mutations,
      effects: eventsOf(site.database.state.notes).filter(({ what }) => what === 'effect').length,
      messages: world.counts.messages,
      steps: world.clockwork.steps,
      restMs,
    },
  }
}

function take(stage: Stage, step: Step): void {
  const { world, profiles } = stage
  if (world.faults.size > 0) return
  if (!('profile' in step)) return takeAtSite(stage, step)
  world.tell(`· ${JSON.stringify(step)}`)
  profiles[step.profile % profiles.length]?.step(step)
}

function takeAtSite({ world, site, profiles }: Stage, step: Extract<Step, { readonly kind: SiteStep }>): void {
  world.tell(`· ${JSON.stringify(step)}`)
  site.step(step)
  if (step.kind !== 'ban' && step.kind !== 'signOut') return
  const theirs = profiles.filter(({ plan }) => plan.person === step.person)
  for (const profile of theirs) world.clockwork.after(5_000 + (step.luck % 60_000), () => profile.signInAgain())
}

function heal({ world, site, profiles }: Stage): void {
  world.tell('· all is well again')
  world.isRenewed = true
  site.heal()
  for (const node of site.nodes) world.clockwork.after(6_000, () => node.start())
  for (let person = 1; person < world.plan.people; person += 1) site.pardon(person)
  for (const profile of profiles) {
    profile.heal()
    // Tabs that were down come up by themselves within seconds, and so does whoever was signed out.
    world.clockwork.after(15_000, () => profile.heal())
  }
}

function isAtRest({ world, profiles }: Stage): boolean {
  if (world.clockwork.now - startedAt < 1_000) return false
  return profiles.every((profile) => {
    const { queue, shapes } = profile.database.peek()
    return (
      queue.length === 0 &&
      shapes.length > 0 &&
      shapes.every(({ isComplete, cursor }) => isComplete && cursor > 0) &&
      profile.tabs.some((tab) => tab.status?.link === 'on')
    )
  })
}

function* whatIsStuck({ profiles }: Stage): Generator<string> {
  for (const { name, database, tabs } of profiles) {
    const { queue, shapes } = database.peek()
    for (const mutation of queue) yield `${name}: ${mutation.name} ${mutation.n} is stuck: ${JSON.stringify(mutation).slice(0, 300)}`
    for (const shape of shapes) if (!shape.isComplete || shape.cursor === 0) yield `${name}: ${JSON.stringify(shape)} is not filled`
    if (shapes.length === 0) yield `${name} holds nothing`
    if (!tabs.some((tab) => tab.status?.link === 'on')) yield `${name} has no link: ${tabs.map((tab) => JSON.stringify(tab.status)).join()}`
  }
}

/** Nobody does anything: then nobody has anything to say. */
async function beStill({ world, profiles }: Stage, looks: Looks): Promise<void> {
  // What was on its way when the last queue ran empty may still arrive.
  await world.clockwork.runUntil(world.clockwork.now + 10_000, () => looks.afterEach())
  world.session.clear()
  await world.clockwork.runUntil(world.clockwork.now + stillMs, () => looks.afterEach())
  for (const profile of profiles) {
    const messages = world.session.get(profile) ?? 0
    if (messages > 4 * profile.tabs.length) world.fault(`${profile.name} goes on talking: ${messages} messages in a still minute`)
  }
}

async function atTheEnd({ world, site, profiles }: Stage): Promise<void> {
  if (world.faults.size > 0) return
  const { state } = site.database
  for (const profile of profiles) {
    for await (const line of copiesThatDiffer(state, profile.userId, profile.database.peek(), world.clockwork.now))
      world.fault(`${profile.name}: ${line}`)
  }
  for (const line of await differencesFromOracle(state)) world.fault(line)
}
