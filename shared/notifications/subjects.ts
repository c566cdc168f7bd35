/**
 * What a notification can be about that is not a post: a sequence, a collection, a term of a
 * glossary, what a member writes of themselves, a private conversation, a local group.
 */
import * as z from 'zod/mini'
import type { Member } from '../accounts/schema.ts'
import { Id } from '../kernel/fields.ts'
import type { Read } from '../kernel/transaction.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { GlossaryTerm } from '../glossary/schema.ts'
import type { Conversation } from '../messages/schema.ts'
import type { Sequence } from '../sequences/schema.ts'
import { canSeeMember } from '../accounts/rules.ts'
import { members } from '../accounts/schema.ts'
import { glossaryTerms } from '../glossary/schema.ts'
import { canReadConversation } from '../messages/rules.ts'
import { conversations } from '../messages/schema.ts'
import { canReadSequence } from '../sequences/rules.ts'
import { sequences } from '../sequences/schema.ts'

export const subjectKinds = ['sequence', 'collection', 'term', 'member', 'conversation', 'localGroup'] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** `partId`: its chapter, book or message. `slug`: of a member, for the address of their page. */
export const Subject = z.object({ kind: z.enum(subjectKinds), id: Id, partId: z.optional(Id), slug: z.optional(z.string()) })
export type Subject = z.infer<typeof Subject>

/**
 * What reading a subject depends on; each `undefined` where it is not at hand, or another kind of
 * subject.
 */
export interface SubjectRows {
  readonly sequence?: Sequence | undefined
  readonly term?: GlossaryTerm | undefined
  readonly member?: Member | undefined
  readonly conversation?: Conversation | undefined
}

/** Collections and groups are everybody's, and devices have no table of them: nothing is asked. */
export async function subjectRows(read: Read, subject: Subject | undefined): Promise<SubjectRows> {
  if (subject?.kind === 'sequence') return { sequence: await read.get(sequences, subject.id) }
  if (subject?.kind === 'conversation') return { conversation: await read.get(conversations, subject.id) }
  if (subject?.kind === 'term') return { term: await read.get(glossaryTerms, subject.id) }
  return subject?.kind === 'member' ? { member: await read.get(members, subject.id) } : {}
}

/**
 * A term depends on its post too (`canSeeNotification`), and a hidden one notifies nobody.
 */
export function canReadSubject(viewer: Viewer, { sequence, term, member, conversation }: SubjectRows): boolean {
  if (conversation !== undefined && !canReadConversation(viewer, conversation).allowed) return false
  if (sequence !== undefined && !canReadSequence(viewer, sequence).allowed) return false
  if (term?.isHidden === true) return false
  return member === undefined || canSeeMember(viewer, member).allowed
}
