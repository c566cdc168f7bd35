/**
 * What a moderator decides about a member of the queue: the key and the button, what it asks for,
 * and the mutations that do it. The page and the form without scripting read this one table.
 */
import type { Right } from '../moderation/rights.ts'
import { queueLimits } from './schema.ts'
import { dayMs } from '../kernel/durations.ts'

/** A post or comment of theirs. */
export interface JudgedItem {
  readonly kind: 'post' | 'comment'
  readonly id: string
  readonly isRejected: boolean
}

/** Whom it is about, as the moderator sees them. */
export interface Subject {
  readonly userId: string
  /** The newest decision the moderator saw (`seen` of the mutations). */
  readonly seen: number
  readonly taken: readonly Right[]
  readonly isFlagged: boolean
  /** The item that is chosen, for what is done to one of them. */
  readonly item: JudgedItem | null
}

export interface GivenWords {
  readonly reason: string
  readonly contributions: number
  readonly now: number
}

export interface Call {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

export interface Decision {
  /** As `KeyboardEvent.key` says it: upper case with Shift. */
  readonly key: string
  readonly label: string
  /** In the past, before the member's name. */
  readonly done: string
  /** What has to be said first: a reason, a rejection with the templates, or a number. */
  readonly asks?: 'reason' | 'rejection' | 'number'
  /** What the reason begins with. */
  readonly reason?: string
  /** The member is done with, and the next one comes. */
  readonly leaves?: true
  /** Of which item of theirs: the chosen one, or the newest. */
  readonly of?: 'chosen' | 'newest'
  /** Only where there is a ban to be lifted. */
  readonly isOfBanned?: true
  /** Against the member: not for everybody to do to everybody. */
  readonly isMeasure?: 'ban' | 'purge'
  readonly calls: (subject: Subject, given: GivenWords) => readonly Call[]
}

const banMs = 90 * dayMs
/** Those that one key takes together. */
const restricted = ['posting', 'commenting', 'messaging', 'voting'] as const satisfies readonly Right[]

const about = ({ userId, seen }: Subject) => ({ userId, seen })

function setRight({ userId }: Subject, right: Right, isAllowed: boolean, reason = ''): Call {
  return { name: 'moderation.setRight', args: { userId, right, isAllowed, reason } }
}

function toggle(right: (typeof restricted)[number], key: string, label: string, done: string): Decision {
  return {
    ...{ key, label, done, isMeasure: 'ban' },
    calls: (subject) => [setRight(subject, right, subject.taken.includes(right))],
  }
}

function reject({ item }: Subject, reason: string | null): readonly Call[] {
  if (item === null) return []
  return [{ name: item.kind === 'post' ? 'moderation.rejectPost' : 'moderation.rejectComment', args: { id: item.id, reason } }]
}

const dequeue = (subject: Subject): Call => ({ name: 'moderation.dequeue', args: { userId: subject.userId } })
const norms = 'Breaks the community’s norms.'

export const decisions = {
  approve: {
    ...{ key: 'a', label: 'Approve', done: 'Approved', leaves: true },
    calls: (subject) => [{ name: 'moderation.approve', args: about(subject) }],
  },
  approveContent: {
    ...{ key: 'A', label: 'Approve current content only', done: 'Approved the content of', leaves: true },
    calls: (subject) => [{ name: 'moderation.approveContent', args: about(subject) }],
  },
  snooze: {
    ...{ key: 's', label: `Snooze for ${queueLimits.snoozeFor} more`, done: 'Snoozed', leaves: true },
    calls: (subject) => [{ name: 'moderation.snooze', args: { ...about(subject), contributions: queueLimits.snoozeFor } }],
  },
  snoozeFor: {
    ...{ key: 'S', label: 'Snooze for…', done: 'Snoozed', asks: 'number', leaves: true },
    calls: (subject, { contributions }) => [{ name: 'moderation.snooze', args: { ...about(subject), contributions } }],
  },
  dequeue: {
    ...{ key: 'q', label: 'Remove from queue', done: 'Removed from the queue', leaves: true },
    calls: (subject) => [{ name: 'moderation.dequeue', args: about(subject) }],
  },
  flag: {
    ...{ key: 'f', label: 'Flag', done: 'Changed the flag of', isMeasure: 'ban' },
    calls: ({ userId, isFlagged }) => [{ name: 'moderation.flag', args: { userId, isOn: !isFlagged } }],
  },
  reject: {
    ...{ key: 'r', label: 'Reject or accept selected', done: 'Judged an item of', asks: 'rejection', of: 'chosen' },
    calls: (subject, { reason }) => reject(subject, subject.item?.isRejected === true ? null : reason),
  },
  rejectAndRemove: {
    ...{ key: 'x', label: 'Reject latest and remove', done: 'Rejected the latest of', asks: 'rejection', of: 'newest', leaves: true },
    calls: (subject, { reason }) => [...reject(subject, reason), dequeue(subject)],
  },
  rejectAndRestrict: {
    ...{ key: 'R', label: 'Reject latest and restrict', done: 'Rejected and restricted', asks: 'rejection', of: 'newest' },
    ...{ isMeasure: 'ban', leaves: true },
    calls: (subject, { reason }) => [
      ...reject(subject, reason),
      ...restricted.filter((right) => !subject.taken.includes(right)).map((right) => setRight(subject, right, false, reason)),
      dequeue(subject),
    ],
  },
  ban: {
    ...{ key: 'b', label: 'Ban for 3 months', done: 'Banned', asks: 'reason', reason: norms, isMeasure: 'ban', leaves: true },
    calls: (subject, { reason, now }) => [
      { name: 'moderation.ban', args: { ...about(subject), until: now + banMs, publicReason: reason, privateNote: '' } },
      dequeue(subject),
    ],
  },
  unban: {
    ...{ key: 'B', label: 'Lift the ban', done: 'Lifted the ban of', isMeasure: 'ban', isOfBanned: true },
    calls: ({ userId }) => [{ name: 'moderation.unban', args: { userId, reason: '' } }],
  },
  purge: {
    ...{ key: 'p', label: 'Purge', done: 'Purged', asks: 'reason', reason: 'Spam.', isMeasure: 'purge', leaves: true },
    calls: (subject, { reason }) => [{ name: 'moderation.purge', args: { ...about(subject), publicReason: reason, privateNote: '' } }],
  },
  posting: toggle('posting', 'd', 'Posting', 'Changed posting of'),
  commenting: toggle('commenting', 'c', 'Commenting', 'Changed commenting of'),
  messaging: toggle('messaging', 'm', 'Messages', 'Changed messages of'),
  voting: toggle('voting', 'v', 'Voting', 'Changed voting of'),
  restrictAll: {
    ...{ key: 'P', label: 'All four', done: 'Changed the rights of', isMeasure: 'ban' },
    calls: (subject) => {
      const isTaken = restricted.every((right) => subject.taken.includes(right))
      return restricted.filter((right) => subject.taken.includes(right) === isTaken).map((right) => setRight(subject, right, isTaken))
    },
  },
} as const satisfies Readonly<Record<string, Decision>>

export type DecisionName = keyof typeof decisions
// `Object.keys` does not say of which type its keys are.
export const decisionNames = Object.keys(decisions) as readonly DecisionName[]

export const decisionOf = (name: DecisionName): Decision => decisions[name]

export function decisionByKey(key: string): DecisionName | undefined {
  return decisionNames.find((name) => decisionOf(name).key === key)
}

/** A rejected item is accepted after all without a word. */
export function asksFor(name: DecisionName, item: JudgedItem | null): Decision['asks'] {
  return name === 'reject' && item?.isRejected === true ? undefined : decisionOf(name).asks
}
