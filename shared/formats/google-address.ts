/**
 * Where a document of Google Docs can be had as HTML, made anew from nothing but its id: the host
 * and the path are ours, never the asker's. `null`: it is no such address.
 */
export function googleAddress(given: string): string | null {
  if (given.length > 500) return null
  const published = /^https:\/\/docs\.google\.com\/document\/(?:u\/\d\/)?d\/e\/([\w-]{20,200})\/pub(?:[?#].*)?$/u.exec(given)?.[1]
  if (published !== undefined) return `https://docs.google.com/document/d/e/${published}/pub`
  const own = /^https:\/\/docs\.google\.com\/document\/(?:u\/\d\/)?d\/([\w-]{20,200})(?:\/[\w-]*)?(?:[?#].*)?$/u.exec(given)?.[1]
  return own === undefined || own === 'e' ? null : `https://docs.google.com/document/d/${own}/export?format=html`
}
