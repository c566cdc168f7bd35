import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { allow, deny } from '../kernel/verdict.ts'
import type { PollTally } from './schema.ts'
import { attrFlag, attrNumber, attrText, childrenOf, type Doc, type DocNode } from '../text/nodes.ts'

/** A poll as its text has it. */
export interface Poll {
  readonly uid: string
  readonly question: string
  readonly isMultiple: boolean
  /** `null`: never. */
  readonly closesAt: number | null
  readonly resultsVisible: 'always' | 'afterVoting' | 'afterClose'
  readonly options: readonly { readonly uid: string; readonly text: string }[]
}

/** Every poll of a text, in order of reading. */
export function pollsIn(doc: Doc): readonly Poll[] {
  const found: Poll[] = []
  const visit = (node: DocNode): void => {
    if (node.type === 'poll') found.push(pollOf(node))
    else childrenOf(node).forEach(visit)
  }
  doc.content.forEach(visit)
  return found
}

function pollOf(node: DocNode): Poll {
  const results = attrText(node, 'resultsVisible')
  return {
    uid: attrText(node, 'uid'),
    question: attrText(node, 'question'),
    isMultiple: attrFlag(node, 'multiple'),
    closesAt: attrNumber(node, 'closesAt'),
    resultsVisible: results === 'afterVoting' || results === 'afterClose' ? results : 'always',
    options: childrenOf(node).map((option) => ({ uid: attrText(option, 'uid'), text: attrText(option, 'text') })),
  }
}

/**
 * Members vote while a poll is open, in what they can read (checked by the caller); its authors as
 * well.
 */
export function canVoteInPoll(viewer: Viewer, { closesAt }: Pick<Poll, 'closesAt'>, now: number): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  if (viewer.votingDisabled) return deny('voting-disabled')
  return isPollClosed({ closesAt }, now) ? deny('poll-is-closed') : allow
}

export function isPollClosed({ closesAt }: Pick<Poll, 'closesAt'>, now: number): boolean {
  return closesAt !== null && closesAt <= now
}

/**
 * What the counts are held back for, from everybody or from those who have not voted; `null`: they
 * are for all.
 */
export function holdOf({ resultsVisible, closesAt }: Pick<Poll, 'resultsVisible' | 'closesAt'>, now: number): PollTally['held'] | null {
  return resultsVisible === 'always' || isPollClosed({ closesAt }, now) ? null : resultsVisible
}

/** A tally as somebody may see it: where it is held back from them, nothing is counted in it. */
export function tallyFor(tally: PollTally, hasVoted: boolean): PollTally {
  const isFree = tally.held === undefined || (tally.held === 'afterVoting' && hasVoted)
  return isFree ? tally : { ...tally, voterCount: 0, counts: [] }
}

/** Whether the counts are shown to somebody who has them (see `tallyFor`). */
export function showsResults(
  { resultsVisible, closesAt }: Pick<Poll, 'resultsVisible' | 'closesAt'>,
  hasVoted: boolean,
  now: number,
): boolean {
  if (resultsVisible === 'always' || isPollClosed({ closesAt }, now)) return true
  return resultsVisible === 'afterVoting' && hasVoted
}
