/**
 * The first look at a request, before anything is read or written: is it meant for this site, and
 * does it come from this site?
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { mirrorPath } from '#shared/archive/port.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

export interface SiteNames {
  /** Scheme and host of SITE_URL, as in an Origin header. */
  readonly origin: string
  /** The port we listen on. */
  readonly port: number
}

export interface Admission {
  /**
   * 400 for a target or Host that is none, 421 for another site's (RFC 9110 §15.5.20), 403 for a
   * mutation from another site; `null`: come in.
   */
  refusal(request: IncomingMessage): 400 | 403 | 421 | null
  /**
   * The same for a websocket, whose handshake is a GET that cookies come with: its Origin must be
   * there, and be this site.
   */
  socketRefusal(request: IncomingMessage): 400 | 403 | 421 | null
  isOurHost(host: string | undefined): boolean
}

const loopback = ['localhost', '127.0.0.1', '[::1]'] as const

export function admission(site: SiteNames): Admission {
  const hosts = new Set([URL.parse(site.origin)?.host ?? '', ...loopback.map((name) => `${name}:${site.port}`)])
  if (site.port === 80) for (const name of loopback) hosts.add(name)
  const isOurHost = (host: string | undefined): boolean => host !== undefined && (hosts.has(host) || hosts.has(host.toLowerCase()))
  const wrongPlace = ({ headers, rawHeaders, url }: IncomingMessage): 400 | 421 | null => {
    // Two Host lines: node keeps the first and says nothing.
    const hostLines = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
    if (headers.host === undefined || hostLines !== 1 || url?.startsWith('/') !== true) return 400
    return isOurHost(headers.host) ? null : 421
  }
  const isOurs = ({ headers }: IncomingMessage): boolean => isFromHere(headers, site.origin, headers.host ?? '')
  return {
    isOurHost,
    refusal(request) {
      const refusal = wrongPlace(request)
      if (refusal !== null || safeMethods.has(request.method ?? '')) return refusal
      return isKeyed(request) || isOurs(request) ? null : 403
    },
    socketRefusal: (request) => wrongPlace(request) ?? (request.headers.origin !== undefined && isOurs(request) ? null : 403),
  }
}

/**
 * The API takes keys, the archive takes nothing, and neither looks at a cookie: from wherever a
 * request comes, no browser was made to lend its reader's name.
 */
export function isKeyed({ url }: Pick<IncomingMessage, 'url'>): boolean {
  return url?.startsWith('/api/v1/') === true || url?.startsWith(`${mirrorPath}/`) === true
}

/**
 * Browsers say where a request comes from (Origin, and Sec-Fetch-Site in newer ones); every one of
 * these that is there must name this site. None of them: not a browser, which nobody can trick into
 * sending another's cookie.
 */
export function isFromHere(headers: IncomingHttpHeaders, siteOrigin: string, host: string): boolean {
  const fetchSite = headers['sec-fetch-site']
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return false
  const { origin, referer } = headers
  const named = origin ?? (referer === undefined ? undefined : (URL.parse(referer)?.origin ?? 'null'))
  if (named === undefined) return true
  // Reached by a loopback name, the site's own pages carry that name as their origin.
  const isLoopback = loopback.some((name) => host === name || host.startsWith(`${name}:`))
  return named === siteOrigin || (isLoopback && named === `http://${host}`)
}
