import { defineQuery } from '../kernel/query.ts'
import { glossaryLimits } from './limits.ts'
import { glossaries, glossaryTerms, termVersions } from './schema.ts'

/** As they were added. */
export const termsOfPost = (postId: string) =>
  defineQuery({
    table: glossaryTerms,
    index: ['postId', 'createdAt'],
    equals: [postId],
    order: 'ascending',
    limit: glossaryLimits.termsOfPost,
  })

/** What a term said before, newest first. */
export const versionsOfTerm = (termId: string) =>
  defineQuery({
    table: termVersions,
    index: ['termId', 'n'],
    equals: [termId],
    order: 'descending',
    limit: glossaryLimits.versionsOfTerm,
  })

/** Posts with terms that their authors stand by, newest first. */
export const postsWithTerms = (limit: number) =>
  defineQuery({ table: glossaries, index: ['publishedAt'], equals: [], order: 'descending', limit })
