/**
 * Text whose rows stand behind signs of quotations and lists in each other, put together in one
 * pass: to indent it anew for each level would take as often as long as the text is deep.
 */
export type Out = string | readonly Out[] | Indented

interface Indented {
  /** Before the first row. */
  readonly first: string
  /** Before the others; of it nothing that ends in white space before empty ones. */
  readonly others: string
  readonly of: Out
}

export const indented = (of: Out, first: string, others: string): Out => ({ first, others, of })

export function written(out: Out): string {
  const text: string[] = []
  /** A row has begun, and what stands before it depends on whether something follows. */
  let isAtStart = false

  const begin = (before: string): void => {
    if (isAtStart) text.push(before)
    isAtStart = false
  }

  function add(part: Out, before: string): void {
    if (typeof part === 'string') return addRows(part, before)
    if (!('of' in part)) return part.forEach((each) => add(each, before))
    begin(before)
    text.push(part.first)
    const inside = before + part.others
    add(part.of, inside)
    begin(inside.trimEnd())
  }

  function addRows(part: string, before: string): void {
    const empty = before.trimEnd()
    for (const [index, row] of part.split('\n').entries()) {
      if (index > 0) {
        begin(empty)
        text.push('\n')
        isAtStart = true
      }
      if (row === '') continue
      begin(before)
      text.push(row)
    }
  }

  add(out, '')
  return text.join('')
}
