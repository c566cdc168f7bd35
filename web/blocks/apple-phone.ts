/**
 * iPhone or iPad, where a site is installed by hand and a browser's store is cleared after a week.
 * iPads call themselves Macs, with fingers.
 */
export function isApplePhone(): boolean {
  if (typeof navigator === 'undefined') return false
  return /iPhone|iPad|iPod/u.test(navigator.userAgent) || (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
}
