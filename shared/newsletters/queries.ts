import type { NewsletterIssue, NewsletterReader } from './schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { newsletterIssues, newsletterLimits, newsletterReaders } from './schema.ts'

/** In the order of their ids; `after`: the last one of the piece before. */
export const readersOf = (authorId: string, state: NewsletterReader['state'], after: string, limit: number = newsletterLimits.readers) =>
  defineQuery({
    table: newsletterReaders,
    index: ['authorId', 'state', 'id'],
    equals: [authorId, state],
    // Ids have one length: nothing lies between this one and the next.
    ...(after !== '' && { from: `${after}0` }),
    order: 'ascending',
    limit,
  })

/** Whose link was never used, before `until`. */
export const pendingBefore = (until: number, limit: number) =>
  defineQuery({ table: newsletterReaders, index: ['state', 'createdAt'], equals: ['pending'], until, order: 'ascending', limit })

export const issuesDue = (state: NewsletterIssue['state'], until: number, limit: number) =>
  defineQuery({ table: newsletterIssues, index: ['state', 'dueAt'], equals: [state], until, order: 'ascending', limit })

export const issuesOf = (authorId: string, limit: number) =>
  defineQuery({ table: newsletterIssues, index: ['authorId', 'dueAt'], equals: [authorId], order: 'descending', limit })
