import type { MarkName } from './nodes.ts'

/** The element of a mark, the same while it is written and read. */
export const tagOfMark = {
  link: 'a',
  highlight: 'mark',
  bold: 'strong',
  italic: 'em',
  strike: 's',
  subscript: 'sub',
  superscript: 'sup',
  code: 'code',
} as const satisfies Readonly<Record<MarkName, string>>
