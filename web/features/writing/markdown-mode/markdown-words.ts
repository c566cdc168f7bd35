import type { Dropped } from '#shared/text/markdown-in.ts'
import type { Taken } from './markdown-session.ts'

const losses: Readonly<Record<string, string>> = {
  link: 'a link has an invalid URL and would be removed',
  picture: 'a picture has an invalid URL and would be removed',
  'picture inside a line': 'a picture inside a line would become a link',
  'title of a link': 'the title of a link would be removed',
  'second footnote of one name': 'two footnotes have the same name; the second is renamed',
  html: 'HTML is kept as plain text',
  nesting: 'too deeply nested; kept as typed',
}

/** "Line 3: …" */
export function lossWords({ what, where }: Dropped): string {
  return `${where.charAt(0).toUpperCase()}${where.slice(1)}: ${losses[what] ?? `“${what}” would be removed`}.`
}

export function heldWords(why: Extract<Taken, { readonly kind: 'held' }>['why']): string {
  switch (why.kind) {
    case 'open':
      return why.what === 'code'
        ? `The code block starting in line ${why.line} isn’t closed. Your text is kept and will be added once you close it.`
        : `The formula starting in line ${why.line} isn’t closed. Your text is kept and will be added once you close it.`
    case 'too-much':
      return 'The text is too long or too deeply nested. Your changes are saved on this device but not added yet.'
    case 'losses':
      return 'Some of it can’t be converted. Your changes are saved on this device but not added yet.'
  }
}
