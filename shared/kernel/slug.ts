/**
 * The decorative part of an address: lower-case words joined by hyphens, at most 60 characters, cut at a word.
 * Letters of every script stay (addresses are shown decoded); marks over Latin letters are dropped. Empty when nothing is left.
 */
export function slugify(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/ß/gu, 'ss')
    .replace(/ø/gu, 'o')
    .replace(/æ/gu, 'ae')
    .replace(/ł/gu, 'l')
    .replace(/['’]/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/gu, '')
  if (words.length <= 60) return words
  const cut = words.lastIndexOf('-', 60)
  return words.slice(0, cut > 20 ? cut : 60)
}
