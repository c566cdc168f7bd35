import { describe, expect, test } from 'vitest'
import type { PacedAction, RateLimitProfile, Reception } from './rate-limit.ts'
import { reachOf, waitOf } from './rate-limit.ts'

const second = 1_000
const hour = 3_600 * second
const day = 24 * hour
const now = 1_000 * day

/** A member nobody minds. */
const liked: Reception = {
  karma: 3_000,
  last20Karma: 40,
  last20PostKarma: 30,
  downVoters: 0,
  postDownVoters: 0,
  monthKarma: 10,
  monthDownVoters: 0,
}

/** How long is left after `count` things, the newest `ago` ms ago and the others just before it. */
function left(
  profile: RateLimitProfile,
  action: PacedAction,
  of: Partial<Reception>,
  count: number,
  ago: number,
  isOwnPost = false,
): number {
  const times = Array.from({ length: count }, (_, index) => now - ago - index)
  const wait = waitOf(profile, action, { times, reception: { ...liked, ...of }, isOwnPost, now })
  return wait === null ? 0 : Math.ceil((wait.until - now) / second) * second
}

describe('for everybody', () => {
  test('a comment 8 seconds after the one before is not held up, a second earlier it waits the second', () => {
    expect(left('default', 'comment', {}, 1, 8 * second)).toBe(0)
    expect(left('default', 'comment', {}, 1, 7 * second)).toBe(second)
  })

  test('the pause holds under one’s own post and in both profiles', () => {
    expect(left('default', 'comment', {}, 1, 0, true)).toBe(8 * second)
    expect(left('karma', 'comment', {}, 1, 0, true)).toBe(8 * second)
  })

  test('the sixth post of a day waits until the first is a day old', () => {
    expect(left('default', 'post', {}, 4, hour)).toBe(0)
    expect(left('default', 'post', {}, 5, hour)).toBe(23 * hour)
  })

  test('the rows of karma hold nobody up in the default profile', () => {
    expect(left('default', 'comment', { karma: -100, last20Karma: -100, downVoters: 20 }, 3, hour)).toBe(0)
  })
})

describe('by karma: each row holds up whom it is meant for, and nobody just beside', () => {
  const week = 7 * day
  test.each<[PacedAction, number, Partial<Reception>, Partial<Reception>, number]>([
    ['post', 2, { karma: 4 }, { karma: 5 }, week],
    ['post', 1, { karma: -3 }, { karma: -2 }, week],
    ['post', 1, { last20PostKarma: -16, postDownVoters: 4 }, { last20PostKarma: -16, postDownVoters: 3 }, week],
    ['post', 1, { karma: -1, last20Karma: -31, postDownVoters: 5 }, { karma: -1, last20Karma: -30, postDownVoters: 5 }, 2 * week],
    ['post', 1, { karma: -1, last20PostKarma: -46, postDownVoters: 5 }, { karma: 0, last20PostKarma: -46, postDownVoters: 3 }, 3 * week],
    ['post', 1, { karma: -1, last20Karma: -61, postDownVoters: 5 }, { karma: 0, last20Karma: -61, postDownVoters: 5 }, 4 * week],
    ['comment', 1, { last20Karma: -1, downVoters: 3, karma: 2_000 }, { last20Karma: -1, downVoters: 2, karma: 2_000 }, hour],
    ['comment', 3, { karma: 4 }, { karma: 5 }, day],
    ['comment', 3, { karma: 1_999, last20Karma: 0 }, { karma: 2_000, last20Karma: 0 }, day],
    ['comment', 1, { karma: -3 }, { karma: -2 }, day],
    ['comment', 1, { karma: 2_000, last20Karma: -6, downVoters: 7 }, { karma: 2_000, last20Karma: -6, downVoters: 2 }, day],
    ['comment', 1, { karma: 499, last20Karma: -16, downVoters: 5 }, { karma: 2_000, last20Karma: -16, downVoters: 2 }, 3 * day],
    [
      'comment',
      1,
      { karma: -1, last20Karma: -2, monthDownVoters: 5, monthKarma: -30 },
      { karma: -1, last20Karma: 1, monthKarma: -30 },
      week,
    ],
  ])('%s, %i at a time: %o waits and %o does not', (action, count, slowed, free, withinMs) => {
    const ago = 10 * second
    expect(left('karma', action, slowed, count, ago)).toBe(withinMs - ago)
    expect(left('karma', action, free, count, ago)).toBeLessThan(withinMs - ago)
  })

  test('under one’s own post only the pause between two comments is left', () => {
    const shunned = { karma: -50, last20Karma: -50, downVoters: 9, monthKarma: -50, monthDownVoters: 9 }
    expect(left('karma', 'comment', shunned, 3, 9 * second, true)).toBe(0)
    expect(left('karma', 'comment', shunned, 3, 9 * second, false)).toBeGreaterThan(6 * day)
  })

  test('of several rows the one with the latest date is told, with its reason', () => {
    const times = [now - 10 * second]
    const reception = { ...liked, karma: -3, last20Karma: -2, monthDownVoters: 5, monthKarma: -30 }
    const wait = waitOf('karma', 'comment', { times, reception, isOwnPost: false, now })
    expect(wait).toEqual({ until: times[0] === undefined ? 0 : times[0] + week, reason: 'pace-down-voted' })
  })

  test('a decision looks as far back as its slowest row', () => {
    expect(reachOf('karma', 'post')).toEqual({ withinMs: 28 * day, most: 2 })
    expect(reachOf('default', 'comment')).toEqual({ withinMs: 8 * second, most: 1 })
  })
})
