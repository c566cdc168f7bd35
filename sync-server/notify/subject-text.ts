/**
 * The texts of subjects (shared/notifications/subjects.ts) in which a member can be mentioned, by
 * the cause of the notification. Of a private message it is asked only whether it is there: no word
 * of it is handed out.
 */
import type { Subject } from '#shared/notifications/subjects.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Doc } from '#shared/text/schema.ts'
import { bioDoc } from '#shared/accounts/bio-parts.ts'
import { members } from '#shared/accounts/schema.ts'
import { glossaryTerms } from '#shared/glossary/schema.ts'
import { localGroups } from '#shared/local-groups/schema.ts'
import { messages } from '#shared/messages/schema.ts'
import { isPublic } from '#shared/posts/rules.ts'
import { posts } from '#shared/posts/schema.ts'
import { isListable } from '#shared/sequences/listable.ts'
import { books, chapters, collections, sequences } from '#shared/sequences/schema.ts'

export interface SubjectText {
  readonly subject: Subject
  readonly postId: string | null
  /** Since when readers may have it, as far as that is known. */
  readonly shownAt: number
  /** Empty for a bio. */
  readonly title: string
  readonly body: Doc
}

/**
 * @param cause `KIND:ID` of the text. @returns `undefined` while readers do not have it: it is
 *   gone, a draft, or hidden.
 */
export async function subjectText(read: Read, cause: string): Promise<SubjectText | undefined> {
  const [kind = '', id = ''] = cause.split(':')
  switch (kind) {
    case 'sequence':
      return ofSequence(read, id)
    case 'chapter': {
      const chapter = await read.get(chapters, id)
      return chapter && ofSequence(read, chapter.sequenceId, chapter)
    }
    case 'collection':
      return ofCollection(read, id)
    case 'book': {
      const book = await read.get(books, id)
      return book && ofCollection(read, book.collectionId, book)
    }
    case 'term': {
      const term = await read.get(glossaryTerms, id)
      const post = term && (await read.get(posts, term.postId))
      if (term === undefined || term.isHidden || post === undefined || !isPublic(post)) return undefined
      return { subject: { kind: 'term', id }, postId: post.id, shownAt: post.publishedAt ?? 0, title: post.title, body: term.body }
    }
    // A member whose votes weigh more: nothing is said of it but that.
    case 'powers':
    case 'bio': {
      const member = await read.get(members, id)
      if (member === undefined || member.isDeactivated) return undefined
      return {
        subject: { kind: 'member', id, slug: member.slug },
        postId: null,
        shownAt: 0,
        title: '',
        body: kind === 'bio' ? bioDoc(member.bio) : { type: 'doc', content: [] },
      }
    }
    // Somebody was made an organizer of it.
    case 'organizer': {
      const group = await read.get(localGroups, id)
      if (group === undefined) return undefined
      const subject = { kind: 'localGroup' as const, id }
      return { subject, postId: null, shownAt: 0, title: group.name, body: { type: 'doc', content: [] } }
    }
    case 'message': {
      const message = await read.get(messages, id)
      if (message === undefined) return undefined
      const subject = { kind: 'conversation' as const, id: message.conversationId, partId: id }
      return { subject, postId: null, shownAt: message.at, title: '', body: { type: 'doc', content: [] } }
    }
    default:
      return undefined
  }
}

interface Part {
  readonly id: string
  readonly body: Doc
}

async function ofSequence(read: Read, id: string, part?: Part): Promise<SubjectText | undefined> {
  const sequence = await read.get(sequences, id)
  if (sequence === undefined || !isListable(sequence)) return undefined
  const subject = { kind: 'sequence' as const, id, ...(part && { partId: part.id }) }
  return { subject, postId: null, shownAt: sequence.publishedAt ?? 0, title: sequence.title, body: part?.body ?? sequence.body }
}

async function ofCollection(read: Read, id: string, part?: Part): Promise<SubjectText | undefined> {
  const collection = await read.get(collections, id)
  if (collection === undefined) return undefined
  const subject = { kind: 'collection' as const, id, ...(part && { partId: part.id }) }
  return { subject, postId: null, shownAt: 0, title: collection.title, body: part?.body ?? collection.body }
}
