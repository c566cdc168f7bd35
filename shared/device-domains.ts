import type { Domain } from './kernel/domain.ts'
import { accountsDomain } from './accounts/domain.ts'
import { commentsDomain } from './comments/domain.ts'
import { dialoguesDomain } from './dialogues/domain.ts'
import { feedDomain } from './feed/domain.ts'
import { glossaryDomain } from './glossary/domain.ts'
import { notificationsDomain } from './notifications/domain.ts'
import { pollsDomain } from './polls/domain.ts'
import { postsDomain } from './posts/domain.ts'
import { predictionsDomain } from './predictions/domain.ts'
import { publishingDomain } from './publishing/domain.ts'
import { reactionsDomain } from './reactions/domain.ts'
import { readingDomain } from './reading/domain.ts'
import { inlineCommentsDomain } from './inline-comments/domain.ts'
import { sequencesDomain } from './sequences/domain.ts'
import { subscriptionsDomain } from './subscriptions/domain.ts'
import { votesDomain } from './votes/domain.ts'
import { wikiDomain } from './wiki/domain.ts'

/**
 * What devices load of the domains. A domain with a table or mutation on devices has a line here,
 * the others in `domains.ts`.
 */
export const deviceDomains: readonly Domain[] = [
  accountsDomain,
  commentsDomain,
  dialoguesDomain,
  feedDomain,
  glossaryDomain,
  notificationsDomain,
  pollsDomain,
  postsDomain,
  predictionsDomain,
  publishingDomain,
  reactionsDomain,
  readingDomain,
  inlineCommentsDomain,
  sequencesDomain,
  subscriptionsDomain,
  votesDomain,
  wikiDomain,
]
