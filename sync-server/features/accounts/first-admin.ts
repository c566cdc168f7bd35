import type { Read } from '#shared/kernel/transaction.ts'
import type { Apply } from '#server/http/ports.ts'
import { hasAdminBeside } from '#shared/accounts/member-names.ts'
import { links } from '#shared/links.ts'
import { applied } from '#server/http/define-form.ts'
import { newToken } from './tokens.ts'

interface FirstAdminOptions {
  readonly store: { read<T>(work: (read: Read) => Promise<T>): Promise<T> }
  readonly apply: Apply
  /** Scheme and host of the site. */
  readonly origin: string
  readonly now: number
}

/**
 * A place without an administrator: the address that makes one of whoever opens it and signs up or
 * in, once, within seven days. `null` when there is an administrator. Written to the log at the
 * start: who reads that owns the machine.
 */
export async function firstAdminLink({ store, apply, origin, now }: FirstAdminOptions): Promise<string | null> {
  if (await store.read((read) => hasAdminBeside(read, '', now))) return null
  const { token, hash } = newToken()
  await applied(apply, {
    name: 'accounts.issueEmailToken',
    args: { tokenHash: hash, kind: 'firstAdmin', userId: null, email: '' },
    userId: null,
    source: 'server',
  })
  return `${origin}${links.login({ mode: 'signUp', returnTo: links.emailToken(token) })}`
}
