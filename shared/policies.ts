import type { ReadPolicies } from './kernel/read-policy.ts'
import { domains } from './domains.ts'
import { policiesOf } from './policies-of.ts'

/**
 * Who may read what, in every table. @throws TypeError for a table whose rows never leave the
 * server.
 */
export const policies: ReadPolicies = policiesOf(domains, (name) => {
  throw new TypeError(`${name} has no read policy: its rows never leave the server`)
})
