/**
 * Rights that a mail carries: whose they are, what they end, until when, signed by a key of the
 * site's own. Nobody can make one, or use one for anything else; nothing is stored for each. Not
 * for what opens an account: those are random and kept as hashes (features/accounts/tokens.ts).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { NoticeTypeName } from '#shared/notifications/types.ts'
import { isId } from '#shared/kernel/ids.ts'
import { noticeTypeNames } from '#shared/notifications/types.ts'
import { dayMs, hourMs } from '#shared/kernel/durations.ts'

export interface Unsubscribe {
  readonly userId: string
  readonly types: 'all' | readonly NoticeTypeName[]
}

const purpose = 'unsubscribe 1'
const yearMs = 365 * dayMs

export function signUnsubscribe(key: string, { userId, types }: Unsubscribe, now: number): string {
  // By place in the list, which grows at its end only.
  const what = types === 'all' ? 'all' : types.map((type) => noticeTypeNames.indexOf(type)).join('.')
  const said = `${userId}-${what}-${Math.ceil((now + yearMs) / 3_600_000).toString(36)}`
  return `${said}-${signature(key, said)}`
}

/** `null` for what is not ours, not whole, or too old. */
export function readUnsubscribe(key: string, token: string, now: number): Unsubscribe | null {
  const [, said = '', userId = '', what = '', until = '', signed = ''] =
    /^(([0-9a-z]{26})-(all|\d{1,3}(?:\.\d{1,3}){0,40})-([0-9a-z]{1,9}))-([A-Za-z0-9_-]{43})$/u.exec(token) ?? []
  if (!isId(userId) || !isSame(signature(key, said), signed) || Number.parseInt(until, 36) * hourMs < now) return null
  if (what === 'all') return { userId, types: 'all' }
  const types = what.split('.').flatMap((at) => noticeTypeNames[Number(at)] ?? [])
  return types.length === 0 ? null : { userId, types }
}

function signature(key: string, said: string): string {
  return createHmac('sha256', key).update(`${purpose}\0${said}`).digest('base64url')
}

function isSame(ours: string, theirs: string): boolean {
  const [a, b] = [Buffer.from(ours), Buffer.from(theirs)]
  return a.length === b.length && timingSafeEqual(a, b)
}
