import type { MarkdownIt } from 'markdown-it'

/**
 * Emphasis beside Chinese, Japanese and Korean, which write no spaces between words. CommonMark
 * does not let the second sign of `**「重点」**内容` close, because it stands between punctuation
 * and a letter. By the amendment that several readers share
 * (https://github.com/tats-u/markdown-cjk-friendly, read 2026-11-27) punctuation is no obstacle
 * where a CJK character stands on either side. White space is one, and `_` is still no sign
 * inside a word. Signs may open or close in more places; none loses one. The same holds beside
 * Thai, Lao and the other scripts of Asia that write no spaces, which the amendment leaves out:
 * `**(ข้อความ)**ต่อ` has the same trouble, and nobody who writes it can put a space there.
 */
export function emphasisBesideCjk(md: MarkdownIt): void {
  const Inline = md.inline.State
  md.inline.State = class extends Inline {
    override scanDelims(start: number, canSplitWord: boolean): ReturnType<InstanceType<typeof Inline>['scanDelims']> {
      const scanned = super.scanDelims(start, canSplitWord)
      if (scanned.can_open && scanned.can_close) return scanned
      const end = start + scanned.length
      const before = this.src.slice(Math.max(0, start - longestEnd), start)
      const after = this.src.slice(end, Math.min(end + longestStart, this.posMax))
      const isSpace = (code: number): boolean => Number.isNaN(code) || md.utils.isWhiteSpace(code)
      // CommonMark takes a variation selector for a letter, after which `_` does not open.
      if (!canSplitWord) return endsInCjkMark.test(before) ? { ...scanned, can_open: !isSpace(after.charCodeAt(0)) } : scanned
      if (!endsInCjk.test(before) && !startsWithCjk.test(after)) return scanned
      return { ...scanned, can_open: !isSpace(after.charCodeAt(0)), can_close: !isSpace(before.charCodeAt(before.length - 1)) }
    }
  }
}

const otherUnspaced = ['Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan', 'Tai_Tham', 'Javanese', 'Balinese']
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('')

/**
 * Wide, fullwidth and halfwidth by Unicode's East Asian Width, for which regular expressions have
 * no property, and Hangul. Whole blocks, so that characters added to them later count too. A
 * character shown as an emoji stands in texts of every script and does not count.
 */
const cjk = String.raw`(?!\p{Emoji_Presentation})(?:\p{Script=Hangul}|[${otherUnspaced}₩\u2329\u232A\u2630-\u2637\u268A-\u268F\u2E80-\uA4CF\uF900-\uFAFF\uFE10-\uFE1F\uFE30-\uFE6F\uFF01-\uFFE6\uFFE8-\uFFEE\u{16FE0}-\u{18DFF}\u{1AFF0}-\u{1B2FF}\u{1D300}-\u{1D376}\u{1F200}-\u{1F2FF}\u{20000}-\u{3FFFD}])`
const startsWithCjk = new RegExp(`^${cjk}`, 'u')

/**
 * With the variation selector that may follow: FE00 to FE0E, those for ideographs alone, and FE01
 * after a quotation mark, which makes it fullwidth.
 */
const endsInCjk = new RegExp(String.raw`(?:${cjk}[\uFE00-\uFE0E]?|[\u{E0100}-\u{E01EF}]|[‘’“”]\uFE01)$`, 'u')
/** Punctuation with its variation selector. */
const endsInCjkMark = new RegExp(String.raw`(?:(?=[\p{P}\p{S}])${cjk}[\uFE00-\uFE0E]|[‘’“”]\uFE01)$`, 'u')

/** In code units. */
const longestEnd = 3
const longestStart = 2
