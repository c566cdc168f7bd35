import type { Post } from '../posts/schema.ts'
import type { SequenceFacts } from '../sequences/rules.ts'
import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Spotlight } from './schema.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isStaff } from '../kernel/viewer.ts'
import { canReadPost, canWritePosts, isListed } from '../posts/rules.ts'
import { isListable } from '../sequences/listable.ts'
import { canReadSequence } from '../sequences/rules.ts'
import { kindFacts } from '../posts/kinds.ts'

/** Moderators and administrators. */
export function canManageSpotlights(viewer: Viewer): Verdict {
  const writer = canWritePosts(viewer)
  if (!writer.allowed) return writer
  return isStaff(viewer) ? allow : deny('staff-only')
}

/** What one points at; `null`: it is not there. */
export type SpotlightTarget =
  | { readonly kind: 'post'; readonly post: Post }
  | { readonly kind: 'sequence'; readonly sequence: SequenceFacts }
  | null

/** Whether it has a turn: no draft, and what it points at is there for everybody. */
export function hasTurn(spotlight: Pick<Spotlight, 'isDraft' | 'isRemoved'>, target: SpotlightTarget): boolean {
  return !spotlight.isDraft && !spotlight.isRemoved && isForEverybody(target)
}

export function isForEverybody(target: SpotlightTarget): boolean {
  if (target === null) return false
  if (target.kind === 'sequence') return isListable(target.sequence)
  return isListed(target.post) && !kindFacts(target.post).hasTakes
}

/** The staff see all of them; others what is no draft and points at something they may read. */
export function canSeeSpotlight(viewer: Viewer, spotlight: Pick<Spotlight, 'isDraft' | 'isRemoved'>, target: SpotlightTarget): boolean {
  if (isStaff(viewer)) return true
  if (spotlight.isDraft || spotlight.isRemoved || target === null) return false
  return (target.kind === 'post' ? canReadPost(viewer, target.post) : canReadSequence(viewer, target.sequence)).allowed
}
