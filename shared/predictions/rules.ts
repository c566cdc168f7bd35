import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Post } from '../posts/schema.ts'
import type { PredictionOutcome } from './schema.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { canModeratePost, canReadPost, isAuthor } from '../posts/rules.ts'
import { attrNumber, attrText, childrenOf, type Doc, type DocNode } from '../text/nodes.ts'

/** A prediction question as its text has it. */
export interface PredictionQuestion {
  readonly uid: string
  readonly title: string
  readonly notes: string
  /** When it will be known; `null`: nobody knows. */
  readonly resolvesBy: number | null
}

/** Every prediction question of a text, in order of reading. */
export function questionsIn(doc: Doc): readonly PredictionQuestion[] {
  const found: PredictionQuestion[] = []
  const visit = (node: DocNode): void => {
    if (node.type !== 'prediction') return childrenOf(node).forEach(visit)
    const [uid, title, notes] = [attrText(node, 'uid'), attrText(node, 'title'), attrText(node, 'notes')]
    found.push({ uid, title, notes, resolvesBy: attrNumber(node, 'resolvesBy') })
  }
  doc.content.forEach(visit)
  return found
}

/**
 * Members predict in what they can read (checked by the caller) until it is said how it turned out,
 * also after the day named for that; its authors as well.
 */
export function canPredict(viewer: Viewer, outcome: PredictionOutcome | undefined): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  if (viewer.votingDisabled) return deny('voting-disabled')
  return outcome === undefined ? allow : deny('prediction-is-resolved')
}

/** Who asked says how it turned out, and staff. */
export function canResolvePrediction(viewer: Viewer, post: Post): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  const readable = canReadPost(viewer, post)
  if (!readable.allowed) return readable
  if (isAuthor(viewer, post)) return allow
  return canModeratePost(viewer, post).allowed ? allow : deny('not-yours')
}

export interface Bar<Given> {
  /** In percent, both included. */
  readonly from: number
  readonly until: number
  readonly given: readonly Given[]
}

/** Ten bars, 1 to 9 %, 10 to 19 % and so on; what is in one stands in the order of its percents. */
export function barsOf<Given extends { readonly percent: number }>(given: readonly Given[]): readonly Bar<Given>[] {
  const sorted = given.toSorted((a, b) => a.percent - b.percent)
  return Array.from({ length: 10 }, (_, at) => {
    const [from, until] = [Math.max(1, at * 10), at * 10 + 9]
    return { from, until, given: sorted.filter(({ percent }) => percent >= from && percent <= until) }
  })
}

/** The middle one; of two in the middle what lies between. `null` without any. */
export function medianOf(given: readonly { readonly percent: number }[]): number | null {
  const sorted = given.map(({ percent }) => percent).toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2)
}
