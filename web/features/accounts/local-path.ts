/**
 * A path on this site from untrusted text, or `/`: one slash at its beginning, and nothing that a
 * browser reads as another host.
 */
export function localPath(text: string | null): string {
  if (text === null || !/^\/(?![/\\])/u.test(text) || /[\u0000-\u001f\u007f\\]/u.test(text)) return '/'
  const here = 'http://this-site.invalid'
  const url = URL.parse(text, here)
  return url === null || url.origin !== here ? '/' : `${url.pathname}${url.search}${url.hash}`
}
