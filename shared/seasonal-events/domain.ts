import { links } from '../links.ts'
import { defineDomain, inOutbox } from '../kernel/domain.ts'
import { giveSeasonalAnswer } from './answer-mutations.ts'
import { seasonalAnswers, seasonalEvents } from './schema.ts'

export const seasonalEventsDomain = defineDomain({
  tables: [seasonalEvents, seasonalAnswers],
  mutations: [giveSeasonalAnswer],
  outboxWords: [inOutbox(giveSeasonalAnswer, () => ({ what: 'Answer to a poll', about: { kind: 'page', href: links.seasonalPoll() } }))],
})
