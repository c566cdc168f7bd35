import { isSafeImageUrl, isSafeUrl } from '#shared/text/url.ts'

/**
 * The address that somebody meant who typed `example.org` or an email address; `null` for what no
 * link may lead to.
 */
export function addressOf(typed: string): string | null {
  const text = typed.trim()
  if (isSafeUrl(text)) return text
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text) && isSafeUrl(`mailto:${text}`)) return `mailto:${text}`
  if (/^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#:]\S*)?$/u.test(text) && isSafeUrl(`https://${text}`)) return `https://${text}`
  return null
}

export function pictureAddressOf(typed: string): string | null {
  const address = addressOf(typed)
  return address !== null && isSafeImageUrl(address) ? address : null
}
