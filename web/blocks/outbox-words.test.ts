import { expect, test } from 'vitest'
import type { OutboxItem, Pending } from '../data/outbox.ts'
import { outboxWords } from './outbox-words.ts'

const item = (n: number, pending: Pending | null): OutboxItem => ({
  n,
  name: 'comments.post',
  args: {},
  at: 0,
  pending,
  canBeCalledBack: false,
  about: [],
  error: null,
  refusedAt: null,
  current: null,
})
const waiting = [1, 2, 3].map((n) => item(n, { kind: 'on-device' }))
const at14h05 = new Date(2026, 10, 21, 14, 5).getTime()
const facts = { isOnline: true, link: 'on', outbox: { waiting: [], refused: [], isStuck: false, stuckSince: null } } as const

test.each([
  ['nothing waits', {}, {}, null],
  ['what the server has taken already needs no word', {}, { waiting: [item(1, null)] }, null],
  ['on its way', {}, { waiting }, 'Sending 3…'],
  ['no connection', { isOnline: false }, { waiting }, 'Not sent yet: 3'],
  ['refused things come first, whatever waits', { isOnline: false }, { waiting, refused: [item(9, null)] }, 'Not sent: 1'],
  ['signed out elsewhere', { link: 'auth' }, { waiting }, 'Sign in to send 3'],
  ['suspended by a moderator', { link: 'auth', lockedOut: { kind: 'suspended', until: 1 } }, { waiting }, 'Saved, not sent: 3'],
  ['an account that was deleted', { link: 'auth', lockedOut: { kind: 'erased' } }, { waiting }, 'Saved, not sent: 3'],
  ['an account that can come back', { link: 'auth', lockedOut: { kind: 'deactivated' } }, { waiting }, 'Sign in to send 3'],
  ['out of date', { link: 'old' }, { waiting }, 'Reload to send 3'],
  ['stuck', {}, { waiting, isStuck: true, stuckSince: at14h05 }, /^Not sending since (?:.*, )?14:05$/u],
  ['all told to wait', {}, { waiting: [item(1, { kind: 'waiting', until: at14h05 })] }, /^Waiting until (?:.*, )?14:05$/u],
  ['one told to wait, others on their way', {}, { waiting: [...waiting, item(4, { kind: 'waiting', until: at14h05 })] }, 'Sending 4…'],
] as const)('%s', (_what, changes, box, expected) => {
  const words = outboxWords({ ...facts, ...changes, outbox: { ...facts.outbox, ...box } })?.words ?? null
  if (expected instanceof RegExp) expect(words).toMatch(expected)
  else expect(words).toBe(expected)
})
