import type { StateInline } from 'markdown-it'

type Delimiters = StateInline['delimiters']
const sign = '='.charCodeAt(0)

/**
 * `==…==`: each pair of signs is noted as one that may open or close; markdown-it's own rule finds
 * which belong together.
 */
export function highlightSigns(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== sign) return false
  const { length, can_open, can_close } = state.scanDelims(state.pos, true)
  if (length < 2) return false
  if (length % 2 === 1) state.push('text', '', 0).content = '='
  for (let at = 0; at + 1 < length; at += 2) {
    state.push('text', '', 0).content = '=='
    // A length of 0: the rule of three is for signs that mean two things.
    state.delimiters.push({ marker: sign, length: 0, token: state.tokens.length - 1, end: -1, open: can_open, close: can_close })
  }
  state.pos += length
  return true
}

/** Makes tokens of the pairs that were found, within links too. */
export function highlightPairs(state: StateInline): boolean {
  turn(state, state.delimiters)
  for (const meta of state.tokens_meta) if (meta?.delimiters) turn(state, meta.delimiters)
  return false
}

function turn({ tokens }: StateInline, delimiters: Delimiters): void {
  for (const { marker, token, end } of delimiters) {
    if (marker !== sign || end === -1) continue
    const opening = tokens[token]
    const closing = tokens[delimiters[end]?.token ?? -1]
    if (opening === undefined || closing === undefined) continue
    Object.assign(opening, { type: 'mark_open', tag: 'mark', nesting: 1, markup: '==', content: '' })
    Object.assign(closing, { type: 'mark_close', tag: 'mark', nesting: -1, markup: '==', content: '' })
  }
}
