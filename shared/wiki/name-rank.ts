/**
 * How well a name fits what was typed: said once, for tags at posts and for the pages of the wiki.
 */

/** It does not fit. */
export const noRank = 4

/**
 * 0: it is the name; 1: the name begins so; 2: a word of it does; 3: it stands somewhere in it.
 * `wanted`: as `bare` makes it.
 */
export function rankOf(name: string, wanted: string): number {
  const text = bare(name)
  if (wanted === '' || !text.includes(wanted)) return noRank
  if (text.startsWith(wanted)) return text === wanted ? 0 : 1
  return ` ${text}`.includes(` ${wanted}`) ? 2 : 3
}

/** Without marks over letters, and in small ones. */
export const bare = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
