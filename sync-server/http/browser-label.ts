const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//u, 'Edge'],
  [/OPR\/|Opera/u, 'Opera'],
  [/Firefox\/|FxiOS\//u, 'Firefox'],
  [/SamsungBrowser\//u, 'Samsung Internet'],
  [/Chrome\/|CriOS\/|Chromium\//u, 'Chrome'],
  [/Safari\//u, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad|iPod/u, 'iOS'],
  [/Android/u, 'Android'],
  [/Windows/u, 'Windows'],
  [/Mac OS X|Macintosh/u, 'macOS'],
  [/CrOS/u, 'ChromeOS'],
  [/Linux|X11/u, 'Linux'],
]

/**
 * "Firefox on Linux", for the list of sessions: from our own words only, never the user agent's.
 */
export function browserLabel(userAgent: string): string {
  const find = (table: typeof browsers, otherwise: string) => table.find(([pattern]) => pattern.test(userAgent))?.[1] ?? otherwise
  return `${find(browsers, 'A browser')} on ${find(systems, 'an unknown system')}`
}
