import type { NewsSource } from '#server/notify/define-news.ts'
import type { ServerDomain } from './define-server-domain.ts'
import * as manifests from './manifests.ts'

/**
 * What the server alone does, domain by domain. No domain's trigger may need another's of the same
 * mutation to have run before it.
 */
export const serverDomains: readonly ServerDomain[] = Object.values(manifests)

/** What rows are news of, for the notification dispatcher. */
export const newsSources: readonly NewsSource[] = serverDomains.flatMap(({ news }) => news)
