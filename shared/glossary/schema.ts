import * as z from 'zod/mini'
import { Id, line, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { everyone } from '../kernel/visibility.ts'
import { CommentBody } from '../text/schema.ts'
import { glossaryLimits } from './limits.ts'

export const TermName = line(1, glossaryLimits.term)
export const AltTerms = z.array(TermName).check(z.maxLength(glossaryLimits.altTerms))

/**
 * A word of one post that its authors explain. Public with the post, but for what they have hidden.
 */
export const GlossaryTerm = z.object({
  id: Id,
  postId: Id,
  term: z.string(),
  /** Other spellings under which it stands in the text. */
  altTerms: z.array(z.string()),
  /** What it means: checked JSON of the comment profile. */
  body: CommentBody,
  /**
   * Its authors stand by it: underlined for every reader. Others are shown to who asks for all, and
   * marked.
   */
  isApproved: z.boolean(),
  /** Put away: for those alone who write the glossary. */
  isHidden: z.boolean(),
  /** `both`: drafted by a language model, and changed by somebody. */
  origin: z.enum(['people', 'model', 'both']),
  createdAt: Time,
  changedAt: Time,
  /** Who last changed what it says. */
  changedById: Id,
})
export type GlossaryTerm = z.infer<typeof GlossaryTerm>

export const glossaryTerms = defineTable({
  name: 'glossary_terms',
  row: GlossaryTerm,
  indexes: [['postId', 'createdAt']],
  visibility: {
    scope: (term) => (term.isHidden ? `draft:${term.postId}` : 'public'),
    // What is put away travels with what only its authors follow: what travels with a thread is the
    // same for all its readers.
    shape: (term) => (term.isHidden ? `draft:${term.postId}` : `thread:${term.postId}`),
  },
})

/** What a term said before; id `TERM:n`. For those who write the glossary. */
export const TermVersion = z.object({
  id: z.string(),
  termId: Id,
  postId: Id,
  n: z.number(),
  term: z.string(),
  altTerms: z.array(z.string()),
  body: CommentBody,
  /** When it was said, and by whom. */
  at: Time,
  byId: Id,
})
export type TermVersion = z.infer<typeof TermVersion>

export const termVersions = defineTable({
  name: 'glossary_versions',
  row: TermVersion,
  indexes: [['termId', 'n']],
  visibility: { scope: (version) => `draft:${version.postId}` },
})

export const termVersionId = (termId: string, n: number): string => `${termId}:${n}`

/** That a published post has terms its authors stand by; id = the post's. Derived. */
export const Glossary = z.object({
  id: Id,
  termCount: z.number(),
  /** Of the post. */
  publishedAt: Time,
})
export type Glossary = z.infer<typeof Glossary>

export const glossaries = defineTable({
  name: 'glossaries',
  row: Glossary,
  indexes: [['publishedAt']],
  // That a public post explains its words; the post passes its own read policy.
  visibility: everyone,
})
