/**
 * What a page's policy has refused, as browsers report it: the Reporting API's batches (W3C
 * Reporting, CSP 3 section 5) and the older `report-uri` form. Everything in it is a stranger's
 * word. Extensions and translators change pages too: what names a script of theirs is left out.
 */
import { createHmac } from 'node:crypto'
import { dayOf, reportLimits } from '#shared/reports/limits.ts'
import { scrubUrl } from '#shared/reports/scrub-text.ts'
import { browserLabel } from '#server/http/browser-label.ts'
import type { RawReport } from './error-report.ts'
import { lineIn, numberIn, objectIn } from './untrusted.ts'

export interface PolicyRefusal {
  readonly directive: string
  /**
   * A word of CSP (`inline`, `trusted-types-sink`), a scheme, `own`, or `elsewhere`: where that is
   * would make a group of each.
   */
  readonly blocked: string
  /**
   * Of a Trusted Types refusal, as `Element innerHTML`; what was to be written there may be a
   * draft, and is not kept.
   */
  readonly sink: string
  /** Without query and fragment. */
  readonly url: string
  /** A file or page of ours; empty when the browser does not say. */
  readonly file: string
  readonly line: number | null
  readonly column: number | null
}

/** Who reports: the block of their address, and what their browser calls itself. */
export interface Reader {
  readonly network: string
  readonly userAgent: string
}

const words: ReadonlySet<string> = new Set(['inline', 'eval', 'wasm-eval', 'trusted-types-sink', 'trusted-types-policy', 'data', 'blob'])

/**
 * @param host of this site, as it was asked for
 * @returns what is worth keeping; `null` for what is no report at all.
 */
export function refusalsIn(json: unknown, host: string): readonly PolicyRefusal[] | null {
  const bodies = bodiesIn(json)
  if (bodies === null) return null
  return bodies.flatMap((body) => refusalOf(body, host) ?? [])
}

/** Both forms as the older one, whose names have hyphens. */
function bodiesIn(json: unknown): readonly Readonly<Record<string, unknown>>[] | null {
  if (!Array.isArray(json)) {
    const report = objectIn(json)['csp-report']
    return typeof report === 'object' && report !== null && !Array.isArray(report) ? [objectIn(report)] : null
  }
  const reports = json.slice(0, reportLimits.policyReportsPerBatch).map(objectIn)
  if (reports.length === 0 || reports.some(({ type }) => typeof type !== 'string')) return null
  return reports
    .filter(({ type }) => type === 'csp-violation')
    .map((report) => {
      const body = objectIn(report['body'])
      return {
        'document-uri': body['documentURL'] ?? report['url'],
        'effective-directive': body['effectiveDirective'],
        'blocked-uri': body['blockedURL'],
        disposition: body['disposition'],
        'source-file': body['sourceFile'],
        'line-number': body['lineNumber'],
        'column-number': body['columnNumber'],
        'script-sample': body['sample'],
      }
    })
}

/** `null` for what is not ours to mend, or not as a browser writes it. */
function refusalOf(body: Readonly<Record<string, unknown>>, host: string): PolicyRefusal | null {
  const directive = lineIn(body['effective-directive'] ?? body['violated-directive'], 200).split(' ')[0] ?? ''
  const page = URL.parse(lineIn(body['document-uri'], 500))
  const disposition = body['disposition'] ?? 'enforce'
  if (!/^[a-z][a-z-]{2,39}$/u.test(directive) || page?.host !== host || disposition !== 'enforce') return null
  const blocked = blockedOf(lineIn(body['blocked-uri'], 500), host)
  const source = lineIn(body['source-file'], 500)
  const isOwn = URL.parse(source)?.host === host
  if (blocked === null || (source !== '' && !isOwn)) return null
  const sample = lineIn(body['script-sample'], 100)
  return {
    directive,
    blocked,
    sink: blocked.startsWith('trusted-types') && sample.includes('|') ? (sample.split('|')[0] ?? '').slice(0, 60) : '',
    url: scrubUrl(page.href),
    file: isOwn ? scrubUrl(source) : '',
    line: isOwn ? numberIn(body['line-number']) : null,
    column: isOwn ? numberIn(body['column-number']) : null,
  }
}

/** `null`: an extension's own. */
function blockedOf(blocked: string, host: string): string | null {
  if (blocked === '' || words.has(blocked)) return blocked === '' ? 'inline' : blocked
  const url = URL.parse(blocked)
  // `about`, `chrome-extension`, and whatever else has no place on this site.
  if (url === null || !/^(?:https?|wss?|data|blob):$/u.test(url.protocol)) return null
  if (url.host === '') return url.protocol.slice(0, -1)
  return url.host === host ? 'own' : 'elsewhere'
}

/**
 * One id for the same refusal at the same place by the same reader on a day: a page that is loaded
 * a hundred times counts once.
 */
export function refusalReport(
  refusal: PolicyRefusal,
  reader: Reader,
  { now, secret }: { readonly now: number; readonly secret: Uint8Array },
): RawReport {
  const { directive, blocked, sink, url, file, line, column } = refusal
  const place = [file, line, column]
  const told = JSON.stringify([dayOf(now), reader.network, reader.userAgent, directive, blocked, sink, url, ...place])
  return {
    id: createHmac('sha256', secret).update(told).digest('hex').slice(0, 32),
    platform: 'browser',
    at: now,
    happenedAt: now,
    digest: null,
    level: 'warning',
    release: '',
    route: '',
    url,
    browser: browserLabel(reader.userAgent),
    exceptions: [
      {
        type: 'PolicyRefusal',
        message: [`${directive} refused ${blocked}`, sink].filter((part) => part !== '').join(': '),
        isHandled: true,
        frames: file === '' ? [] : [{ file, fn: '', line, column, isOurs: true, before: [], code: null, after: [] }],
      },
    ],
    breadcrumbs: [],
    tags: [
      ['directive', directive],
      ['blocked', blocked],
    ],
    flags: [],
    fingerprint: [],
  }
}
