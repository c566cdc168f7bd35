import type { ReportPlace } from '#shared/reports/ingest.ts'
import { isLoopbackHost } from '#server/config.ts'

export interface ForwardPorts {
  readonly fetch?: typeof globalThis.fetch
  readonly timeoutMs?: number
}

export type Forwarded = 'taken' | 'busy' | 'failed'

/**
 * Passes an envelope on to the one configured place. The address is made of the settings alone, no
 * redirect is followed, and nothing of the sender goes along: no cookie, no authorisation, no
 * address. @throws TypeError for plain http to another machine.
 */
export function forwarder(place: ReportPlace, { fetch = globalThis.fetch, timeoutMs = 5_000 }: ForwardPorts = {}) {
  const target = ingestUrl(place)
  return async (envelope: Uint8Array): Promise<Forwarded> => {
    try {
      const answer = await fetch(target, {
        method: 'POST',
        body: new Uint8Array(envelope),
        headers: { 'content-type': 'application/x-sentry-envelope' },
        redirect: 'manual',
        credentials: 'omit',
        signal: AbortSignal.timeout(timeoutMs),
      })
      // Its words are nobody's business here.
      await answer.body?.cancel()
      if (answer.status === 429) return 'busy'
      return answer.ok ? 'taken' : 'failed'
    } catch {
      return 'failed'
    }
  }
}

/** `https://HOST/api/PROJECT/envelope/` */
export function ingestUrl(place: ReportPlace): string {
  const { protocol, host, hostname } = new URL(place.dsn)
  if (protocol !== 'https:' && !isLoopbackHost(hostname)) throw new TypeError('reports are passed on by https only')
  return `${protocol}//${host}/api/${place.project}/envelope/`
}
