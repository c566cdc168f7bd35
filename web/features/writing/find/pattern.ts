import { PatternError, programOf, type Program, type Step } from './pattern-program.ts'

/**
 * Regular expressions that cannot take long: a small matcher that walks the text once and holds all
 * ways of matching side by side (Thompson 1968, with the priorities and groups of Pike). A walk
 * takes at most the length of the text times that of the pattern, whatever the pattern is, and all
 * walks of a search share one measure of work. What would need more (references back, looking
 * around) is refused in words.
 */
export type Found = { readonly from: number; readonly to: number; readonly groups: readonly (string | undefined)[] }
/** How much work is left for a search. */
export type Work = { left: number }
export type Pattern = (text: string, work: Work) => readonly Found[]

/** A second or so on a slow phone; an essay of 30,000 words takes a twentieth of it. */
export const maxWork = 30_000_000

/**
 * @throws PatternError for what is no pattern; the pattern itself throws it when there is no work
 *   left.
 */
export function compilePattern(source: string, isCaseSensitive: boolean): Pattern {
  const program = programOf(source, isCaseSensitive)
  return (text, work) => findAll(program, text, work)
}

type Thread = { readonly step: number; readonly saved: readonly number[] }

function findAll({ steps, groups }: Program, text: string, work: Work): readonly Found[] {
  const found: Found[] = []
  for (let from = 0; from <= text.length;) {
    const saved = firstFrom(steps, text, from, work)
    if (saved === null) break
    const [start = 0, end = 0] = saved
    if (end > start) {
      const at = (group: number): string | undefined => {
        const [a, b] = [saved[group * 2], saved[group * 2 + 1]]
        return a === undefined || b === undefined ? undefined : text.slice(a, b)
      }
      found.push({ from: start, to: end, groups: Array.from({ length: groups + 1 }, (_none, group) => at(group)) })
    }
    // What is empty is nothing to be found.
    from = end > start ? end : end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1)
  }
  return found
}

/**
 * The places of the first match at or after `begin`: of those that begin there, the one that the
 * pattern prefers.
 */
function firstFrom(program: readonly Step[], text: string, begin: number, work: Work): readonly number[] | null {
  let now: Thread[] = []
  let best: readonly number[] | null = null
  for (let at = begin; at <= text.length;) {
    const code = text.codePointAt(at)
    const sign = code === undefined ? '' : String.fromCodePoint(code)
    const seen = new Set<number>()
    const ready: Thread[] = []
    for (const thread of now) follow(program, thread, text, at, seen, ready)
    if (best === null) follow(program, { step: 0, saved: [] }, text, at, seen, ready)
    work.left -= seen.size + 1
    if (work.left < 0) throw new PatternError('The pattern is too slow for this text.')
    const next: Thread[] = []
    for (const { step, saved } of ready) {
      const what = program[step]
      if (what?.do === 'match') {
        best = saved
        break
      }
      if (what?.do === 'char' && sign !== '' && what.is(sign)) next.push({ step: step + 1, saved })
    }
    now = next
    if (best !== null && now.length === 0) break
    at += sign === '' ? 1 : sign.length
  }
  return best
}

/** All steps that wait for a character, in order of preference; each once. */
function follow(program: readonly Step[], thread: Thread, text: string, at: number, seen: Set<number>, ready: Thread[]): void {
  const waiting: Thread[] = [thread]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { step, saved } = next
    const what = program[step]
    if (what === undefined || seen.has(step)) continue
    seen.add(step)
    if (what.do === 'jump') waiting.push({ step: what.to, saved })
    else if (what.do === 'split') waiting.push({ step: what.second, saved }, { step: what.first, saved })
    else if (what.do === 'save') {
      const now = [...saved]
      now[what.slot] = at
      waiting.push({ step: step + 1, saved: now })
    } else if (what.do === 'assert') {
      if (holds(what.what, text, at)) waiting.push({ step: step + 1, saved })
    } else ready.push(next)
  }
}

function holds(what: 'start' | 'end' | 'edge' | 'inside', text: string, at: number): boolean {
  if (what === 'start') return at === 0
  if (what === 'end') return at === text.length
  return isEdge(text, at) === (what === 'edge')
}

const letter = /[\p{L}\p{N}\p{M}_]/u

/** Whether a word begins or ends there. */
function isEdge(text: string, at: number): boolean {
  return isLetterAt(text, at - 1) !== isLetterAt(text, at)
}

function isLetterAt(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false
  const code = text.charCodeAt(at)
  const start = code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
  return letter.test(String.fromCodePoint(text.codePointAt(start) ?? 0))
}
