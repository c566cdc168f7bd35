import { reviewConfig } from '#shared/annual-review/config.ts'
import type { Gallery } from '#shared/annual-review/gallery-queries.ts'

/** All that are configured, and how many of these are in each. */
export const categoriesOf = (winners: Gallery['winners']) =>
  reviewConfig.categories.map(({ slug, name }) => ({
    ...{ slug, name },
    count: winners.filter(({ winner }) => winner.category === slug).length,
  }))
