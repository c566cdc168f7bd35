import type { Reason } from '../kernel/verdict.ts'

/**
 * How often somebody may publish and comment (content.md 12.8b, community.md 13.8). Each rule lets
 * `most` things pass within `withinMs`; the one that makes somebody wait longest is the one they
 * are told. `default`: the two rules for everybody. `karma`: also those that rest on how work was
 * received.
 */
export type RateLimitProfile = 'default' | 'karma'
export type PacedAction = 'post' | 'comment'

/** How somebody's newest work was received by others. */
export interface Reception {
  readonly karma: number
  /**
   * Of the newest 20 posts and comments, and of the newest 20 posts: what others' votes on them add
   * up to.
   */
  readonly last20Karma: number
  readonly last20PostKarma: number
  /** How many people voted down something among them that stands at 0 or less. */
  readonly downVoters: number
  readonly postDownVoters: number
  /** The same of what is at most 30 days old. */
  readonly monthKarma: number
  readonly monthDownVoters: number
}

export interface RateLimitRule {
  readonly action: PacedAction
  readonly most: number
  readonly withinMs: number
  readonly reason: Reason | null
  /** Comments under one's own posts are not slowed, but for the pause between any two. */
  readonly alsoOnOwnPosts: boolean
  applies(reception: Reception): boolean
}

const second = 1_000
const hour = 3_600 * second
const day = 24 * hour
const week = 7 * day

type Condition = RateLimitRule['applies']
const rule = (action: PacedAction, most: number, withinMs: number, reason: Reason | null, applies: Condition): RateLimitRule => ({
  ...{ action, most, withinMs, reason, applies },
  alsoOnOwnPosts: reason === null,
})
const everybody = (): boolean => true

const pause = rule('comment', 1, 8 * second, null, everybody)
/** Left out where the rows of karma are used. */
const postsADay = rule('post', 5, day, null, everybody)

const byKarma: readonly RateLimitRule[] = [
  pause,
  rule('post', 2, week, 'pace-little-karma', ({ karma }) => karma < 5),
  rule('post', 1, week, 'pace-negative-karma', ({ karma }) => karma < -2),
  rule('post', 1, week, 'pace-down-voted', ({ last20PostKarma, postDownVoters }) => last20PostKarma < -15 && postDownVoters >= 4),
  rule('post', 1, week, 'pace-down-voted', ({ last20PostKarma, postDownVoters }) => last20PostKarma < -30 && postDownVoters >= 10),
  rule('post', 1, 2 * week, 'pace-down-voted', (of) => of.karma < 0 && of.last20Karma < -30 && of.postDownVoters >= 5),
  rule('post', 1, 3 * week, 'pace-down-voted', (of) => of.karma < 0 && of.last20PostKarma < -45 && of.postDownVoters >= 5),
  rule('post', 1, 4 * week, 'pace-down-voted', (of) => of.karma < 0 && of.last20Karma < -60 && of.postDownVoters >= 5),
  rule('comment', 1, hour, 'pace-down-voted', ({ last20Karma, downVoters }) => last20Karma < 0 && downVoters >= 3),
  rule('comment', 3, day, 'pace-little-karma', ({ karma }) => karma < 5),
  rule('comment', 3, day, 'pace-down-voted', ({ karma, last20Karma }) => karma < 2_000 && last20Karma < 1),
  rule('comment', 1, day, 'pace-negative-karma', ({ karma }) => karma < -2),
  rule('comment', 1, day, 'pace-down-voted', (of) => of.last20Karma < -5 && of.downVoters >= (of.karma >= 2_000 ? 7 : 4)),
  rule('comment', 1, 3 * day, 'pace-down-voted', (of) => of.karma < 500 && of.last20Karma < -15 && of.downVoters >= 5),
  rule('comment', 1, week, 'pace-down-voted', (of) => {
    return of.karma < 0 && of.last20Karma < -1 && of.monthDownVoters >= 5 && of.monthKarma <= -30
  }),
]

export const rateLimitRules: Readonly<Record<RateLimitProfile, readonly RateLimitRule[]>> = { default: [pause, postsADay], karma: byKarma }

/** How far back, and how many things, a decision may need to see. */
export function reachOf(profile: RateLimitProfile, action: PacedAction): { readonly withinMs: number; readonly most: number } {
  const rules = rateLimitRules[profile].filter((each) => each.action === action)
  return { withinMs: Math.max(...rules.map((each) => each.withinMs)), most: Math.max(...rules.map((each) => each.most)) }
}

export interface Wait {
  /** Ms since 1970. */
  readonly until: number
  /** `null`: everybody waits. */
  readonly reason: Reason | null
}

/**
 * What has to be waited for, `null` for nothing.
 * @param times when the earlier ones were made, newest first.
 * @param reception `null` where no rule rests on it.
 */
export function waitOf(
  profile: RateLimitProfile,
  action: PacedAction,
  { times, reception, isOwnPost, now }: WaitFacts & { readonly now: number },
): Wait | null {
  let wait: Wait | null = null
  for (const each of rateLimitRules[profile]) {
    if (each.action !== action || (isOwnPost && !each.alsoOnOwnPosts)) continue
    const oldestThatCounts = times[each.most - 1]
    if (oldestThatCounts === undefined) continue
    const until = oldestThatCounts + each.withinMs
    if (until <= now || (wait !== null && until <= wait.until)) continue
    if (reception === null ? each.reason === null : each.applies(reception)) wait = { until, reason: each.reason }
  }
  return wait
}

export interface WaitFacts {
  readonly times: readonly number[]
  readonly reception: Reception | null
  /** The comment stands under a post that its author wrote. */
  readonly isOwnPost: boolean
}
