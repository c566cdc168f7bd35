import type { StateBlock } from 'markdown-it'
import { freeName, inLine, lineAt, timeOf, writtenTime } from './markdown-poll.ts'
import { attrNumber, attrText, nodeRules, type DocNode } from './nodes.ts'

/**
 * A prediction question in Markdown: what is asked behind `:::prediction`, what is to be known
 * about it as an item of a list below, and `:::`. What keeps it the same question through edits
 * stands in braces, `{uid=… by=…}`; typed without a name it gets one by its place.
 */
type PredictionLines = { readonly facts: readonly string[]; readonly title: string; readonly notes: string }

/** So far its end is looked for, empty lines included. */
const maxLines = 20

export function predictionRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false
  const first = lineAt(state, startLine)
  const opening = first.length > 2000 ? null : /^:::+ *prediction(?:\{([^{}]{0,300})\})?[ \t]+(\S.*)$/.exec(first)
  if (opening === null) return false
  const notes: string[] = []
  for (let line = startLine + 1; line < Math.min(endLine, startLine + maxLines); line++) {
    if (state.isEmpty(line)) continue
    const text = lineAt(state, line)
    if ((state.sCount[line] ?? 0) < state.blkIndent) return false
    if (!/^:::+$/.test(text)) {
      const note = text.length > 3000 ? null : /^[-*+][ \t]+(\S.*)$/.exec(text)
      if (note === null) return false
      notes.push(note[1] ?? '')
      continue
    }
    if (silent) return true
    const token = state.push('prediction', '', 0)
    token.map = [startLine, line + 1]
    const read = { title: inLine(opening[2] ?? '', 300), notes: inLine(notes.join(' '), 1000) }
    token.meta = { facts: (opening[1] ?? '').split(/\s+/), ...read } satisfies PredictionLines
    state.line = line + 1
    return true
  }
  return false
}

/**
 * @param taken names of the polls and questions before it; its own is added. `null` where nothing
 *   of it can be kept.
 */
export function predictionIn(meta: unknown, taken: Set<string>): DocNode | null {
  // Made by `predictionRule`, the only one who makes tokens of this type.
  const { facts, title, notes } = meta as PredictionLines
  if (title === '') return null
  const value = (name: string): string => facts.find((fact) => fact.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
  const attrs = { uid: freeName(value('uid'), 'prediction-', taken), title, notes, resolvesBy: timeOf(value('by')) }
  const known = Object.entries(attrs).filter(([name, given]) => nodeRules.prediction.attrs[name]?.read(given) !== undefined)
  return { type: 'prediction', attrs: Object.fromEntries(known) }
}

export function predictionMarkdown(prediction: DocNode): string {
  const resolvesBy = attrNumber(prediction, 'resolvesBy')
  const facts = [`uid=${attrText(prediction, 'uid')}`, ...(resolvesBy === null ? [] : [`by=${writtenTime(resolvesBy)}`])]
  const notes = attrText(prediction, 'notes')
  return [`:::prediction{${facts.join(' ')}} ${attrText(prediction, 'title')}`, ...(notes === '' ? [] : [`- ${notes}`]), ':::'].join('\n')
}

/** What it says as words, for texts that hold no questions. */
export function predictionWords(prediction: DocNode): readonly DocNode[] {
  return ['title', 'notes'].flatMap((name): readonly DocNode[] => {
    const text = attrText(prediction, name)
    return text === '' ? [] : [{ type: 'paragraph', content: [{ type: 'text', text }] }]
  })
}
