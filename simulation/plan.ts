/**
 * What will happen in one run: who is there, on which devices, and every mutation and fault with
 * its time. All of it comes from the seed before the run begins, so that a failing run can be made
 * smaller by leaving things out of its plan. A regression is a plan that was once not survived.
 */
import type { Random } from './world/random.ts'
import { randomFrom } from './world/random.ts'
import type { Weather } from './world/network.ts'
import { fairWeather } from './world/network.ts'
import { dayMs } from '#shared/kernel/durations.ts'

export interface Plan {
  readonly seed: number
  readonly people: number
  readonly posts: number
  /** What some of the people have between them; absent in plans from before there were any. */
  readonly conversations?: number
  readonly nodes: number
  readonly profiles: readonly ProfilePlan[]
  readonly steps: readonly Step[]
  /**
   * The faults and mutations are over after so many ms; then the world is healed and has to come to
   * rest.
   */
  readonly activeMs: number
  readonly diesAtCommit: number
  readonly runsTwice: number
  readonly failsToRead: number
}

export interface ProfilePlan {
  /**
   * Index among the people. 0 is the administrator, 1 a moderator where there are more than two.
   */
  readonly person: number
  readonly tabs: number
  readonly weather: Weather
  /** Of its clock against the true time. */
  readonly skewMs: number
  /** Arguments in the form of an earlier version of the app. */
  readonly isOld: boolean
  /** Without Web Locks: every tab syncs by itself. */
  readonly isWithoutLocks: boolean
}

export type ActionKind =
  | 'comment'
  | 'reply'
  | 'edit'
  | 'remove'
  | 'restore'
  | 'vote'
  | 'waver'
  | 'agree'
  | 'bookmark'
  | 'read'
  | ConversationAction
type ConversationAction = 'message' | 'ownConversation' | 'readConversation'

export type Step = StepBody & {
  /** ms after the beginning. */
  readonly at: number
  /** What chance decides within the step. */
  readonly luck: number
}

type StepBody =
  | { readonly kind: 'mutation'; readonly profile: number; readonly tab: number; readonly mutation: ActionKind }
  | { readonly kind: 'retry' | 'discard' | 'callBack'; readonly profile: number; readonly tab: number }
  | { readonly kind: 'visit' | 'leave'; readonly profile: number; readonly tab: number }
  // The site's own people, at the server.
  | { readonly kind: 'lock' | 'unpublish' | 'archive'; readonly isOn: boolean }
  | { readonly kind: 'ban' | 'role' | 'signOut'; readonly person: number; readonly isOn: boolean }
  | { readonly kind: 'removeComment' }
  | { readonly kind: 'leaveConversation' | 'addToConversation' | 'muteMember'; readonly person: number }
  // Networks.
  | { readonly kind: 'offline'; readonly profile: number; readonly ms: number }
  | { readonly kind: 'cut'; readonly profile: number; readonly isSaid: boolean }
  | { readonly kind: 'stall'; readonly profile: number; readonly ms: number }
  | { readonly kind: 'portal' | 'noSockets'; readonly profile: number; readonly ms: number }
  // Processes.
  | { readonly kind: 'crashNode'; readonly node: number; readonly fuse: number; readonly downMs: number }
  | { readonly kind: 'stopNode'; readonly node: number; readonly downMs: number }
  | { readonly kind: 'crashTab'; readonly profile: number; readonly tab: number; readonly fuse: number; readonly downMs: number }
  | { readonly kind: 'freezeTab' | 'hideTab'; readonly profile: number; readonly tab: number; readonly ms: number }
  // Storage and clocks.
  | { readonly kind: 'fullDevice' | 'slowDevice'; readonly profile: number; readonly ms: number }
  | { readonly kind: 'evict'; readonly profile: number }
  | { readonly kind: 'fullServer'; readonly ms: number }
  | { readonly kind: 'backUp' | 'restore' }
  | { readonly kind: 'prune'; readonly keep: number }
  | { readonly kind: 'clock'; readonly profile: number; readonly byMs: number }

/** @param nodes when it is not the seed that decides how many there are */
export function planFrom(seed: number, nodes: number | null = null): Plan {
  const random = randomFrom(`plan ${seed}`)
  const people = random.whole(2, 6)
  const activeMs = random.pick([20_000, 45_000, 90_000, 150_000])
  const profiles: ProfilePlan[] = []
  for (let person = 0; person < people; person += 1) {
    const devices = random.pick([1, 1, 2, 3])
    for (let n = 0; n < devices && profiles.length < 8; n += 1) profiles.push(aProfile(person, random))
  }
  // Calm runs find what haste hides, and the other way round.
  const haste = random.pick([0.3, 1, 1, 2])
  const steps: Step[] = []
  const add = (body: StepBody): void => void steps.push({ ...body, at: random.whole(0, activeMs), luck: random.whole(0, 1_000_000_000) })
  const mutations = Math.round((6 + (activeMs / 1_000) * 0.5) * haste)
  for (let n = 0; n < mutations; n += 1) add(aMutation(profiles, random))
  // Somebody who cannot make up their mind: one vote after the other on one thing, faster than any
  // answer.
  for (let n = 0; n < mutations / 12; n += 1) {
    const body = { kind: 'mutation', mutation: 'waver', profile: random.whole(0, profiles.length - 1), tab: random.whole(0, 2) } as const
    const at = random.whole(0, activeMs)
    for (let vote = random.whole(2, 4); vote > 0; vote -= 1)
      steps.push({ ...body, at: at + random.whole(0, 400), luck: random.whole(0, 1_000_000_000) })
  }
  const faults = random.pick([0, 2, 5, 9, 14])
  for (let n = 0; n < faults; n += 1) add(aFault(profiles, people, random))
  if (random.chance(0.15)) {
    const [at, luck] = [random.whole(0, activeMs), 0]
    steps.push({ kind: 'backUp', at, luck }, { kind: 'restore', at: random.whole(at, activeMs), luck })
  }
  const posts = random.whole(1, 3)
  const nodesBySeed = random.pick([1, 1, 2, 3])
  return withConversations({
    seed,
    people,
    posts,
    nodes: nodes ?? nodesBySeed,
    profiles,
    steps: steps.toSorted((a, b) => a.at - b.at),
    activeMs,
    diesAtCommit: random.pick([0, 0, 0.01, 0.05]),
    runsTwice: random.pick([0, 0, 0.1]),
    failsToRead: random.pick([0, 0, 0, 0.02]),
  })
}

/**
 * The plan with conversations, where its seed has some. What happens in them is drawn by a chance
 * of its own, so that all else of a plan stays as its seed has it.
 */
function withConversations(plan: Plan): Plan {
  const random = randomFrom(`conversations ${plan.seed}`)
  if (!random.chance(0.3)) return plan
  const conversations = random.whole(1, 2)
  const { people, profiles, activeMs } = plan
  const steps: Step[] = []
  const drawn = () => ({ at: random.whole(0, activeMs), luck: random.whole(0, 1_000_000_000) })
  for (let left = random.whole(4, 24); left > 0; left -= 1) {
    const place = { profile: random.whole(0, profiles.length - 1), tab: random.whole(0, 2) }
    const mutation = random.pick(['message', 'message', 'message', 'ownConversation', 'readConversation'] as const)
    // Several in one breath, faster than any answer.
    const { at } = drawn()
    for (let n = mutation === 'message' ? random.whole(1, 4) : 1; n > 0; n -= 1)
      steps.push({ kind: 'mutation', ...place, mutation, at: at + random.whole(0, 300), luck: drawn().luck })
  }
  for (let left = random.whole(0, 4); left > 0; left -= 1) {
    const person = random.whole(1, people - 1)
    const kind = random.pick(['leaveConversation', 'leaveConversation', 'addToConversation', 'muteMember'] as const)
    steps.push({ kind, person, ...drawn() })
  }
  return { ...plan, conversations, steps: [...plan.steps, ...steps].toSorted((a, b) => a.at - b.at) }
}

function aProfile(person: number, random: Random): ProfilePlan {
  const isRough = random.chance(0.5)
  return {
    person,
    tabs: random.pick([1, 1, 1, 2, 3]),
    weather: isRough ? aWeather(random) : fairWeather,
    skewMs: random.pick([0, 0, 0, 40_000, -40_000, dayMs, -dayMs]) + random.whole(-900, 900),
    isOld: random.chance(0.2),
    isWithoutLocks: random.chance(0.1),
  }
}

function aWeather(random: Random): Weather {
  const slow = random.pick([30, 200, 1_000])
  return {
    delayMs: [slow / 10, slow],
    cuts: random.pick([0, 0.01, 0.05, 0.1]),
    repeats: random.pick([0, 0, 0.1]),
    halfOpen: random.pick([0, 0.2]),
  }
}

const mutationsByWeight: readonly ActionKind[] = [
  'comment', 'comment', 'comment', 'reply', 'reply', 'reply', 'edit', 'edit', 'remove', 'restore',
  'vote', 'vote', 'vote', 'vote', 'agree', 'bookmark', 'bookmark', 'read', 'read',
] // oxfmt-ignore

function aMutation(profiles: readonly ProfilePlan[], random: Random): StepBody {
  const place = { profile: random.whole(0, profiles.length - 1), tab: random.whole(0, 2) }
  if (random.chance(0.9)) return { kind: 'mutation', ...place, mutation: random.pick(mutationsByWeight) }
  return { kind: random.pick(['retry', 'retry', 'discard', 'callBack', 'visit', 'leave'] as const), ...place }
}

function aFault(profiles: readonly ProfilePlan[], people: number, random: Random): StepBody {
  const profile = random.whole(0, profiles.length - 1)
  const tab = random.whole(0, 2)
  const person = random.whole(1, Math.max(1, people - 1))
  const ms = random.pick([500, 3_000, 12_000, 40_000])
  const isOn = random.chance(0.6)
  const choices: readonly (() => StepBody)[] = [
    () => ({ kind: 'offline', profile, ms }),
    () => ({ kind: 'offline', profile, ms }),
    () => ({ kind: 'cut', profile, isSaid: isOn }),
    () => ({ kind: 'stall', profile, ms }),
    () => ({ kind: random.pick(['portal', 'noSockets'] as const), profile, ms }),
    () => ({ kind: 'crashNode', node: random.whole(0, 1), fuse: random.whole(0, 60), downMs: random.whole(20, 5_000) }),
    () => ({ kind: 'crashNode', node: random.whole(0, 1), fuse: random.whole(0, 60), downMs: random.whole(20, 5_000) }),
    () => ({ kind: 'stopNode', node: random.whole(0, 1), downMs: random.whole(20, 5_000) }),
    () => ({ kind: 'crashTab', profile, tab, fuse: random.whole(0, 60), downMs: random.whole(20, 9_000) }),
    () => ({ kind: 'crashTab', profile, tab, fuse: random.whole(0, 60), downMs: random.whole(20, 9_000) }),
    () => ({ kind: random.pick(['freezeTab', 'hideTab'] as const), profile, tab, ms }),
    () => ({ kind: random.pick(['fullDevice', 'slowDevice'] as const), profile, ms }),
    () => ({ kind: 'evict', profile }),
    () => ({ kind: 'fullServer', ms: Math.min(ms, 12_000) }),
    () => ({ kind: 'prune', keep: random.pick([0, 3, 20]) }),
    () => ({ kind: 'clock', profile, byMs: random.pick([-dayMs, -60_000, 60_000, dayMs]) }),
    () => ({ kind: random.pick(['lock', 'unpublish', 'unpublish', 'archive'] as const), isOn }),
    () => ({ kind: random.pick(['lock', 'unpublish', 'unpublish'] as const), isOn }),
    () => ({ kind: random.pick(['ban', 'role', 'signOut'] as const), person, isOn }),
    () => ({ kind: random.pick(['ban', 'role', 'role'] as const), person, isOn }),
    () => ({ kind: 'removeComment' }),
  ]
  return random.pick(choices)()
}
