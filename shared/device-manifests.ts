/**
 * The manifests that devices load: of every domain with a table or mutation on devices.
 * `device-domains.ts` collects them.
 */
export { accountsDomain } from './accounts/domain.ts'
export { commentsDomain } from './comments/domain.ts'
export { contentReportsDomain } from './content-reports/domain.ts'
export { dialoguesDomain } from './dialogues/domain.ts'
export { feedDomain } from './feed/domain.ts'
export { glossaryDomain } from './glossary/domain.ts'
export { messagesDomain } from './messages/domain.ts'
export { mutesDomain } from './mutes/domain.ts'
export { notificationsDomain } from './notifications/domain.ts'
export { pollsDomain } from './polls/domain.ts'
export { postsDomain } from './posts/domain.ts'
export { predictionsDomain } from './predictions/domain.ts'
export { publishingDomain } from './publishing/domain.ts'
export { reactionsDomain } from './reactions/domain.ts'
export { readingDomain } from './reading/domain.ts'
export { inlineCommentsDomain } from './inline-comments/domain.ts'
export { sequencesDomain } from './sequences/domain.ts'
export { subscriptionsDomain } from './subscriptions/domain.ts'
export { votesDomain } from './votes/domain.ts'
export { wikiDomain } from './wiki/domain.ts'
