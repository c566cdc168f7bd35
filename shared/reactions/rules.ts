import type { ReactionValue } from './schema.ts'
import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { allow, deny } from '../kernel/verdict.ts'

/** content.md 12.2; the last four are ours, and keep a public row small. */
export const reactionFigures = {
  karmaToReact: 20,
  karmaToOppose: 20,
  karmaToBeFirst: 100,
  /** On one post or comment, by one member. */
  perMember: 20,
  /** Different ones on one post or comment, those on different words counted apart. */
  perTarget: 60,
  /** So many names stand in the public row, of either side. */
  names: 8,
  /** So many of those who took part are told how a reaction stands that is shown to nobody else. */
  told: 64,
} as const

/**
 * The one reaction that authors may object to on their own, whether a word is a slip they know; on
 * words it may propose others.
 */
export const typoReaction = 'typo'

export interface ReactionFacts {
  readonly reaction: string
  /** The viewer is an author of what is reacted to. */
  readonly isOwn: boolean
  /** Nobody has used this reaction on it yet. */
  readonly isFirst: boolean
  /** How many reactions of the viewer stand on it, this one not counted. */
  readonly mineCount: number
  /** How many different ones stand on it, this one not counted. */
  readonly entryCount: number
}

/**
 * Members react to what they can read (checked by the caller). Taking back is open to whoever may
 * vote at all.
 */
export function canReact(viewer: Viewer, facts: ReactionFacts, value: ReactionValue): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  if (viewer.votingDisabled) return deny('voting-disabled')
  if (value === 0) return allow
  if (viewer.karma < (value === 1 ? reactionFigures.karmaToReact : reactionFigures.karmaToOppose)) return deny('reacting-needs-karma')
  if (value === -1 && facts.isOwn && facts.reaction !== typoReaction) return deny('own-anti-react')
  if (value === -1 && facts.isFirst) return deny('nothing-to-oppose')
  if (facts.isFirst && viewer.karma < reactionFigures.karmaToBeFirst) return deny('first-reaction-needs-karma')
  const isFull = facts.mineCount >= reactionFigures.perMember || facts.entryCount >= reactionFigures.perTarget
  return isFull ? deny('too-many-reactions') : allow
}
