/**
 * What the server alone does, a line for each `domain.ts` of a folder here (domains.test.ts).
 * `domains.ts` collects them.
 */
export { booksOnServer } from './books/domain.ts'
export { commentsOnServer } from './comments/domain.ts'
export { dialoguesOnServer } from './dialogues/domain.ts'
export { feedOnServer } from './feed/domain.ts'
export { moderationOnServer } from './moderation/domain.ts'
export { notificationsOnServer } from './notifications/domain.ts'
export { pollsOnServer } from './polls/domain.ts'
export { predictionsOnServer } from './predictions/domain.ts'
export { reactionsOnServer } from './reactions/domain.ts'
export { inlineCommentsOnServer } from './inline-comments/domain.ts'
export { sequencesOnServer } from './sequences/domain.ts'
export { spotlightsOnServer } from './spotlights/domain.ts'
export { subscriptionsOnServer } from './subscriptions/domain.ts'
export { tagVotesOnServer } from './tag-votes/domain.ts'
export { votesOnServer } from './votes/domain.ts'
export { wikiOnServer } from './wiki/domain.ts'
