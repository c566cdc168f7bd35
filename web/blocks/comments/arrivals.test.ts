import { expect, test } from 'vitest'
import { Arrivals } from './arrivals.ts'
import type { ThreadView } from './thread-view.ts'

const viewOf = (...ids: readonly string[]): ThreadView => ({
  people: [],
  comments: ids.map((id) => ({
    id,
    level: 1,
    by: 0,
    at: 0,
    version: 1,
    score: 0,
    voteCount: 0,
    agreement: 0,
    agreementCount: 0,
    replyCount: 0,
  })),
})
const nobodyReads = () => false
const somebodyReads = () => true
const noneOfMine = () => false

test('what comes while somebody reads is held until it is asked for', () => {
  const arrivals = new Arrivals()
  expect(arrivals.held('/p', viewOf('a'), noneOfMine, somebodyReads)).toEqual(new Set())
  const second = viewOf('a', 'b', 'c')
  expect(arrivals.held('/p', second, noneOfMine, somebodyReads)).toEqual(new Set(['b', 'c']))
  expect(arrivals.held('/p', viewOf('a', 'b', 'c', 'd'), noneOfMine, somebodyReads)).toEqual(new Set(['b', 'c', 'd']))
  expect(arrivals.show()).toEqual(new Set(['b', 'c', 'd']))
  expect(arrivals.held('/p', viewOf('a', 'b', 'c', 'd'), noneOfMine, somebodyReads)).toEqual(new Set())
})

test('asked twice about the same page, it answers the same', () => {
  const arrivals = new Arrivals()
  arrivals.held('/p', viewOf('a'), noneOfMine, somebodyReads)
  const view = viewOf('a', 'b')
  expect(arrivals.held('/p', view, noneOfMine, somebodyReads)).toBe(arrivals.held('/p', view, noneOfMine, somebodyReads))
})

test('my own are never held, nor anything while the thread is out of sight, nor what was asked for', () => {
  const arrivals = new Arrivals()
  arrivals.held('/p', viewOf('a'), noneOfMine, somebodyReads)
  expect(arrivals.held('/p', viewOf('a', 'mine'), (id) => id === 'mine', somebodyReads)).toEqual(new Set())
  expect(arrivals.held('/p', viewOf('a', 'mine', 'b'), noneOfMine, nobodyReads)).toEqual(new Set())
  expect(arrivals.held('/p?limit=2', viewOf('a', 'mine', 'b', 'older'), noneOfMine, somebodyReads)).toEqual(new Set())
})

test('my own that was held before anybody knew who is here comes forward, and the others stay', () => {
  const arrivals = new Arrivals()
  arrivals.held('/p', viewOf('a'), noneOfMine, somebodyReads)
  const view = viewOf('a', 'mine', 'b')
  expect(arrivals.held('/p', view, noneOfMine, somebodyReads)).toEqual(new Set(['mine', 'b']))
  const isMine = (id: string) => id === 'mine'
  const held = arrivals.held('/p', view, isMine, somebodyReads)
  expect(held).toEqual(new Set(['b']))
  expect(arrivals.held('/p', view, isMine, somebodyReads)).toBe(held)
  expect(arrivals.held('/p', viewOf('a', 'mine', 'b', 'c'), noneOfMine, somebodyReads)).toEqual(new Set(['b', 'c']))
})
