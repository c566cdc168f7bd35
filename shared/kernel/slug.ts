/**
 * The decorative part of an address: lower-case words joined by hyphens, at most 60 characters, cut
 * at a word. Letters of every script stay (addresses are shown decoded); marks over Latin letters
 * are dropped. Empty when nothing is left.
 */
export function slugify(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFKC')
    // Unicode takes these vowels of Thai and Lao for two signs put together; nobody types or reads
    // them so.
    .replace(/\u0e4d\u0e32/gu, '\u0e33')
    .replace(/\u0ecd\u0eb2/gu, '\u0eb3')
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
  if (cut > 20) return words.slice(0, cut)
  let end = 60
  // No letter loses its marks or a half of itself.
  while (/^[\p{M}\uDC00-\uDFFF]/u.test(words.slice(end))) end -= 1
  return words.slice(0, end)
}
