import type { IncomingHttpHeaders } from 'node:http'
import type { ApiKey, ApiScope } from '#shared/api/schema.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { Apply } from '#server/http/ports.ts'
import { viewerOfAccount } from '#shared/accounts/queries.ts'
import { keyByHash } from '#shared/api/key-records.ts'
import { canUseKey, isLiveKey } from '#shared/api/rules.ts'
import { AppError, authorize } from '#shared/kernel/errors.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { hashOfKeyToken } from './key-token.ts'

/**
 * Who asks: the member whose key it is, or nobody. Cookies are never looked at: no page can make a
 * browser ask in its reader's name.
 */
export interface Caller {
  readonly viewer: Viewer
  readonly key: ApiKey | null
}

export interface CallerTools {
  readonly store: { read<T>(work: (read: Read) => Promise<T>): Promise<T> }
  readonly apply: Apply
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

const nobody: Caller = { viewer: visitor, key: null }

/**
 * Looked up anew for each request: a revoked key is void at once. @throws AppError 'not-allowed'
 * with 'key-invalid'
 */
export async function callerOf({ store, apply, now, onError }: CallerTools, headers: IncomingHttpHeaders): Promise<Caller> {
  const { authorization } = headers
  if (authorization === undefined) return nobody
  const hash = hashOfKeyToken(/^Bearer ([^\s]{1,200})$/iu.exec(authorization)?.[1] ?? '')
  if (hash === null) throw new AppError('not-allowed', { reason: 'key-invalid' })
  const at = now()
  const found = await store.read(async (read) => {
    const [key] = await read.list(keyByHash(hash))
    return key === undefined || !isLiveKey(key, at) ? null : { key, viewer: await viewerOfAccount(read, key.userId, at) }
  })
  if (found === null) throw new AppError('not-allowed', { reason: 'key-invalid' })
  const day = new Date(at).toISOString().slice(0, 10)
  if (found.key.lastUsedOn !== day)
    apply({ name: 'api.touchKey', args: { keyId: found.key.id, day }, userId: null, source: 'server' }).catch(onError)
  return found
}

/**
 * What must hold before an operation begins. @throws AppError 'not-allowed' with 'key-needed',
 * 'key-scope', or 'banned'.
 */
export function requireCaller({ viewer, key }: Caller, scope: ApiScope, needsKey: boolean, now: number): void {
  if (key === null) {
    if (needsKey) throw new AppError('not-allowed', { reason: 'key-needed' })
    return
  }
  authorize(canUseKey(key, scope, now))
  if (viewer.kind === 'visitor') throw new AppError('not-allowed', { reason: viewer.bannedUntil === undefined ? 'key-invalid' : 'banned' })
}
