import type { StateBlock } from 'markdown-it'
import { attrFlag, attrNumber, attrText, childrenOf, nodeRules, textOf, type DocNode } from './nodes.ts'

/**
 * A poll in Markdown: the question behind `:::poll`, an option on each line below, and `:::`. What
 * keeps it the same poll through edits stands in braces, `{uid=… multiple closes=… results=…}` and
 * `{uid}`; typed without them it gets names by its place.
 */
type PollLines = {
  readonly notes: readonly string[]
  readonly question: string
  readonly options: readonly { readonly uid: string; readonly text: string }[]
}

const maxOptions = 20
/** So far its end is looked for, empty lines between the options included. */
const maxLines = 3 * maxOptions

export function pollRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false
  const first = lineAt(state, startLine)
  const opening = first.length > 2000 ? null : /^:::+ *poll(?:\{([^{}]{0,300})\})?[ \t]+(\S.*)$/.exec(first)
  if (opening === null) return false
  const options: { uid: string; text: string }[] = []
  for (let line = startLine + 1; line < Math.min(endLine, startLine + maxLines); line++) {
    if (state.isEmpty(line)) continue
    const text = lineAt(state, line)
    const option = text.length > 1000 ? null : /^[-*+][ \t]+(?:\{([\w-]{1,40})\}[ \t]*)?(\S.*)$/.exec(text)
    const isEnd = /^:::+$/.test(text)
    if ((state.sCount[line] ?? 0) < state.blkIndent || (option === null && !isEnd)) return false
    if (option !== null) {
      options.push({ uid: option[1] ?? '', text: inLine(option[2] ?? '', 200) })
      continue
    }
    if (options.length < 2 || options.length > maxOptions) return false
    if (silent) return true
    const token = state.push('poll', '', 0)
    token.map = [startLine, line + 1]
    token.meta = { notes: (opening[1] ?? '').split(/\s+/), question: inLine(opening[2] ?? '', 300), options } satisfies PollLines
    state.line = line + 1
    return true
  }
  return false
}

/**
 * @param taken names of the polls before it; its own is added. `null` where nothing of it can be
 *   kept.
 */
export function pollIn(meta: unknown, taken: Set<string>): DocNode | null {
  // Made by `pollRule`, the only one who makes tokens of this type.
  const { notes, question, options } = meta as PollLines
  const value = (name: string): string => notes.find((note) => note.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
  const uid = freeName(value('uid'), 'poll-', taken)
  const names = new Set<string>()
  const attrs = { uid, question, multiple: notes.includes('multiple'), closesAt: timeOf(value('closes')), resultsVisible: value('results') }
  const content = options.map(({ uid: name, text }): DocNode => ({ type: 'pollOption', attrs: { uid: freeName(name, 'o', names), text } }))
  const known = Object.entries(attrs).filter(([name, given]) => nodeRules.poll.attrs[name]?.read(given) !== undefined)
  if (question === '' || content.some((option) => attrText(option, 'text') === '')) return null
  return { type: 'poll', attrs: Object.fromEntries(known), content }
}

export function pollMarkdown(poll: DocNode): string {
  const closesAt = attrNumber(poll, 'closesAt')
  const results = attrText(poll, 'resultsVisible')
  const notes = [
    `uid=${attrText(poll, 'uid')}`,
    attrFlag(poll, 'multiple') ? 'multiple' : '',
    closesAt === null ? '' : `closes=${writtenTime(closesAt)}`,
    results === '' ? '' : `results=${results}`,
  ]
  const options = childrenOf(poll).map((option) => `- {${attrText(option, 'uid')}} ${attrText(option, 'text')}`)
  return [`:::poll{${notes.filter((note) => note !== '').join(' ')}} ${attrText(poll, 'question')}`, ...options, ':::'].join('\n')
}

/** Question and options as words, for texts that hold no polls. */
export function pollWords(poll: DocNode): readonly DocNode[] {
  const paragraph = (text: string): DocNode => ({ type: 'paragraph', content: [{ type: 'text', text }] })
  return [
    paragraph(attrText(poll, 'question')),
    { type: 'bulletList', content: childrenOf(poll).map((option) => ({ type: 'listItem', content: [paragraph(textOf(option))] })) },
  ]
}

/** @param taken the name is added. */
export function freeName(wanted: string, stem: string, taken: Set<string>): string {
  let name = nodeRules.pollOption.attrs['uid']?.read(wanted) === undefined ? '' : wanted
  for (let number = taken.size + 1; name === '' || taken.has(name); number++) name = `${stem}${number}`
  taken.add(name)
  return name
}

/** As short as it is whole: minutes, where there are no seconds. */
export const writtenTime = (at: number): string => new Date(at).toISOString().replace(/(?::00)?\.000Z$/, 'Z')

export function timeOf(written: string): number | null {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{3})?)?Z$/.test(written)
  const time = isTime ? Date.parse(written) : Number.NaN
  return Number.isNaN(time) ? null : time
}

export function inLine(text: string, most: number): string {
  return text.replace(/\s+/gu, ' ').trim().slice(0, most).toWellFormed().trim()
}

export function lineAt(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trimEnd()
}
