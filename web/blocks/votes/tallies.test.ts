import { expect, test } from 'vitest'
import { aheadOf, noTally, setAhead, setBase, tallyNow } from './tallies.ts'
import { aheadIn } from './vote-rows.ts'
import { stepOf } from './cast-vote.ts'

const said = { score: 10, voteCount: 4, agreement: 2, agreementCount: 1 }

test('a sum nobody has moved is the very one the page gave', () => {
  expect(tallyNow('still', said)).toBe(said)
})

test('my vote stands before the sums of the page, whatever the page says next, until it is in them', () => {
  setAhead('a', { ...noTally, score: 2, voteCount: 1 })
  expect(tallyNow('a', said)).toEqual({ ...said, score: 12, voteCount: 5 })
  // Somebody else has voted meanwhile.
  expect(tallyNow('a', { ...said, score: 11, voteCount: 5 })).toMatchObject({ score: 13, voteCount: 6 })
  setAhead('a', noTally)
  expect(tallyNow('a', { ...said, score: 13, voteCount: 6 })).toMatchObject({ score: 13, voteCount: 6 })
})

test('newer sums than the page has hold until the page says something else', () => {
  setBase('b', said, { ...said, score: 20 })
  expect(tallyNow('b', said).score).toBe(20)
  expect(tallyNow('b', { ...said, score: 21 }).score).toBe(21)
})

test('the same sums are the same object, so that nothing is drawn twice', () => {
  setAhead('c', { ...noTally, score: 1 })
  expect(tallyNow('c', said)).toBe(tallyNow('c', { ...said }))
  expect(aheadOf('c').score).toBe(1)
})

test('of a vote, what the confirmed sums do not hold yet is ahead: first, changed, taken back, confirmed', () => {
  expect(aheadIn([{ axis: 'approval', value: 2, power: 3, tallied: 0 }])).toEqual({ ...noTally, score: 3, voteCount: 1 })
  expect(aheadIn([{ axis: 'approval', value: -1, power: -1, tallied: 3 }])).toEqual({ ...noTally, score: -4 })
  expect(aheadIn([{ axis: 'agreement', value: 0, power: 0, tallied: 1 }])).toEqual({ ...noTally, agreement: -1, agreementCount: -1 })
  expect(aheadIn([{ axis: 'approval', value: 1, power: 1, tallied: 1 }])).toEqual(noTally)
})

test('a step from one vote to another moves the sum by both powers and the count only when one comes or goes', () => {
  expect(stepOf(1_000, { axis: 'approval', before: 1, after: -2 })).toEqual({ ...noTally, score: -8 })
  expect(stepOf(5, { axis: 'agreement', before: 1, after: 0 })).toEqual({ ...noTally, agreement: -1, agreementCount: -1 })
})
