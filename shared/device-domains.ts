import type { Domain } from './kernel/domain.ts'
import * as manifests from './device-manifests.ts'

/** What devices load of the domains. */
export const deviceDomains: readonly Domain[] = Object.values(manifests)
