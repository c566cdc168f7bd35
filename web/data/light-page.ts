/** What the app takes over from the light script, which had the page before it (web/app/light). */

/** What the light script does within a text. */
export type LightPart = 'essay' | 'glossary'

/** Whether the light script has brought that to life, and nobody has taken it over. */
export const hadLight = (part: LightPart): boolean => window.__late?.ends?.[part] !== undefined

/** The app takes it over. */
export function endLight(part: LightPart): void {
  const ends = window.__late?.ends
  const end = ends?.[part]
  delete ends?.[part]
  end?.()
}

/** Gives the keys that were pressed before anybody heard them, once. */
export function takeKeys(): readonly KeyboardEvent[] {
  const late = window.__late
  const keys = late?.keys ?? []
  delete late?.keys
  return keys
}
