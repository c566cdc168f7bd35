/**
 * How well something found is thought of, beside how well its words fit: text rank times boost. The
 * weights are those of content.md 12.11, in units of the fields' own, so that a karma weight of 8
 * counts at most as much as all fields of a post together (3 + 4 + 1), and doubles its rank.
 */
import type { Tag } from '../wiki/schema.ts'
import type { SearchKind } from './params.ts'
import { dayMs } from '../kernel/durations.ts'

export interface FieldWeights {
  readonly name: number
  readonly author: number
  readonly body: number
}

export const fieldWeights: Readonly<Record<SearchKind, FieldWeights>> = {
  posts: { name: 3, author: 4, body: 1 },
  comments: { name: 0, author: 11, body: 1 },
  tags: { name: 30, author: 0, body: 1 },
  sequences: { name: 3, author: 1, body: 1 },
  users: { name: 10, author: 0, body: 1 },
}

const figures = {
  postKarma: { weight: 8, pivot: 20 },
  commentKarma: { weight: 0.5, pivot: 20 },
  goodComment: { above: 50, weight: 1.5 },
  tagPosts: { weight: 15, pivot: 20 },
  tagLikes: { weight: 8, pivot: 10 },
  coreTag: 8,
  userSteps: { karmas: [10, 100, 1_000], weight: 2 },
  userAge: { weight: 1, pivotMs: 3 * 365 * dayMs },
} as const

/** 0 to 1; a half at the pivot. */
function saturated(value: number, pivot: number): number {
  return value <= 0 ? 0 : value / (value + pivot)
}

function inUnits(kind: SearchKind, sum: number): number {
  const { name, author, body } = fieldWeights[kind]
  return 1 + sum / (name + author + body)
}

export function postBoost(karma: number): number {
  return inUnits('posts', figures.postKarma.weight * saturated(karma, figures.postKarma.pivot))
}

export function commentBoost(karma: number): number {
  const { commentKarma, goodComment } = figures
  const good = karma > goodComment.above ? goodComment.weight : 0
  return inUnits('comments', commentKarma.weight * saturated(karma, commentKarma.pivot) + good)
}

/** Core tags before others; likes are the karma of a page. */
export function tagBoost({ postCount, likes, isCore }: Pick<Tag, 'postCount' | 'likes' | 'isCore'>): number {
  const { tagPosts, tagLikes, coreTag } = figures
  const known = tagPosts.weight * saturated(postCount, tagPosts.pivot) + tagLikes.weight * saturated(likes, tagLikes.pivot)
  return inUnits('tags', known + (isCore ? coreTag : 0))
}

/** In three steps of karma; older accounts a little. */
export function userBoost(karma: number, ageMs: number): number {
  const { userSteps, userAge } = figures
  const steps = userSteps.karmas.filter((least) => karma >= least).length
  return inUnits('users', userSteps.weight * steps + userAge.weight * saturated(ageMs, userAge.pivotMs))
}
