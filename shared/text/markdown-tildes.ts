import type { MarkdownIt, StateInline } from 'markdown-it'

/**
 * `~one~` and `~~two~~`, as GFM has them: a run of three and more signs is no sign, and signs close
 * only their like. In one thing stricter: a single sign within a word is none, because ranges
 * ("10~20人、30~40人") and formulas ("H~2~O") are written with it.
 */
export function tildes(md: MarkdownIt): void {
  md.inline.ruler.at('strikethrough', signs)
  md.inline.ruler2.at('strikethrough', pairs)
}

const tilde = '~'.charCodeAt(0)
/** Single signs are paired by a number of their own, which no character has. */
const single = 0x11_00_00

function signs(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== tilde) return false
  let end = state.pos
  while (state.src.charCodeAt(end) === tilde) end += 1
  const length = end - state.pos
  const { can_open: open, can_close: close } = state.scanDelims(state.pos, length === 2)
  state.push('text', '', 0).content = '~'.repeat(length)
  // A length of 0: the rule of three is for signs that mean two things.
  if (length <= 2)
    state.delimiters.push({ marker: length === 1 ? single : tilde, length: 0, token: state.tokens.length - 1, end: -1, open, close })
  state.pos = end
  return true
}

function pairs(state: StateInline): boolean {
  turn(state, state.delimiters)
  for (const meta of state.tokens_meta) if (meta?.delimiters) turn(state, meta.delimiters)
  return false
}

function turn({ tokens }: StateInline, delimiters: StateInline['delimiters']): void {
  for (const { marker, token, end } of delimiters) {
    if ((marker !== tilde && marker !== single) || end === -1) continue
    const opening = tokens[token]
    const closing = tokens[delimiters[end]?.token ?? -1]
    if (opening === undefined || closing === undefined) continue
    const markup = opening.content
    Object.assign(opening, { type: 's_open', tag: 's', nesting: 1, markup, content: '' })
    Object.assign(closing, { type: 's_close', tag: 's', nesting: -1, markup, content: '' })
  }
}
