import { describe, expect, test } from 'vitest'
import type { Candidate, FeedSource } from './mix.ts'
import { feedFigures, freshnessOf, interestOf, mix, scoreOfComment, scoreOfPost, scoreOfTake, scoreOfThread } from './mix.ts'
import { hourMs } from '../kernel/durations.ts'
const nothing: Record<FeedSource, Candidate[]> = {
  recommended: [],
  discussion: [],
  popular: [],
  takes: [],
  followedComments: [],
  followedPosts: [],
  bookmarks: [],
}
const items = (name: string, count: number) => Array.from({ length: count }, (_, n) => ({ id: `${name}${n}`, score: n }))

describe('scores (content.md 12.10)', () => {
  const comment = { karma: 7, at: 0, isTake: false, isFollowed: false }

  test('of a comment', () => {
    expect(scoreOfComment(comment, 0)).toBeCloseTo(8 / 2 ** 1.8, 9)
    expect(scoreOfComment({ ...comment, isTake: true }, 2 * hourMs)).toBeCloseTo((1.5 * 8) / 4 ** 1.8, 9)
    expect(scoreOfComment({ ...comment, karma: -5, isFollowed: true }, 0)).toBeCloseTo(2 / 2 ** 1.8, 9)
  })

  test('of a thread: the logarithm of its five best, times the interest', () => {
    const one = scoreOfComment(comment, 0)
    expect(
      scoreOfThread(
        Array.from({ length: 9 }, () => comment),
        1,
        0,
      ),
    ).toBeCloseTo(1.5 * Math.log1p(5 * one), 9)
    expect(scoreOfThread([comment], 4, 0)).toBeCloseTo(1.5 * 4 * Math.log1p(one), 9)
  })

  test('of a post: half every twelve hours, more for who is followed', () => {
    const post = { karma: 15, at: 0, isFollowed: false }
    expect(scoreOfPost(post, 0)).toBe(4)
    expect(scoreOfPost(post, 12 * hourMs)).toBe(2)
    expect(scoreOfPost({ ...post, isFollowed: true }, 0)).toBe(7)
    expect(scoreOfTake(post, 0)).toBe(9)
  })

  test('the interest lies between a half and twenty', () => {
    expect(interestOf({ ownComments: 0, votes: 0, views: 0, hasReadPost: false })).toBe(1)
    expect(interestOf({ ownComments: 1, votes: 1, views: 1, hasReadPost: true })).toBeCloseTo(9.9, 9)
    expect(interestOf({ ownComments: 9, votes: 0, views: 0, hasReadPost: false })).toBe(20)
  })

  test('what was just served counts for nothing, an hour later for half', () => {
    expect([freshnessOf(null, 0), freshnessOf(0, 0), freshnessOf(0, hourMs)]).toEqual([1, 0, 0.5])
  })
})

describe('the mix', () => {
  test('has its sources by their weights', () => {
    const names = Object.keys(nothing) as FeedSource[]
    const all = Object.fromEntries(names.map((name) => [name, items(name, 200)])) as Record<FeedSource, Candidate[]>
    const mixed = mix(all, 116)
    for (const name of names) {
      expect(Math.abs(mixed.filter(({ source }) => source === name).length - feedFigures.weights[name])).toBeLessThanOrEqual(1)
    }
  })

  test('begins with the best of the heaviest source, and shows nothing twice', () => {
    const mixed = mix({ ...nothing, recommended: items('a', 3), popular: items('a', 3) }, 10)
    expect(mixed[0]).toEqual({ source: 'recommended', item: { id: 'a2', score: 2 } })
    expect(mixed).toHaveLength(3)
  })

  test('goes on where it stopped: a longer list begins with the shorter one', () => {
    const sources = { ...nothing, takes: items('t', 30), discussion: items('d', 30) }
    expect(mix(sources, 40).slice(0, 20)).toEqual(mix(sources, 20))
  })

  test('of nothing is empty', () => {
    expect(mix(nothing, 20)).toEqual([])
  })
})
