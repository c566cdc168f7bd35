import type { Store } from '#server/store/port.ts'
import { hashOf } from '#server/features/accounts/tokens.ts'
import { sessions } from '#shared/accounts/schema.ts'
import { idOf } from '#shared/testing/factories.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const yearMs = 365 * dayMs

const tokenOf = (n: number): string => `bench-token-of-member-${n}-`.padEnd(43, 'x')

export const cookieOf = (n: number): string => `session=${tokenOf(n)}`

/** Signs a member of a filled store in, without a password: answers the cookie. */
export async function signIn(store: Store, n: number, userId: string, now: number): Promise<string> {
  const session = {
    id: idOf(90_000 + n),
    tokenHash: hashOf(tokenOf(n)),
    userId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + yearMs,
    endedAt: null,
    label: 'bench',
  }
  await store.write(({ tx }) => tx.put(sessions, session))
  return cookieOf(n)
}
