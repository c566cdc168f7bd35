import type { TypoSuggestion } from './typo-schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { typoSuggestions } from './typo-schema.ts'

/** Of one target, or of one member's texts; a page shows no more of them. */
const maxTypos = 100

/** The one that goes with a reaction. */
export const typoOf = (userId: string, targetId: string, part: string) =>
  defineQuery({
    table: typoSuggestions,
    index: ['userId', 'targetId', 'part'],
    equals: [userId, targetId, part],
    order: 'ascending',
    limit: 1,
  })

/** Of one post or comment, newest first. */
export const typosIn = (targetId: string, verdict: TypoSuggestion['verdict'], limit = maxTypos) =>
  defineQuery({
    table: typoSuggestions,
    index: ['targetId', 'verdict', 'proposedAt'],
    equals: [targetId, verdict],
    order: 'descending',
    limit,
  })

/** In all that one member wrote, newest first. */
export const typosFor = (ownerId: string, verdict: TypoSuggestion['verdict'], limit = maxTypos) =>
  defineQuery({
    table: typoSuggestions,
    index: ['ownerId', 'verdict', 'proposedAt'],
    equals: [ownerId, verdict],
    order: 'descending',
    limit,
  })
