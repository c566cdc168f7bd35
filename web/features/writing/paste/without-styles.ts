/**
 * What is copied in an editor is read by the browser's own parser, whose policy would refuse each
 * style and handler, and report it. They are taken from the string before; it need not be exact:
 * what it misses is refused.
 */
export function withoutStyles(html: string): string {
  return html
    .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[a-z][^>]*>/gi, (tag) =>
      tag.replace(/([\s"'/])style(?=\s*=)/gi, '$1 data-no-style').replace(/([\s"'/])on(?=[a-z]+\s*=)/gi, '$1 data-on'),
    )
}
