import type { Domain } from './kernel/domain.ts'
import { deviceDomains } from './device-domains.ts'
import * as manifests from './server-manifests.ts'

/**
 * Every manifest there is: a domain is a folder with one, and a line in `device-manifests.ts` or
 * `server-manifests.ts` (domains.test.ts).
 */
export const domains: readonly Domain[] = [...deviceDomains, ...Object.values(manifests)]
