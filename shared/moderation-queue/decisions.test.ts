import { describe, expect, test } from 'vitest'
import { parseArgs } from '../kernel/mutation.ts'
import { mutations } from '../registry.ts'
import { rights } from '../moderation/rights.ts'
import { idOf, T0 } from '../testing/factories.ts'
import type { Subject } from './decisions.ts'
import { asksFor, decisionByKey, decisionNames, decisionOf } from './decisions.ts'
import { dayMs } from '../kernel/durations.ts'

const given = { reason: 'Not for this site.', contributions: 20, now: T0 }
const subject: Subject = {
  ...{ userId: idOf(400), seen: T0, taken: [], isFlagged: false },
  item: { kind: 'comment', id: idOf(10), isRejected: false },
}
const callsOf = (name: (typeof decisionNames)[number], changes: Partial<Subject> = {}) =>
  decisionOf(name).calls({ ...subject, ...changes }, given)

describe('the decisions of the queue', () => {
  test('have the keys of the catalogue, and one that lifts a ban, each once', () => {
    expect(decisionNames.map((name) => decisionOf(name).key).toSorted()).toEqual([...'APRSabcdfmpqrsvx', 'B'].toSorted())
    expect(decisionByKey('A')).toBe('approveContent')
    expect(decisionByKey('a')).toBe('approve')
    expect(decisionByKey('y')).toBeUndefined()
  })

  test.each(decisionNames)('%s is made of mutations that take what it says', (name) => {
    const calls = callsOf(name)
    expect(calls.length).toBeGreaterThan(0)
    for (const call of calls) {
      const mutation = mutations.find((one) => one.name === call.name)
      expect(mutation, call.name).toBeDefined()
      if (mutation !== undefined) parseArgs(mutation, call.args)
    }
  })

  test('without a post or comment nothing is rejected', () => {
    expect(callsOf('reject', { item: null })).toEqual([])
    expect(callsOf('rejectAndRemove', { item: null }).map(({ name }) => name)).toEqual(['moderation.dequeue'])
  })

  test('a rejected item is accepted again without a word', () => {
    const item = { kind: 'post', id: idOf(1), isRejected: true } as const
    expect(asksFor('reject', item)).toBeUndefined()
    expect(asksFor('reject', subject.item)).toBe('rejection')
    expect(callsOf('reject', { item })).toEqual([{ name: 'moderation.rejectPost', args: { id: idOf(1), reason: null } }])
  })

  test('a right is taken, and given back with the same key', () => {
    expect(callsOf('voting')).toMatchObject([{ args: { right: 'voting', isAllowed: false } }])
    expect(callsOf('voting', { taken: ['voting'] })).toMatchObject([{ args: { right: 'voting', isAllowed: true } }])
  })

  test('all four are taken but for what is taken already, and given back once all are', () => {
    const said = (taken: Subject['taken']) => callsOf('restrictAll', { taken }).map(({ args }) => [args['right'], args['isAllowed']])
    expect(said(['posting'])).toEqual([
      ['commenting', false],
      ['messaging', false],
      ['voting', false],
    ])
    expect(said(rights)).toHaveLength(4)
    expect(said(rights).every(([, isAllowed]) => isAllowed === true)).toBe(true)
  })

  test('a ban ends after what a moderator may ban for', () => {
    expect(callsOf('ban')[0]).toMatchObject({ args: { until: T0 + 90 * dayMs, publicReason: given.reason } })
  })
})
