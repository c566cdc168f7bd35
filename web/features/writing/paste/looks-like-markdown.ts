const maxLooked = 20_000

/**
 * Whether plain text has enough signs of Markdown that reading it as such is worth an offer. One
 * sign alone is none: people write *so* and number lines.
 */
export function looksLikeMarkdown(text: string): boolean {
  const lines = text.slice(0, maxLooked).split(/\r?\n/)
  let signs = 0
  for (const line of lines) {
    if (/^#{1,6} \S/.test(line) || /^(?:```|~~~)/.test(line) || /^\[\^[^\]]+\]:/.test(line)) signs += 2
    else if (/^ {0,3}(?:[-*+]|\d{1,9}[.)]|>) \S/.test(line) || /^\|.+\|$/.test(line)) signs += 1
    if (/\[[^\]]+\]\([^)\s]+\)/.test(line)) signs += 2
    if (/(?<![*\w])\*\*\S[^*]*\*\*(?!\w)/.test(line) || /(?<!`)`[^`]+`(?!`)/.test(line) || /\[\^[\w-]+\]/.test(line)) signs += 1
    if (signs >= 2) return true
  }
  return false
}
