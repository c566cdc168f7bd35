/**
 * Makes a failing plan smaller as long as it goes on failing: steps first, then faults of the
 * surroundings, then devices, then people.
 */
import type { Plan, Step } from './plan.ts'
import { fairWeather } from './world/network.ts'

export interface Shrunk {
  readonly plan: Plan
  readonly faults: readonly string[]
}

/** @param fails runs a plan; what did not hold. @param maxRuns how many runs it may cost. */
export async function shrink(plan: Plan, fails: (plan: Plan) => Promise<readonly string[]>, maxRuns = 400): Promise<Shrunk> {
  let best: Shrunk = { plan, faults: await fails(plan) }
  let runs = 1
  const survives = async (candidate: Plan): Promise<boolean> => {
    if (runs >= maxRuns) return false
    runs += 1
    const faults = await fails(candidate)
    if (faults.length === 0) return false
    best = { plan: candidate, faults }
    return true
  }

  for (let before = -1; before !== runs && runs < maxRuns;) {
    const sizeBefore = JSON.stringify(best.plan).length
    // Halves, quarters, … single steps.
    for (let size = Math.ceil(best.plan.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let at = 0; at < best.plan.steps.length;) {
        const steps = best.plan.steps.filter((_step, index) => index < at || index >= at + size)
        if (!(await survives({ ...best.plan, steps }))) at += size
      }
    }
    for (const calmer of calmerThan(best.plan)) await survives(calmer)
    for (let profile = best.plan.profiles.length - 1; profile >= 0; profile -= 1) await survives(withoutProfile(best.plan, profile))
    if (JSON.stringify(best.plan).length === sizeBefore) before = runs
  }
  return best
}

function calmerThan(plan: Plan): readonly Plan[] {
  const lastAt = Math.max(0, ...plan.steps.map((step) => step.at))
  return [
    { ...plan, diesAtCommit: 0 },
    { ...plan, runsTwice: 0 },
    { ...plan, failsToRead: 0 },
    { ...plan, nodes: 1 },
    { ...plan, activeMs: Math.min(plan.activeMs, lastAt + 1_000) },
    { ...plan, profiles: plan.profiles.map((profile) => ({ ...profile, skewMs: 0 })) },
    { ...plan, profiles: plan.profiles.map((profile) => ({ ...profile, weather: fairWeather })) },
    { ...plan, profiles: plan.profiles.map((profile) => ({ ...profile, tabs: 1 })) },
    { ...plan, profiles: plan.profiles.map((profile) => ({ ...profile, isOld: false })) },
  ]
}

/** Steps of the profiles behind it move up by one. */
function withoutProfile(plan: Plan, gone: number): Plan {
  const steps = plan.steps.flatMap((step): readonly Step[] => {
    if (!('profile' in step)) return [step]
    if (step.profile === gone) return []
    return [step.profile > gone ? { ...step, profile: step.profile - 1 } : step]
  })
  return { ...plan, profiles: plan.profiles.filter((_profile, at) => at !== gone), steps }
}
