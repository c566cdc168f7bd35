import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { pendingDecisions } from './pending-decisions.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function tab(refusals: Readonly<Record<string, string>> = {}) {
  const sent: string[] = []
  const decisions = pendingDecisions({
    undoMs: 15_000,
    now: () => Date.now(),
    async send({ name, args }, isLeaving) {
      sent.push(`${name}${args['seen'] === undefined ? '' : ' seen'}${isLeaving ? ' leaving' : ''}`)
      return refusals[name] ?? null
    },
  })
  const add = (userId: string, ...names: readonly string[]) =>
    decisions.add({ userId, words: names.join(), leaves: true, calls: names.map((name) => ({ name, args: { userId, seen: 5 } })) })
  return { sent, decisions, add, states: () => decisions.store.get().map(({ state }) => state) }
}

describe('a decision', () => {
  test('is sent after fifteen seconds, and not before', async () => {
    const { sent, add, states } = tab()
    add('u1', 'approve')
    await vi.advanceTimersByTimeAsync(14_999)
    expect([sent, states()]).toEqual([[], ['waiting']])
    await vi.advanceTimersByTimeAsync(1)
    expect([sent, states()]).toEqual([['approve seen'], ['sent']])
  })

  test('that is undone in time is never sent; the one before it is', async () => {
    const { sent, decisions, add, states } = tab()
    add('u1', 'approve')
    add('u2', 'ban')
    expect(decisions.undo()).toMatchObject({ userId: 'u2' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toEqual(['approve seen'])
    expect(states()).toEqual(['sent', 'undone'])
    expect(decisions.undo()).toBeNull()
  })

  test('of several mutations stops at the first that is refused, says why and can be tried again', async () => {
    const refusals: Record<string, string> = { ban: 'No longer a moderator.' }
    const { sent, decisions, add } = tab(refusals)
    add('u1', 'ban', 'dequeue')
    await decisions.flush()
    expect(sent).toEqual(['ban seen'])
    expect(decisions.store.get()).toMatchObject([{ state: 'failed', message: 'No longer a moderator.' }])
    delete refusals['ban']
    await decisions.retry(1)
    expect(decisions.store.get()).toMatchObject([{ state: 'sent', message: null }])
  })

  test('that follows one of ours no longer says what was seen before it', async () => {
    const { sent, decisions, add } = tab()
    add('u1', 'flag')
    await decisions.flush()
    add('u1', 'approve')
    add('u2', 'approve')
    await decisions.flush()
    expect(sent).toEqual(['flag seen', 'approve', 'approve seen'])
  })

  test('that still waits is sent when the tab goes, and only then', async () => {
    const { sent, decisions, add } = tab()
    add('u1', 'approve')
    add('u2', 'dequeue')
    decisions.leave()
    expect(sent).toEqual(['approve seen leaving', 'dequeue seen leaving'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(2)
  })
})
