import type { DocMark, DocNode, MarkName } from '../text/nodes.ts'

/**
 * One line of text while it is gathered: white space runs together as browsers show it, and none
 * stands at its ends or around a break.
 */
export class InlineRun {
  #nodes: DocNode[] = []
  /** A break that counts only if something follows it. */
  #hasOpenBreak = false

  get isEmpty(): boolean {
    return this.#nodes.length === 0
  }

  text(value: string, marks: readonly DocMark[]): void {
    let text = value.replace(/[ \t\n\f\r]+/gu, ' ')
    if (this.#endsInSpace()) text = text.replace(/^ /u, '')
    if (text === '' || (text === ' ' && this.#hasOpenBreak)) return
    this.#takeBreak()
    this.#nodes.push({ type: 'text', text, ...(marks.length > 0 && { marks }) })
  }

  atom(node: DocNode, marks: readonly DocMark[]): void {
    this.#takeBreak()
    this.#nodes.push({ ...node, ...(marks.length > 0 && { marks }) })
  }

  hardBreak(): void {
    this.#takeBreak()
    this.#trimEnd()
    this.#nodes.push({ type: 'hardBreak' })
  }

  /** Where a block ends inside a line: a break, if something stands on both sides. */
  softBreak(): void {
    if (this.#nodes.length > 0) this.#hasOpenBreak = true
  }

  /** What was gathered; the run is empty again. Breaks at the very end are none. */
  take(): readonly DocNode[] {
    this.#hasOpenBreak = false
    this.#trimEnd()
    while (this.#nodes.at(-1)?.type === 'hardBreak') {
      this.#nodes.pop()
      this.#trimEnd()
    }
    const nodes = this.#nodes
    this.#nodes = []
    // White space beyond what HTML runs together (no-break spaces) is no text by itself.
    return nodes.every((node) => node.text !== undefined && node.text.trim() === '') ? [] : nodes
  }

  #takeBreak(): void {
    if (!this.#hasOpenBreak) return
    this.#hasOpenBreak = false
    this.#trimEnd()
    if (this.#nodes.length > 0) this.#nodes.push({ type: 'hardBreak' })
  }

  #endsInSpace(): boolean {
    const last = this.#nodes.at(-1)
    return last === undefined || last.type === 'hardBreak' || last.text?.endsWith(' ') === true
  }

  #trimEnd(): void {
    for (let last = this.#nodes.at(-1); last?.text !== undefined && last.text.endsWith(' '); last = this.#nodes.at(-1)) {
      this.#nodes.pop()
      const text = last.text.replace(/ +$/u, '')
      if (text !== '') this.#nodes.push({ ...last, text })
    }
  }
}

/** The marks with one more, or with one of another address. */
export function withMark(marks: readonly DocMark[], mark: DocMark): readonly DocMark[] {
  return [...marks.filter((other) => other.type !== mark.type), mark]
}

export function withoutMark(marks: readonly DocMark[], type: MarkName): readonly DocMark[] {
  return marks.some((mark) => mark.type === type) ? marks.filter((mark) => mark.type !== type) : marks
}
