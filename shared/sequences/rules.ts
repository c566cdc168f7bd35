import type { Post } from '../posts/schema.ts'
import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Collection, Sequence } from './schema.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isAdmin, isSelf, isStaff } from '../kernel/viewer.ts'
import { canReadPost, canWritePosts } from '../posts/rules.ts'
import { isListable } from './listable.ts'
import { kindFacts } from '../posts/kinds.ts'

/** What the rules must know of a sequence. */
export type SequenceFacts = Pick<Sequence, 'authorId' | 'isDraft' | 'publishedAt' | 'removedAt' | 'awaitsReview'>

/**
 * Public ones are everybody's; a draft its author's and the administrators'. One that was public
 * and is removed says so to everybody, and shows itself to its author and the staff, who can have
 * it back.
 */
export function canReadSequence(viewer: Viewer, sequence: SequenceFacts): Verdict {
  if (isListable(sequence) || isSelf(viewer, sequence.authorId) || isAdmin(viewer)) return allow
  if (sequence.publishedAt === null || sequence.isDraft) return deny('not-found')
  if (sequence.awaitsReview === true) return isStaff(viewer) ? allow : deny('not-found')
  return isStaff(viewer) ? allow : deny('sequence-is-removed')
}

/** Whoever may write posts. */
export const canMakeSequence = canWritePosts

/**
 * What is said in it, its chapters and their order: its author; moderators what is or was public.
 */
export function canEditSequence(viewer: Viewer, sequence: SequenceFacts): Verdict {
  const writer = canWritePosts(viewer)
  const readable = canReadSequence(viewer, sequence)
  if (!readable.allowed) return readable.reason === 'not-found' || writer.allowed ? readable : writer
  if (!writer.allowed) return writer
  return isSelf(viewer, sequence.authorId) || isStaff(viewer) ? allow : deny('not-yours')
}

/** The staff; its author what they took down themselves. */
export function canRestoreSequence(viewer: Viewer, sequence: SequenceFacts & Pick<Sequence, 'removedById'>): Verdict {
  const editable = canEditSequence(viewer, sequence)
  if (!editable.allowed || isStaff(viewer)) return editable
  return sequence.removedById !== null && isSelf(viewer, sequence.removedById) ? allow : deny('not-yours')
}

/**
 * Who wrote it, where lists show it, what search engines do with it, and which one leads on from a
 * post.
 */
export function canModerateSequence(viewer: Viewer, sequence: SequenceFacts): Verdict {
  const editable = canEditSequence(viewer, sequence)
  if (!editable.allowed) return editable
  return isStaff(viewer) ? allow : deny('staff-only')
}

/**
 * A sequence is shown as its author's: staff take one over themselves, and put nobody else's name
 * to it.
 */
export function canTakeOverSequence(viewer: Viewer, sequence: SequenceFacts, authorId: string): Verdict {
  const moderated = canModerateSequence(viewer, sequence)
  if (!moderated.allowed || authorId === sequence.authorId) return moderated
  const isOperator = viewer.kind === 'member' && viewer.isOperator === true
  return isSelf(viewer, authorId) || isOperator ? allow : deny('needs-consent')
}

/**
 * Any post that one can read oneself, whoever wrote it; it shows itself to those alone who may read
 * it. A place of quick takes is no text to read.
 */
export function canPutPost(viewer: Viewer, sequence: SequenceFacts, post: Post): Verdict {
  const editable = canEditSequence(viewer, sequence)
  if (!editable.allowed) return editable
  const readable = canReadPost(viewer, post)
  if (!readable.allowed) return readable
  return kindFacts(post).isInSequences ? allow : deny('not-for-sequences')
}

export function canMakeCollection(viewer: Viewer): Verdict {
  const writer = canWritePosts(viewer)
  if (!writer.allowed) return writer
  return isAdmin(viewer) ? allow : deny('admins-only')
}

/** What is said in it: its author and administrators. */
export function canEditCollection(viewer: Viewer, collection: Pick<Collection, 'authorId'>): Verdict {
  const writer = canWritePosts(viewer)
  if (!writer.allowed) return writer
  return isSelf(viewer, collection.authorId) || isAdmin(viewer) ? allow : deny('not-yours')
}

/** Books, what is in them and their order. */
export const canEditBooks = (viewer: Viewer): Verdict => canMakeCollection(viewer)
