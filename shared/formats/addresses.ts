import { isSafeImageUrl, isSafeUrl } from '../text/url.ts'

/**
 * The part of the WHATWG URL this file uses: the folder is compiled without DOM and Node types, and
 * all sides have it.
 */
declare const URL: new (
  address: string,
  base?: string,
) => { readonly href: string; readonly searchParams: { get(name: string): string | null } }

export interface AddressOptions {
  /** `https://host`: addresses of this site become paths. */
  readonly siteOrigin?: string
  /** The page's own address, for those that begin there. */
  readonly base?: string
}

/** A link as it may stand in a text, or `null`. */
export function linkAddress(href: string, options: AddressOptions): string | null {
  const address = plain(href, options)
  return address !== null && isSafeUrl(address) ? address : null
}

/** A picture's address on the web or this site, or `null`. */
export function pictureAddress(src: string, options: AddressOptions): string | null {
  const address = plain(src, options)
  return address !== null && isSafeImageUrl(address) ? address : null
}

function plain(given: string, { siteOrigin, base }: AddressOptions): string | null {
  const address = given.trim().replace(/[\t\n\r]/gu, '')
  if (address === '' || address.length > 4000) return null
  if (address.startsWith('#')) return address
  if (siteOrigin !== undefined && (address === siteOrigin || address.startsWith(`${siteOrigin}/`)))
    return address.slice(siteOrigin.length) || '/'
  if (/^mailto:/iu.test(address)) return address
  try {
    const isWhole = /^https?:\/\//iu.test(address)
    if (isWhole) return unwrapped(address)
    if (base !== undefined && !/^[a-z][a-z\d+.-]*:/iu.test(address)) return new URL(address, base).href
    // Without the page's address a path leads nowhere: on this site it would be another page.
    return address.startsWith('//') ? `https:${address}` : null
  } catch {
    return null
  }
}

/**
 * Google Docs leads each link by way of itself. White space in an address is written as browsers
 * send it.
 */
function unwrapped(address: string): string {
  if (/^https?:\/\/www\.google\.com\/url\?/u.test(address)) {
    const target = new URL(address).searchParams.get('q') ?? new URL(address).searchParams.get('url')
    if (target !== null && /^https?:\/\//iu.test(target)) return target
  }
  return /\s/u.test(address) ? new URL(address).href : address
}
