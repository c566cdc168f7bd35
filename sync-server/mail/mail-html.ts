import { escapeHtml } from '#shared/text/escape.ts'

/** Escaped, with web addresses as links. */
export function linkified(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/u)
    .map((part, at) => (at % 2 === 0 ? escapeHtml(part) : `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>`))
    .join('')
}

/**
 * The HTML side of a mail: the same words as its text, nothing else; no pictures or tracking, and
 * the one style lets a long address break.
 */
export function htmlOfText(text: string): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/u)
    .map((paragraph) => `<p>${linkified(paragraph).replaceAll('\n', '<br>')}</p>`)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><body dir="auto" style="overflow-wrap:anywhere">${paragraphs.join('\n')}</body></html>`
}
