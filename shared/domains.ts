import type { Domain } from './kernel/domain.ts'
import { deviceDomains } from './device-domains.ts'
import { accountsOnServer } from './accounts/server-domain.ts'
import { analyticsDomain } from './analytics/domain.ts'
import { apiDomain } from './api/domain.ts'
import { booksDomain } from './books/domain.ts'
import { feedOnServer } from './feed/server-domain.ts'
import { glossaryOnServer } from './glossary/server-domain.ts'
import { moderationDomain } from './moderation/domain.ts'
import { picturesDomain } from './pictures/domain.ts'
import { reactionsOnServer } from './reactions/server-domain.ts'
import { reportsDomain } from './reports/domain.ts'
import { sequencesOnServer } from './sequences/server-domain.ts'
import { spotlightsDomain } from './spotlights/domain.ts'
import { wikiOnServer } from './wiki/server-domain.ts'

/**
 * Every manifest there is: a domain is a folder with one, and a line here or in `device-domains.ts`
 * (domains.test.ts).
 */
export const domains: readonly Domain[] = [
  ...deviceDomains,
  accountsOnServer,
  analyticsDomain,
  apiDomain,
  booksDomain,
  feedOnServer,
  glossaryOnServer,
  moderationDomain,
  picturesDomain,
  reactionsOnServer,
  reportsDomain,
  sequencesOnServer,
  spotlightsDomain,
  wikiOnServer,
]
