import type { MarkdownIt } from 'markdown-it'

/**
 * Which typed addresses become links by themselves, as GFM has it: those with a scheme, those that
 * begin with `www.`, and mail. Signs that may end a mark around an address, or a sentence, are no
 * part of it (`~~http://x~~`, `==http://x==`).
 */
export function addresses(md: MarkdownIt): void {
  const { linkify } = md
  linkify.set({ fuzzyLink: true })
  // Whether a text is worth a look is asked before its marks are read: `_www.example.org_` begins
  // with a sign.
  const [test, match] = [linkify.test.bind(linkify), linkify.match.bind(linkify)]
  linkify.test = (text) => /www\./iu.test(text) || test(text)
  linkify.match = (text) => match(text) ?? []
  const matchAtStart = linkify.matchAtStart.bind(linkify)
  linkify.matchAtStart = (text) => {
    const found = matchAtStart(text)
    if (found === null) return null
    // In a query `==` is the end of a value more often than of a mark.
    const url = found.url.replace(/[?#]/u.test(found.url) ? /[?!.,:*_~]{1,99}$/u : /(?:[?!.,:*_~]|==){1,99}$/u, '')
    return url === found.url ? found : { ...found, url, text: url, raw: url, lastIndex: found.index + url.length }
  }
}

/** "Node.js" and "README.md" are names; only what looks like an address to people too is one. */
export function looksLikeAddress(shown: string, href: string): boolean {
  return /^(?:https?:|mailto:|www\.)/iu.test(shown) || href.startsWith('mailto:')
}
