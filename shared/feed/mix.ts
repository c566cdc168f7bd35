/**
 * How `/feed` puts things from several sources into one order (content.md 12.10). Each source has
 * its own order by `scoreOf…`; `mix` then takes from the source that is furthest behind its weight.
 * Pure: the same list for the same things, so that a feed can be gone on with.
 */
import { hourMs } from '../kernel/durations.ts'

export const feedFigures = {
  weights: {
    recommended: 30,
    discussion: 20,
    popular: 20,
    takes: 15,
    followedComments: 15,
    followedPosts: 15,
    bookmarks: 1,
  },
  followedBonus: 3,
  takeBonus: 5,
  halfLifeHours: 12,
  postTimes: 1,
  threadTimes: 1.5,
  decayExponent: 1.8,
  decayBiasHours: 2,
  takeTimes: 1.5,
  followedTimes: 2,
  commentsCounted: 5,
  interest: { own: 5, vote: 2, view: 1, readTimes: 1.1, least: 0.5, most: 20 },
  repeatHalfLifeHours: 1,
  words: { post: [150, 300], comment: [75, 150] },
  first: 20,
  step: 20,
  most: 200,
} as const

export type FeedSource = keyof typeof feedFigures.weights

const hoursSince = (at: number, now: number): number => Math.max(0, now - at) / hourMs

export interface ScoredComment {
  readonly karma: number
  readonly at: number
  readonly isTake: boolean
  readonly isFollowed: boolean
}

/** (karma + 1) / (hours + 2) ^ 1.8, times what it is. */
export function scoreOfComment({ karma, at, isTake, isFollowed }: ScoredComment, now: number): number {
  const { decayExponent, decayBiasHours, takeTimes, followedTimes } = feedFigures
  const fresh = (Math.max(0, karma) + 1) / (hoursSince(at, now) + decayBiasHours) ** decayExponent
  return fresh * (isTake ? takeTimes : 1) * (isFollowed ? followedTimes : 1)
}

/** What a reader has had to do with a thread. */
export interface Interest {
  readonly ownComments: number
  readonly votes: number
  readonly views: number
  readonly hasReadPost: boolean
}

/** Between 0.5 and 20; 1 for what the reader has nothing to do with. */
export function interestOf({ ownComments, votes, views, hasReadPost }: Interest): number {
  const { own, vote, view, readTimes, least, most } = feedFigures.interest
  const points = 1 + ownComments * own + votes * vote + views * view
  return Math.min(most, Math.max(least, points * (hasReadPost ? readTimes : 1)))
}

/** The logarithm of the sum over the first five comments, times the reader's interest. */
export function scoreOfThread(comments: readonly ScoredComment[], interest: number, now: number): number {
  const scores = comments.map((comment) => scoreOfComment(comment, now)).toSorted((a, b) => b - a)
  const sum = scores.slice(0, feedFigures.commentsCounted).reduce((total, score) => total + score, 0)
  return Math.log1p(sum) * interest * feedFigures.threadTimes
}

interface ScoredPost {
  readonly karma: number
  readonly at: number
  readonly isFollowed: boolean
}

/** Its karma's logarithm with the bonus of a followed author, halved every twelve hours. */
export function scoreOfPost({ karma, at, isFollowed }: ScoredPost, now: number): number {
  const { followedBonus, halfLifeHours, postTimes } = feedFigures
  return (Math.log2(1 + Math.max(0, karma)) + (isFollowed ? followedBonus : 0)) * postTimes * 2 ** (-hoursSince(at, now) / halfLifeHours)
}

/** As a post's, with the bonus of quick takes. */
export function scoreOfTake(take: ScoredPost, now: number): number {
  const { takeBonus, followedBonus, halfLifeHours } = feedFigures
  const base = Math.log2(1 + Math.max(0, take.karma)) + takeBonus + (take.isFollowed ? followedBonus : 0)
  return base * 2 ** (-hoursSince(take.at, now) / halfLifeHours)
}

/** 0 right after it was shown, near 1 hours later: what was just served comes later again. */
export function freshnessOf(servedAt: number | null, now: number): number {
  return servedAt === null ? 1 : 1 - 2 ** (-hoursSince(servedAt, now) / feedFigures.repeatHalfLifeHours)
}

export interface Candidate {
  /** Of the post, or of the comment a thread stands for: nothing comes twice. */
  readonly id: string
  readonly score: number
}

export interface Mixed<Item> {
  readonly source: FeedSource
  readonly item: Item
}

/**
 * Takes the best that is left of the source that is furthest behind its share. Sources that run dry
 * leave their share to the others.
 */
export function mix<Item extends Candidate>(sources: Readonly<Record<FeedSource, readonly Item[]>>, limit: number): readonly Mixed<Item>[] {
  const names = Object.keys(feedFigures.weights) as FeedSource[] // the keys of that very record
  const queues = new Map(names.map((name) => [name, sources[name].toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))]))
  const taken = new Map(names.map((name) => [name, 0]))
  const seen = new Set<string>()
  const mixed: Mixed<Item>[] = []
  const nextOf = (name: FeedSource): Item | undefined => {
    const queue = queues.get(name) ?? []
    while (queue[0] !== undefined && seen.has(queue[0].id)) queue.shift()
    return queue[0]
  }
  while (mixed.length < limit) {
    const open = names.filter((name) => nextOf(name) !== undefined)
    const [source] = open.toSorted((a, b) => dueOf(a) - dueOf(b) || feedFigures.weights[b] - feedFigures.weights[a])
    const item = source === undefined ? undefined : nextOf(source)
    if (source === undefined || item === undefined) break
    seen.add(item.id)
    taken.set(source, (taken.get(source) ?? 0) + 1)
    mixed.push({ source, item })
  }
  return mixed

  /** When the source's next thing is due: the smaller, the sooner. */
  function dueOf(name: FeedSource): number {
    return ((taken.get(name) ?? 0) + 0.5) / feedFigures.weights[name]
  }
}
