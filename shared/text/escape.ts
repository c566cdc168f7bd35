/**
 * For text and for quoted attributes, in HTML and XML alike: what XML cannot hold becomes the
 * replacement character.
 */
export function escapeHtml(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '\uFFFD')
      // One after the other, `&` first: a function for each sign takes ten times as long on a text
      // of nothing else.
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;')
  )
}
