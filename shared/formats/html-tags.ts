import type { DocMark, MarkName } from '../text/nodes.ts'

export const markOfTag: Readonly<Record<string, MarkName>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  cite: 'italic',
  var: 'italic',
  dfn: 'italic',
  s: 'strike',
  del: 'strike',
  strike: 'strike',
  sub: 'subscript',
  sup: 'superscript',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  mark: 'highlight',
}
/**
 * What has no place in a text, and what it is called; `''`: nobody wrote it, and nobody need hear
 * of it.
 */
export const left: Readonly<Record<string, string>> = {
  head: '',
  script: '',
  style: '',
  link: '',
  meta: '',
  noscript: '',
  template: '',
  title: '',
  source: '',
  track: '',
  svg: 'drawing',
  canvas: 'drawing',
  object: 'embedded object',
  embed: 'embedded object',
  applet: 'embedded object',
  audio: 'sound',
  video: 'film',
  button: 'form',
  select: 'form',
  textarea: 'form',
  input: 'form',
  form: 'form',
  nav: 'navigation',
}
/** What stands on lines of its own. */
export const blockTags =
  /^(?:address|article|aside|body|center|dd|dir|div|dl|dt|fieldset|figcaption|figure|footer|header|hgroup|html|legend|li|main|menu|ol|p|section|ul|details|summary|table|tr|td|th|tbody|thead|tfoot|caption|pre|blockquote|hr|h[1-6])$/u

/** A link or code around an atom means nothing. */
export function atomMarks(marks: readonly DocMark[]): readonly DocMark[] {
  return marks.filter((mark) => mark.type !== 'link' && mark.type !== 'code')
}
