import { defineQuery } from '../kernel/query.ts'
import { curationFigures } from './figures.ts'
import { curationCandidates, curationNotices } from './schema.ts'

/** Suggested lately and neither dismissed nor curated, the last suggested first. */
export const waitingCandidates = (now: number) =>
  defineQuery({
    ...{ table: curationCandidates, index: ['isWaiting', 'suggestedAt'], equals: [true], from: now - curationFigures.withinMs },
    ...{ order: 'descending', limit: curationFigures.candidates },
  })

/** The last dismissed first. */
export const dismissedCandidates = (limit: number) =>
  defineQuery({ table: curationCandidates, index: ['dismissedAt'], equals: [], from: 1, order: 'descending', limit })

/** Drafts and published ones, newest first. */
export const latestNotices = () =>
  defineQuery({ table: curationNotices, index: ['createdAt'], equals: [], order: 'descending', limit: curationFigures.notices })
