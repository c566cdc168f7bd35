import type { ServerDomain } from './define-server-domain.ts'
import * as manifests from './manifests.ts'

/**
 * What the server alone does, domain by domain. No domain's trigger may need another's of the same
 * mutation to have run before it.
 */
export const serverDomains: readonly ServerDomain[] = Object.values(manifests)
