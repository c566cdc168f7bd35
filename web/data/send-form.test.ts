import { describe, expect, test } from 'vitest'
import type { SendEvent, SendState } from './send-form.ts'
import { sendReducer } from './send-form.ts'

const error = { code: 'invalid', reason: null, field: 'markdown', retryAfterMs: null } as const
const refusedAnswer: SendEvent = { kind: 'answered', answer: { ok: false, error } }
const done: SendEvent = { kind: 'answered', answer: { ok: true, location: '/a' } }
const run = (...events: readonly SendEvent[]): SendState => events.reduce<SendState>(sendReducer, { kind: 'ready' })

describe('sending a form', () => {
  test.each<[string, readonly SendEvent[], SendState]>([
    ['taken', [{ kind: 'sent-off' }, done], { kind: 'done' }],
    ['refused, with the reason', [{ kind: 'sent-off' }, refusedAnswer], { kind: 'refused', error }],
    ['a refusal stays while it is mended', [refusedAnswer, { kind: 'edited' }], { kind: 'refused', error }],
    ['a second try forgets the first refusal', [refusedAnswer, { kind: 'sent-off' }], { kind: 'sending' }],
    ['no network', [{ kind: 'sent-off' }, { kind: 'no-network' }], { kind: 'not-sent' }],
    ['typing after no network', [{ kind: 'no-network' }, { kind: 'edited' }], { kind: 'ready' }],
    ['typing while it is under way changes nothing', [{ kind: 'sent-off' }, { kind: 'edited' }], { kind: 'sending' }],
    ['a form that stays on the page is ready for the next text', [done, { kind: 'edited' }], { kind: 'ready' }],
  ])('%s', (_what, events, expected) => {
    expect(run(...events)).toEqual(expected)
  })
})
