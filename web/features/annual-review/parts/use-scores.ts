import { useCallback } from 'react'
import type { ReviewScore } from '#shared/annual-review/count.ts'
import type { Device } from '../../../data/device/device-api.ts'
import { useFromDevice } from '../../../data/device/use-device.ts'
import { useOutbox } from '../../../data/outbox.ts'
import type { OwnReviewVote, ReviewLine } from '../review-lines.ts'

/** In the final vote, points are spent on posts that have a review. */
export function withReview(scores: ReadonlyMap<string, ReviewScore>, lines: readonly ReviewLine[], votes: readonly OwnReviewVote[]) {
  const reviewed = new Map([
    ...votes.map(({ postId, isReviewed }) => [postId, isReviewed] as const),
    ...lines.map(({ row, reviewCount }) => [row.id, reviewCount > 0] as const),
  ])
  return new Map([...scores].filter(([postId]) => reviewed.get(postId) === true))
}

/**
 * The later word counts: this device may have voted since, or another one of the same member. What
 * waits to be sent is read from the queue: the device cannot try a vote on a post that it lacks.
 */
export function useScores(votes: readonly OwnReviewVote[], year: number): ReadonlyMap<string, ReviewScore> {
  const ask = useCallback(async (device: Device) => (await import('../vote-in-review.ts')).ownOnDevice(device, year), [year])
  const [here = []] = useFromDevice(ask)
  const { waiting } = useOutbox()
  const latest = new Map(votes.map(({ postId, score, at }) => [postId, { postId, score, at }]))
  for (const vote of here) if (vote.at >= (latest.get(vote.postId)?.at ?? 0)) latest.set(vote.postId, vote)
  const scores = new Map([...latest].map(([postId, { score }]) => [postId, score]))
  for (const { name, args } of waiting) {
    const vote = name === 'reviewVotes.set' ? (args as Partial<OwnReviewVote & { year: number }>) : {} // made by this app
    if (vote.year === year && vote.postId !== undefined && vote.score !== undefined) scores.set(vote.postId, vote.score)
  }
  return scores
}
