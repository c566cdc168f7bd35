import { fc } from './properties.ts'
import { checkDoc } from '../text/check.ts'
import type { Doc, DocNode, MarkName } from '../text/nodes.ts'

/**
 * Characters drawn from Unicode's ranges for a script, each with the punctuation that stands beside
 * it in print. The property keeps what the range has no letter for out, so that a newer Unicode
 * changes nothing here.
 */
type Range = readonly [first: number, last: number]

const drawn = (property: RegExp, ...ranges: readonly Range[]): fc.Arbitrary<string> =>
  fc
    .oneof(...ranges.map(([min, max]) => fc.integer({ min, max })))
    .map((code) => String.fromCodePoint(code))
    .filter((character) => property.test(character))

const letters = {
  Han: drawn(/\p{Script=Han}/u, [0x4e00, 0x9fff], [0x3400, 0x4dbf], [0xf900, 0xfaff], [0x20000, 0x2a6df]),
  Hiragana: drawn(/\p{Script=Hiragana}/u, [0x3041, 0x309f]),
  Katakana: drawn(/\p{Script=Katakana}/u, [0x30a1, 0x30ff], [0xff66, 0xff9d]),
  Hangul: drawn(/\p{Script=Hangul}/u, [0xac00, 0xd7a3], [0x1100, 0x11ff], [0x3131, 0x318e]),
  Thai: drawn(/\p{Script=Thai}/u, [0x0e01, 0x0e5b]),
  Arabic: drawn(/\p{Script=Arabic}/u, [0x0600, 0x06ff], [0xfb50, 0xfbff]),
  Devanagari: drawn(/\p{Script=Devanagari}/u, [0x0900, 0x097f]),
  Latin: drawn(/\p{Script=Latin}/u, [0x41, 0x7a], [0xc0, 0x24f]),
} as const
const punctuation = {
  Han: drawn(/[\p{P}\p{S}]/u, [0x3001, 0x303f], [0xff01, 0xff65], [0xfe30, 0xfe4f], [0x2018, 0x2026]),
  Hiragana: drawn(/[\p{P}\p{S}]/u, [0x3001, 0x303f], [0x309b, 0x30a0], [0xff01, 0xff65]),
  Katakana: drawn(/[\p{P}\p{S}]/u, [0x3001, 0x303f], [0x30a0, 0x30fb], [0xff61, 0xff65]),
  Hangul: drawn(/[\p{P}\p{S}]/u, [0x21, 0x7e], [0x3008, 0x3011]),
  Thai: drawn(/[\p{P}\p{S}]/u, [0x21, 0x7e], [0x0e3f, 0x0e5b]),
  Arabic: drawn(/[\p{P}\p{S}]/u, [0x0600, 0x06ff], [0x21, 0x7e]),
  Devanagari: drawn(/[\p{P}\p{S}]/u, [0x0964, 0x0970], [0x21, 0x7e]),
  Latin: drawn(/[\p{P}\p{S}]/u, [0x21, 0x7e], [0xa1, 0xbf], [0x2010, 0x205e]),
} as const
type Script = keyof typeof letters

export const eastAsian: readonly Script[] = ['Han', 'Hiragana', 'Katakana', 'Hangul']
export const otherScripts: readonly Script[] = ['Thai', 'Arabic', 'Devanagari', 'Latin']

const selector = fc.constantFrom('\u{FE00}', '\u{FE01}', '\u{FE0E}', '\u{FE0F}', '\u{E0100}')
const emoji = fc.constantFrom('👍', '👩‍🚀', '❤️', '☎︎', '🇯🇵', '🀄', '㊗️')
const space = fc.constantFrom(' ', '\u00A0', '\u3000')

/**
 * A few characters of these scripts, with punctuation as often as letters: it is beside it that
 * signs are in doubt.
 */
export const wordsIn = (scripts: readonly Script[]): fc.Arbitrary<string> =>
  fc.constantFrom(...scripts).chain((script) => {
    const one = fc.oneof({ weight: 8, arbitrary: letters[script] }, { weight: 8, arbitrary: punctuation[script] }, emoji, selector, space)
    return fc.array(one, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))
  })

const sign = fc.constantFrom('*', '**', '***', '_', '__', '~~', '==')

/** Markdown of one line in these scripts, with the signs of marks at any place. */
export const signedLine = (scripts: readonly Script[]): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof({ weight: 3, arbitrary: wordsIn(scripts) }, { weight: 2, arbitrary: sign }), { minLength: 1, maxLength: 9 })
    .map((parts) => parts.join(''))

const marks = fc
  .subarray<MarkName>(['highlight', 'bold', 'italic', 'strike', 'superscript'], { maxLength: 3 })
  .map((types) => types.map((type) => ({ type })))

/** Paragraphs and headings in all scripts, with marks at any place, in canonical form. */
export const scriptDoc: fc.Arbitrary<Doc> = fc
  .array(
    fc.tuple(
      fc.boolean(),
      fc.array(fc.record({ type: fc.constant('text' as const), text: wordsIn([...eastAsian, ...otherScripts]), marks }), {
        minLength: 1,
        maxLength: 6,
      }),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((blocks): Doc => {
    const content = blocks.map(([isHeading, words]): DocNode =>
      isHeading ? { type: 'heading', attrs: { level: 2 }, content: words } : { type: 'paragraph', content: words },
    )
    const checked = checkDoc({ type: 'doc', content }, 'essay')
    // A line of white space alone is no text: it becomes this one.
    return checked.ok ? checked.doc : { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '空' }] }] }
  })
