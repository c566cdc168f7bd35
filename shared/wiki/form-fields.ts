/**
 * What the keepers' form of a page says, as `wiki.setDetail` takes it; read by `detailsIn` of
 * sequences, with how each field was.
 */
import type { FormFields } from '../sequences/form-fields.ts'

export const keeperFields: FormFields = {
  pageSlug: ['slug', 'line'],
  shortName: ['shortName', 'line'],
  subtitle: ['subtitle', 'line'],
  isCore: ['isCore', 'box'],
  isPostType: ['isPostType', 'box'],
  isSuggestedAsFilter: ['isSuggestedAsFilter', 'box'],
  isWikiOnly: ['isWikiOnly', 'box'],
  isAuthorOnly: ['isAuthorOnly', 'box'],
  isRemovalResistant: ['isRemovalResistant', 'box'],
  order: ['order', 'order'],
  postsOrder: ['postsOrder', 'line'],
  shownParagraphs: ['shownParagraphs', 'order'],
  grade: ['grade', 'order'],
  bannerUrl: ['bannerUrl', 'address'],
  squareUrl: ['squareUrl', 'address'],
  introSequenceId: ['introSequenceId', 'address'],
  coreTagId: ['coreTagId', 'address'],
  parentTagId: ['parentTagId', 'address'],
  needsReview: ['needsReview', 'box'],
}
