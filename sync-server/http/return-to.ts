/**
 * Control characters, white space and backslashes: browsers drop or rewrite them, so that `/\host`
 * and `/<tab>/host` leave the site.
 */
const unsafe = /[\u0000-\u0020\u007F-\u00A0\u2028\u2029\uFEFF\\]/u
const longest = 2_000

/**
 * A place on this site to go on to, from something a request says. Answers `otherwise` for
 * everything that is not plainly a path of our own: other hosts in any spelling, schemes, API
 * addresses.
 */
export function safeReturnTo(value: unknown, otherwise = '/'): string {
  if (typeof value !== 'string' || value.length > longest) return otherwise
  if (!value.startsWith('/') || value.startsWith('//') || unsafe.test(value)) return otherwise
  const base = 'http://this-site.invalid'
  const url = URL.parse(value, base)
  if (url === null || url.origin !== base) return otherwise
  // Dot segments may leave a double slash behind: `/.//host`.
  if (url.pathname.startsWith('//') || url.pathname.toLowerCase().startsWith('/api/')) return otherwise
  return url.pathname + url.search + url.hash
}
