import type { Dropped } from '#shared/text/markdown-in.ts'
import type { Taken } from './markdown-session.ts'

const losses: Readonly<Record<string, string>> = {
  link: 'a link leads nowhere that a link may lead, and would be left out',
  picture: 'a picture has an address that cannot be used, and would be left out',
  'picture inside a line': 'a picture stands inside a line, and would become a link',
  'title of a link': 'the title of a link would be left out',
  'second footnote of one name': 'two notes have one name; the second gets another',
  html: 'HTML stays as the words that were typed',
  nesting: 'this is too deep inside other blocks, and stays as it was typed',
}

/** "Line 3: …" */
export function lossWords({ what, where }: Dropped): string {
  return `${where.charAt(0).toUpperCase()}${where.slice(1)}: ${losses[what] ?? `“${what}” would be left out`}.`
}

export function heldWords(why: Extract<Taken, { readonly kind: 'held' }>['why']): string {
  switch (why.kind) {
    case 'open':
      return why.what === 'code'
        ? `The block of code that begins in line ${why.line} is not closed. What you write is kept, and part of the text once it is.`
        : `The formula that begins in line ${why.line} is not closed. What you write is kept, and part of the text once it is.`
    case 'too-much':
      return 'The text is too long, or too deep. What you write is kept on this device, and is not part of the text yet.'
    case 'losses':
      return 'Some of it cannot be kept as it was typed. What you write is kept on this device, and is not part of the text yet.'
  }
}
