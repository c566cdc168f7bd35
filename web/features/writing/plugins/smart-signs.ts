import type { Editor } from '@tiptap/core'
import { InputRule } from '@tiptap/core'

/**
 * Straight quotes and two hyphens become the signs that a language prints, as they are typed; in
 * languages that are not listed they stay. Backspace right after gives them back. Never in code:
 * rules do not run there.
 */
type Signs = { readonly double: readonly [string, string]; readonly single: readonly [string, string] }

const english: Signs = { double: ['“', '”'], single: ['‘', '’'] }
const german: Signs = { double: ['„', '“'], single: ['‚', '‘'] }
const polish: Signs = { double: ['„', '”'], single: ['‚', '’'] }
const russian: Signs = { double: ['«', '»'], single: ['„', '“'] }
const swedish: Signs = { double: ['”', '”'], single: ['’', '’'] }
const narrow = '\u202F'
const french: Signs = { double: [`«${narrow}`, `${narrow}»`], single: ['‘', '’'] }
const norwegian: Signs = { double: ['«', '»'], single: ['‘', '’'] }

const byLanguage: Readonly<Record<string, Signs>> = {
  ...Object.fromEntries(
    ['en', 'cy', 'ga', 'nl', 'tr', 'id', 'vi', 'eo', 'eu', 'la', 'sw', 'es', 'pt', 'it', 'ca', 'da'].map((tag) => [tag, english]),
  ),
  ...Object.fromEntries(['de', 'cs', 'sk', 'sl', 'hr', 'sr', 'lt', 'et', 'is'].map((tag) => [tag, german])),
  ...Object.fromEntries(['pl', 'ro', 'hu'].map((tag) => [tag, polish])),
  ...Object.fromEntries(['ru', 'uk', 'el'].map((tag) => [tag, russian])),
  ...Object.fromEntries(['sv', 'fi'].map((tag) => [tag, swedish])),
  ...Object.fromEntries(['nb', 'nn', 'lv'].map((tag) => [tag, norwegian])),
  fr: french,
}

function signsOf(lang: string): Signs | null {
  const tag = lang.split('-')[0] ?? ''
  return Object.hasOwn(byLanguage, tag) ? (byLanguage[tag] ?? null) : null
}

/** What a straight sign becomes behind these words; `null`: it stays. */
export function curved(sign: '"' | "'", before: string, lang: string): string | null {
  const signs = signsOf(lang)
  if (signs === null) return null
  const isOpening = /(?:^|[\s([{–—/«„“‚‘-])$/u.test(before)
  const [open, close] = sign === '"' ? signs.double : signs.single
  if (isOpening) return open
  if (sign === '"') return close
  // Inside and behind words it is an apostrophe, unless something was opened that it closes.
  return before.lastIndexOf(open) > Math.max(before.lastIndexOf(close), before.lastIndexOf('’')) ? close : '’'
}

export function smartSignRules(editor: Editor): readonly InputRule[] {
  const lang = (): string => editor.view.dom.getAttribute('lang') ?? ''
  const quote = (sign: '"' | "'"): InputRule =>
    new InputRule({
      find: new RegExp(`${sign}$`, 'u'),
      handler: ({ state, range, match }) => {
        const before = (match.input ?? '').slice(0, match.index).replaceAll('%leaf%', 'x')
        const made = curved(sign, before, lang())
        if (made === null) return null
        state.tr.insertText(made, range.from, range.to)
      },
    })
  /**
   * Between words, or with spaces on both sides: never at the start of a line, nor before an option
   * of a program.
   */
  const dash = (find: RegExp): InputRule =>
    new InputRule({
      find,
      handler: ({ state, range, match }) => {
        if (signsOf(lang()) === null) return null
        const [all = ''] = match
        const next = all.replace(/^-+/u, '')
        state.tr.insertText(`${all.startsWith('---') ? '—' : '–'}${next}`, range.from, range.to)
      },
    })
  return [quote('"'), quote("'"), dash(/(?<=[\p{L}\p{N}”"’»)\]…])-{2,3}[\p{L}\p{N}“"‘«(]$/u), dash(/(?<=[^\s-]\s)-{2,3}\s$/u)]
}
