import { expect, test } from 'vitest'
import { dayMs } from '../kernel/durations.ts'
import { T0 } from '../testing/factories.ts'
import type { ReceivedWork } from './karma-alerts.ts'
import { karmaAlerts } from './karma-alerts.ts'

/** Newest first, a day apart; `scores` of all but the newest, which is as bad as can be. */
const works = (scores: readonly number[], kind: 'post' | 'comment' = 'comment', firstDay = 1): readonly ReceivedWork[] =>
  [-99, ...scores].map((score, n) => ({ kind, score, votesOfOthers: 1, at: T0 - (n === 0 ? 0 : firstDay + n - 1) * dayMs }))
const typesOf = (karma: number, list: readonly ReceivedWork[]) => karmaAlerts(karma, list, T0).map(({ type }) => type)

test.each([
  ['karma of −6 with five works', -6, works([9, 9, 9, 9, 9]), ['negativeUserKarmaAlert']],
  ['karma of −5', -5, works([9, 9, 9, 9, 9]), []],
  ['too few works', -6, works([9, 9, 9, 9]), []],
  ['none within a month', -6, works([9, 9, 9, 9, 9], 'comment', 31), []],
  ['two of the last five at 0 or below', 0, works([0, 9, -1, 9, 9]), ['recentlyDownvotedContentAlert']],
  ['one of them', 0, works([0, 9, 9, 9, 9]), []],
  ['two of them older than a week', 0, works([9, 9, 9, 0, 0], 'comment', 5), []],
  ['two at 0 that nobody else voted on', 0, works([0, 0, 9, 9, 9]).map((work) => ({ ...work, votesOfOthers: 0 })), []],
  ['ten comments of 1', 0, works(Array.from({ length: 10 }, () => 1)), ['lowAverageKarmaCommentAlert']],
  ['ten comments of 1.5', 0, works([...Array.from({ length: 5 }, () => 1), ...Array.from({ length: 5 }, () => 2)]), []],
  ['nine comments of 1', 0, works(Array.from({ length: 9 }, () => 1)), []],
  ['five posts of 4', 0, works([4, 4, 4, 4, 4], 'post'), ['lowAverageKarmaPostAlert']],
  ['five posts of 5', 0, works([5, 5, 5, 5, 5], 'post'), []],
  ['nothing but the newest', -50, works([]), []],
] as const)('%s: %j', (_name, karma, list, types) => {
  expect(typesOf(karma, list)).toEqual(types)
})

test('what is older than six months counts for nothing', () => {
  const old = works([9, 9, 9, 9, 9]).map((work, n) => (n > 4 ? { ...work, at: T0 - 200 * dayMs } : work))
  expect(typesOf(-6, old)).toEqual([])
})
