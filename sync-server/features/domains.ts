import type { ServerDomain } from './define-server-domain.ts'
import { booksOnServer } from './books/domain.ts'
import { predictionsOnServer } from './predictions/domain.ts'
import { spotlightsOnServer } from './spotlights/domain.ts'
import { subscriptionsOnServer } from './subscriptions/domain.ts'

/**
 * What the server alone does, domain by domain. Each `domain.ts` of a folder here has its line
 * (domains.test.ts).
 */
export const serverDomains: readonly ServerDomain[] = [booksOnServer, predictionsOnServer, spotlightsOnServer, subscriptionsOnServer]
