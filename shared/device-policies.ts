import type { ReadPolicies } from './kernel/read-policy.ts'
import { deviceDomains } from './device-domains.ts'
import { policiesOf } from './policies-of.ts'

/**
 * The same as `policies`, as far as devices hold rows: of what only the server has they have none
 * to show.
 */
export const devicePolicies: ReadPolicies = policiesOf(deviceDomains, () => () => undefined)
