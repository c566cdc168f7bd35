/**
 * A notification in words, the same on the site, in mails and in what a device shows. Plain text.
 */
import type { SubjectKind } from './subjects.ts'
import type { VoteKind } from '../votes/schema.ts'
import type { Invitation, NoticeOutcome, NoticeTypeName } from './types.ts'
import { noticeTypes } from './all-types.ts'

interface NoticeSentence {
  /** Whose mutation it was; `null`: somebody who is not here any more, or nobody in particular. */
  readonly actor: string | null
  /** Of the post; empty for what is not public. */
  readonly title: string
  readonly invitedTo?: Invitation | undefined
  readonly outcome?: NoticeOutcome | undefined
  readonly subject?: SubjectKind | undefined
}

export function noticeSentence(type: NoticeTypeName, { actor, title, invitedTo = 'read', outcome, subject }: NoticeSentence): string {
  const facts = { who: actor ?? 'Somebody', title: title === '' ? untitled(subject) : `“${title}”`, invitedTo, outcome, subject }
  const sentence = noticeTypes[type].sentence(facts)
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

const untitled = (subject: SubjectKind | undefined): string =>
  subject === 'sequence' || subject === 'collection' ? `a ${subject}` : subject === 'localGroup' ? 'a group' : 'a post'

/** `+3`, `−2`, `0`. */
export const signed = (by: number): string => (by > 0 ? `+${by}` : by < 0 ? `−${-by}` : '0')

/** A post, comment or wiki edit of one's own, in a list of what its votes came to. */
export const karmaItemWords = (targetKind: VoteKind, title: string): string => {
  const post = title === '' ? 'a post' : title
  if (targetKind === 'revision') return title === '' ? 'Your edit of a wiki page' : `Your edit of ${title}`
  return targetKind === 'post' ? post : `Your comment under ${post}`
}

/**
 * Why somebody was told; one reason. `because`: `KIND:TARGET` of what they follow; empty: it is
 * about themselves.
 */
export const reasonWords = (type: NoticeTypeName, because: string): string => noticeTypes[type].reason(because)
