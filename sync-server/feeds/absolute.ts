/**
 * Where a text is read elsewhere, a path leads nowhere. The HTML is our own renderer's, which
 * quotes every attribute.
 */
export function absolute(html: string, origin: string): string {
  return html
    .replace(/ (href|src)="\/(?!\/)/gu, ` $1="${origin}/`)
    .replace(/ srcset="([^"]*)"/gu, (_whole, list: string) => ` srcset="${list.replace(/(^|,\s*)\/(?!\/)/gu, `$1${origin}/`)}"`)
}
