import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { ApiKey, ApiScope } from './schema.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { dayMs } from '../kernel/durations.ts'

export const apiKeyLimits = { perMember: 20, name: 60, longestMs: 366 * dayMs } as const

/** Whoever is signed in: a key is never stronger than its member. */
export function canMakeKey(viewer: Viewer): Verdict {
  if (viewer.kind === 'member') return allow
  return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
}

export function isLiveKey(key: Pick<ApiKey, 'endedAt' | 'expiresAt'>, now: number): boolean {
  return key.endedAt === null && key.expiresAt > now
}

/**
 * Whether a key opens this. What its member may do is asked separately, by the rules of every
 * mutation.
 */
export function canUseKey(key: ApiKey, scope: ApiScope, now: number): Verdict {
  if (!isLiveKey(key, now)) return deny('key-invalid')
  return key.scopes.includes(scope) ? allow : deny('key-scope')
}
