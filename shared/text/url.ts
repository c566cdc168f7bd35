/**
 * The part of the WHATWG URL this file uses: the folder is compiled without DOM and Node types, and
 * both sides have it.
 */
declare const URL: new (address: string) => {
  readonly protocol: string
  readonly hostname: string
  readonly username: string
  readonly password: string
}

const maxUrlLength = 2048

/**
 * White space, controls, format characters (bidi marks, zero-width) and the backslash, which
 * browsers read as a slash.
 */
const trickyCharacter = /[\s\\\p{Cc}\p{Cf}\p{Cs}]/u

/**
 * Whether an address may stand in a link: http, https and mailto, paths on this site (`/…`, never
 * `//…`) and `#…`. Everything is refused that a browser would read differently from how it looks;
 * nothing is repaired.
 */
export function isSafeUrl(url: string): boolean {
  if (url === '' || url.length > maxUrlLength || trickyCharacter.test(url)) return false
  if (url.startsWith('#')) return url.length > 1
  if (isSitePath(url)) return true
  if (/^mailto:[^/?#]/i.test(url)) return parsed(url)?.protocol === 'mailto:'
  return isWebUrl(url)
}

/**
 * Pictures come from this site or by http(s); the renderer makes a link of those that are not of
 * this site.
 */
export function isSafeImageUrl(url: string): boolean {
  return url.length <= maxUrlLength && !trickyCharacter.test(url) && (isSitePath(url) || isWebUrl(url))
}

function isSitePath(url: string): boolean {
  return url.startsWith('/') && !url.startsWith('//')
}

function isWebUrl(url: string): boolean {
  if (!/^https?:\/\/[^/]/i.test(url)) return false
  const address = parsed(url)
  // A name or password before the host is how a link pretends to lead elsewhere.
  return (
    address !== null && /^https?:$/.test(address.protocol) && address.hostname !== '' && address.username === '' && address.password === ''
  )
}

function parsed(url: string): InstanceType<typeof URL> | null {
  try {
    return new URL(url)
  } catch {
    return null
  }
}
