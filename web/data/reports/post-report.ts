import type { Posted } from './report-queue.ts'
import { dayMs } from '#shared/kernel/durations.ts'

/**
 * A request that outlives its page may be so large (the browser's limit for all of them together is
 * 64 KiB).
 */
const maxKeptAlive = 30_000
const patienceMs = 30_000

/**
 * One report to the tunnel. Whoever answers for our server, a captive portal or a proxy, has taken
 * nothing.
 */
export async function postReport(tunnel: string, bytes: Uint8Array<ArrayBuffer>, now: () => number): Promise<Posted> {
  let response: Response
  try {
    response = await fetch(tunnel, {
      method: 'POST',
      headers: { 'content-type': 'application/x-sentry-envelope' },
      body: bytes,
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      keepalive: bytes.length <= maxKeptAlive,
      signal: AbortSignal.timeout(patienceMs),
    })
  } catch {
    return { kind: 'unreached' }
  }
  return postedBy(response.status, (name) => response.headers.get(name), now)
}

/** What an answer means. */
export function postedBy(status: number, header: (name: string) => string | null, now: () => number): Posted {
  if (status === 429) {
    // Sentry's own header says for what: "3600:feedback:organization".
    const only = /^[^:]*:feedback(?::|$)/u.test(header('x-sentry-rate-limits') ?? '') ? 'feedback' : null
    return { kind: 'later', afterMs: retryAfterMs(header('retry-after'), now) ?? 60_000, only }
  }
  if (status >= 500) return { kind: 'failed', afterMs: retryAfterMs(header('retry-after'), now) }
  if (status >= 400) return { kind: 'refused' }
  return status === 200 && header('content-type')?.startsWith('application/json') === true ? { kind: 'taken' } : { kind: 'unreached' }
}

const longestPauseMs = dayMs

/** RFC 9110 §10.2.3: seconds or a date. `null` when it says neither. */
function retryAfterMs(value: string | null, now: () => number): number | null {
  if (value === null || value.trim() === '') return null
  const ms = /^\s*\d+\s*$/u.test(value) ? Number(value) * 1_000 : Date.parse(value) - now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), longestPauseMs) : null
}
