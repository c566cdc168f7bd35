import { expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { admin, idOf, member, moderator } from '../testing/factories.ts'
import { canReact, reactionFigures } from './rules.ts'

const facts = { reaction: 'agree', isOwn: false, isFirst: false, mineCount: 0, entryCount: 1 }
const first = { ...facts, isFirst: true, entryCount: 0 }
const own = { ...facts, isOwn: true }
const some = member(idOf(1), { karma: 20 })
const much = member(idOf(1), { karma: 100 })

test.each([
  ['a visitor', visitor, facts, 1, 'sign-in-first'],
  ['a banned account', { kind: 'visitor', bannedUntil: 9 }, facts, 1, 'banned'],
  ['a member with 19 karma', member(idOf(1), { karma: 19 }), facts, 1, 'reacting-needs-karma'],
  ['a member with 19 karma, against', member(idOf(1), { karma: 19 }), facts, -1, 'reacting-needs-karma'],
  ['a member with 19 karma, taking back', member(idOf(1), { karma: 19 }), facts, 0, 'allowed'],
  ['a member with 20 karma', some, facts, 1, 'allowed'],
  ['a member with 20 karma, against', some, facts, -1, 'allowed'],
  ['a member with 99 karma, as the first', member(idOf(1), { karma: 99 }), first, 1, 'first-reaction-needs-karma'],
  ['a member with 100 karma, as the first', much, first, 1, 'allowed'],
  ['a member, against what nobody says', much, first, -1, 'nothing-to-oppose'],
  ['a moderator with no karma', moderator, facts, 1, 'reacting-needs-karma'],
  ['an administrator with no karma', admin, facts, 1, 'reacting-needs-karma'],
  ['an author, on their own', much, own, 1, 'allowed'],
  ['an author, against one on their own', much, own, -1, 'own-anti-react'],
  ['an author, against a typo in their own', much, { ...own, reaction: 'typo' }, -1, 'allowed'],
  ['one whose voting is off', member(idOf(1), { karma: 500, votingDisabled: true }), facts, 1, 'voting-disabled'],
  ['one whose voting is off, taking back', member(idOf(1), { karma: 500, votingDisabled: true }), facts, 0, 'voting-disabled'],
  ['a member with the 21st of their own', much, { ...facts, mineCount: reactionFigures.perMember }, 1, 'too-many-reactions'],
  ['a member, on a full thing', much, { ...facts, entryCount: reactionFigures.perTarget }, 1, 'too-many-reactions'],
] as const)('canReact: %s', (_who, viewer, about, value, expected) => {
  const verdict = canReact(viewer, about, value)
  expect(verdict.allowed ? 'allowed' : verdict.reason).toBe(expected)
})
