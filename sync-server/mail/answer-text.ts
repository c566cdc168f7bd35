/** What somebody wrote themselves in a mail that answers another. */

/** Stands on top of the mails that can be answered: what a mail program quotes begins there. */
export const answerMark = 'Reply above this line to answer.'

const markLine = /^[^\p{L}\p{N}]*Reply above this line to answer\b/u
const signatureLine = /^-- ?$/u
/** What some programs put above what they quote. */
const dividerLine = /^\s*(?:_{10,}|-{2,} ?(?:Original Message|Ursprüngliche Nachricht|Message d[’']origine) ?-{2,})\s*$/iu
/** `From: …` and two lines more of that kind, in any language. */
const headerLine = /^\*?\p{L}[\p{L} .-]{0,20}:\*?\s\S/u
const sentFrom = /^(?:Sent from (?:my|Outlook|Mail|Yahoo|Proton)|Get Outlook for|Von meinem |Envoyé de mon )/iu
const time = /\b\d{1,2}[:.]\d{2}\b/u
const year = /\b\d{4}\b/u
const address = /\S@\S/u
/** No line by which we go is longer. */
const maxLine = 500

/**
 * Without what was quoted at its beginning or end, and without a signature. A quotation between
 * two of one's own lines stays: the answer is about it.
 *
 * @param text plain, as it came
 */
export function answerIn(text: string): string {
  const all = withoutControls(text).split('\n')
  const end = all.findIndex((line, at) => isOneOf(line, [markLine, dividerLine, signatureLine]) || beginsHeaders(all, at))
  const own = end < 0 ? withoutEndOf(all) : withoutEndOf(all.slice(0, end), true)
  const lines = isOneOf(own.at(-1) ?? '', [sentFrom]) ? withoutEndOf(own.slice(0, -1)) : own
  return withoutStartOf(lines).join('\n').trim()
}

const withoutControls = (text: string): string => text.replace(/\r\n?/gu, '\n').replace(/[^\P{Cc}\n\t]/gu, '')
const isOneOf = (line: string, patterns: readonly RegExp[]): boolean =>
  line.length <= maxLine && patterns.some((pattern) => pattern.test(line))
const beginsHeaders = (lines: readonly string[], at: number): boolean =>
  (lines[at] ?? '').includes('@') && [at, at + 1, at + 2].every((each) => isOneOf(lines[each] ?? '', [headerLine]))
const isQuoted = (line: string): boolean => line.trimStart().startsWith('>')
const isEmpty = (line: string): boolean => line.trim() === ''

/**
 * Without the last lines where they are quoted, nor who is quoted in them.
 *
 * @param isQuotedBelow what was quoted is gone already
 */
function withoutEndOf(lines: readonly string[], isQuotedBelow = false): readonly string[] {
  const end = lines.findLastIndex((line) => !isEmpty(line) && !isQuoted(line)) + 1
  const own = lines.slice(0, end - (isQuotedBelow || lines.slice(end).some(isQuoted) ? attributionAt(lines, end) : 0))
  return own.slice(0, own.findLastIndex((line) => !isEmpty(line)) + 1)
}

function withoutStartOf(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex(isQuoted)
  if (first < 0) return lines
  const above = lines.slice(0, first)
  const end = above.findLastIndex((line) => !isEmpty(line)) + 1
  // Own words stand above it: it was answered line by line.
  if (above.filter((line) => !isEmpty(line)).length > attributionAt(lines, end)) return lines
  const after = lines.findIndex((line, at) => at > first && !isQuoted(line) && !isEmpty(line))
  return after < 0 ? [] : lines.slice(after)
}

/**
 * How many lines before `end` say who wrote what follows, and when: in every language they end with
 * a colon, and hold a time or an address.
 */
function attributionAt(lines: readonly string[], end: number): number {
  const [before = '', last = ''] = [lines[end - 2], lines[end - 1]]
  if (last.length > maxLine || before.length > maxLine || !/[:：]$/u.test(last.trimEnd())) return 0
  if (says(last) && /\d/u.test(last)) return 1
  if (!isEmpty(before) && says(`${before} ${last}`)) return 2
  return says(last) ? 1 : 0
}

const says = (line: string): boolean => address.test(line) || (time.test(line) && year.test(line))
