import { defineDomain } from '../kernel/domain.ts'
import { keepBoards } from './board-mutations.ts'
import { boards, karmaDays } from './board-schema.ts'
import { adjustPeriod, rescore } from './mutations.ts'
import { keepRelated } from './related-mutations.ts'
import { relatedPosts } from './related-schema.ts'
import { listings } from './schema.ts'
import { noteFeed } from './settings-mutations.ts'
import { feedTraces } from './settings-schema.ts'

export const feedOnServer = defineDomain({
  tables: [listings, feedTraces, boards, karmaDays, relatedPosts],
  mutations: [rescore, noteFeed, keepBoards, adjustPeriod, keepRelated],
})
