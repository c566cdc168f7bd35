import { createHash } from 'node:crypto'
import { trustedPolicies } from '#shared/pages/trusted-policies.ts'
import { policyReportPath } from '#shared/reports/ingest.ts'
import { frameOrigins } from '#shared/text/embeds.ts'

export interface SecurityOptions {
  /** The constant inline script of every page. */
  readonly inlineScript: string
  /** The other one: dates as ages. */
  readonly ageScript: string
  /** SITE_URL is https: browsers are told to stay with it. */
  readonly isHttps: boolean
  /** The flag `profiling` is on: without leave, browsers sample no stacks. */
  readonly isProfiled?: boolean
  /** Vite's development client writes inline styles and scripts and speaks over a socket. */
  readonly isDevelopment: boolean
  /**
   * `wss://host` of this site, for browsers in which 'self' does not cover sockets; `null`: not
   * known yet, and 'self' must do.
   */
  readonly socketOrigin: string | null
  /** Where the operator's map tiles are; absent: nowhere. */
  readonly tilesOrigin?: string | undefined
}

/** Kinds of answers, each with its own set of headers. */
export type AnswerClass = 'page' | 'map' | 'api' | 'file' | 'feed'

export type HeaderPairs = readonly (readonly [string, string])[]

/** Headers that every answer of a class has, whatever its status. */
export function securityHeaders(options: SecurityOptions): Readonly<Record<AnswerClass, HeaderPairs>> {
  const everywhere: [string, string][] = [
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
  ]
  if (options.isHttps) everywhere.push(['strict-transport-security', 'max-age=31536000; includeSubDomains'])
  const pageOf = (policy: string): HeaderPairs => [
    ...everywhere,
    ['content-security-policy', policy],
    ['cross-origin-opener-policy', 'same-origin'],
    ['permissions-policy', 'display-capture=(self), camera=(), microphone=(), geolocation=(self), payment=(), usb=()'],
    ...(options.isHttps ? [['reporting-endpoints', `policy="${policyReportPath}"`] as const] : []),
    ...(options.isProfiled === true ? [['document-policy', 'js-profiling'] as const] : []),
  ]
  const bare: HeaderPairs = [
    ...everywhere,
    ['content-security-policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"],
  ]
  // A picture opened by itself is a document: an SVG's own styles work, its scripts do not.
  const file: HeaderPairs = [
    ...everywhere,
    ['content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"],
  ]
  const page = pageOf(pagePolicy(options))
  const { tilesOrigin } = options
  const map = tilesOrigin === undefined ? page : pageOf(pagePolicy(options, ` ${tilesOrigin}`))
  return { page, map, api: bare, feed: bare, file }
}

/**
 * RFC-free summary: own files only, two known inline scripts, no inline styles, frames of known
 * hosts, no plug-ins, no HTML or script from a plain string.
 */
function pagePolicy(options: SecurityOptions, pictures = ''): string {
  const hashes = [options.inlineScript, options.ageScript].map(
    (script) => ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const development = options.isDevelopment
  return [
    "default-src 'none'",
    development ? "script-src 'self' 'unsafe-inline'" : `script-src 'self'${hashes.join('')}`,
    development ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    ...(development ? [] : ["style-src-attr 'none'"]),
    `img-src 'self' data: blob:${pictures}`,
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws:' : options.socketOrigin === null ? '' : ` ${options.socketOrigin}`}`,
    // What an author has embedded, once a reader has asked for it.
    `frame-src ${frameOrigins.join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    // Vite's development client writes HTML of its own.
    ...(development ? [] : ["require-trusted-types-for 'script'", `trusted-types ${trustedPolicies.join(' ')}`]),
    `report-uri ${policyReportPath}`,
    // Browsers that know this one leave `report-uri` alone, and send nothing to a plain http
    // address.
    ...(options.isHttps ? ['report-to policy'] : []),
  ].join('; ')
}
