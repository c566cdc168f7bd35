import { expect, test } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import '../testing/device.ts'
import { nextId } from '../testing/dom.tsx'
import { forgetVotes, rememberVotes, rememberLocalVotes, showVote, useMyVote } from './votes.ts'

/** My approval of something new, as a component sees it. */
async function myVote(id: string) {
  let drawn = 0
  const { result, act } = await renderHook(() => {
    drawn += 1
    return useMyVote(id, 'approval')
  })
  return { now: () => result.current, drawn: () => drawn, act }
}

test('what has no vote is 0', async () => {
  const { now } = await myVote(nextId())
  expect(now()).toBe(0)
})

test('what the server says is shown where the device says nothing', async () => {
  const id = nextId()
  const { now, act } = await myVote(id)
  await act(() => rememberVotes([[id, 'approval', 2]]))
  expect(now()).toBe(2)
})

test.each(['before', 'after'])('the device’s own vote goes before the server’s that came %s', async (when) => {
  const id = nextId()
  const { now, act } = await myVote(id)
  const own = () => rememberLocalVotes([[id, 'approval', 1]])
  const server = () => rememberVotes([[id, 'approval', -1]])
  await act(() => (when === 'before' ? (server(), own()) : (own(), server())))
  expect(now()).toBe(1)
})

test('a vote that was taken back here goes before the server’s', async () => {
  const id = nextId()
  const { now, act } = await myVote(id)
  await act(() => (rememberLocalVotes([[id, 'approval', 0]]), rememberVotes([[id, 'approval', 1]])))
  expect(now()).toBe(0)
})

test('a refused vote goes back to what was shown before it', async () => {
  const id = nextId()
  const { now, act } = await myVote(id)
  await act(() => rememberVotes([[id, 'approval', -1]]))
  let takeBack = () => {}
  await act(() => void (takeBack = showVote(id, 'approval', 2)))
  expect(now()).toBe(2)
  await act(takeBack)
  expect(now()).toBe(-1)
})

test('the two axes know nothing of each other', async () => {
  const id = nextId()
  const { now, act } = await myVote(id)
  await act(() => rememberLocalVotes([[id, 'agreement', -1]]))
  expect(now()).toBe(0)
})

test('the same votes again draw nothing', async () => {
  const id = nextId()
  const { drawn, act } = await myVote(id)
  await act(() => rememberVotes([[id, 'approval', 1]]))
  const before = drawn()
  await act(() => rememberVotes([[id, 'approval', 1]]))
  expect(drawn()).toBe(before)
})

test('after signing out no vote is anybody’s', async () => {
  const id = nextId()
  const { now, act } = await myVote(id)
  await act(() => (rememberLocalVotes([[id, 'approval', 1]]), rememberVotes([[id, 'approval', 1]]), forgetVotes()))
  expect(now()).toBe(0)
})
