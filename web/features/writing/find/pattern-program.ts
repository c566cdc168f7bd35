/**
 * A pattern as it is typed, made into the steps that pattern.ts walks. Single characters are judged
 * by the browser's own expressions.
 */
type Node =
  | { readonly kind: 'char'; readonly is: (sign: string) => boolean }
  | { readonly kind: 'start' | 'end' | 'edge' | 'inside' | 'empty' }
  | { readonly kind: 'group'; readonly node: Node; readonly number: number }
  | { readonly kind: 'seq' | 'or'; readonly nodes: readonly Node[] }
  | { readonly kind: 'repeat'; readonly node: Node; readonly least: number; readonly most: number; readonly isLazy: boolean }

export type Step =
  | { readonly do: 'char'; readonly is: (sign: string) => boolean }
  | { readonly do: 'assert'; readonly what: 'start' | 'end' | 'edge' | 'inside' }
  | { readonly do: 'save'; readonly slot: number }
  | { readonly do: 'split'; first: number; second: number }
  | { readonly do: 'jump'; to: number }
  | { readonly do: 'match' }

const maxSteps = 600
const maxTimes = 100
const longestPattern = 300

/** Said to whoever typed the pattern. */
export class PatternError extends Error {}

export interface Program {
  readonly steps: readonly Step[]
  readonly groups: number
}

/** @throws PatternError for what is no pattern, or one that is not understood here. */
export function programOf(source: string, isCaseSensitive: boolean): Program {
  if (source.length > longestPattern) throw new PatternError('The pattern is too long.')
  const { node, groups } = new Reader(source, isCaseSensitive).read()
  const steps: Step[] = []
  emit({ kind: 'group', node, number: 0 }, steps)
  steps.push({ do: 'match' })
  return { steps, groups }
}

class Reader {
  private readonly signs: readonly string[]
  private readonly flags: string
  private at = 0
  private groups = 0
  private depth = 0

  constructor(source: string, isCaseSensitive: boolean) {
    this.signs = [...source]
    this.flags = isCaseSensitive ? 'u' : 'iu'
  }

  read(): { readonly node: Node; readonly groups: number } {
    const node = this.alternatives()
    if (this.at < this.signs.length) throw new PatternError('Unmatched closing bracket.')
    return { node, groups: this.groups }
  }

  private alternatives(): Node {
    this.depth += 1
    if (this.depth > 20) throw new PatternError('The pattern has too many nested brackets.')
    const nodes = [this.sequence()]
    while (this.take('|')) nodes.push(this.sequence())
    this.depth -= 1
    return nodes.length === 1 ? (nodes[0] ?? { kind: 'empty' }) : { kind: 'or', nodes }
  }

  private sequence(): Node {
    const nodes: Node[] = []
    while (this.at < this.signs.length && this.peek() !== '|' && this.peek() !== ')') nodes.push(this.repeated())
    return { kind: 'seq', nodes }
  }

  private repeated(): Node {
    let node = this.single()
    for (;;) {
      const times = this.times()
      if (times === null) return node
      node = { kind: 'repeat', node, ...times, isLazy: this.take('?') }
    }
  }

  private times(): { readonly least: number; readonly most: number } | null {
    if (this.take('*')) return { least: 0, most: Infinity }
    if (this.take('+')) return { least: 1, most: Infinity }
    if (this.take('?')) return { least: 0, most: 1 }
    const braces = /^\{(\d{1,6})(?:(,)(\d{0,6}))?\}/.exec(this.signs.slice(this.at, this.at + 15).join(''))
    if (braces === null) return null
    this.at += braces[0].length
    const least = Number(braces[1])
    const most = braces[2] === undefined ? least : braces[3] === '' ? Infinity : Number(braces[3])
    if (least > maxTimes || (most !== Infinity && (most > maxTimes || most < least))) throw new PatternError(`At most ${maxTimes} times.`)
    return { least, most }
  }

  private single(): Node {
    const sign = this.peek()
    this.at += 1
    if (sign === '(') return this.bracket()
    if (sign === '[') return this.oneOf(`[${this.classSource()}]`)
    if (sign === '\\') return this.escaped()
    if (sign === '.') return { kind: 'char', is: (other) => other !== '\n' }
    if (sign === '^') return { kind: 'start' }
    if (sign === '$') return { kind: 'end' }
    if (sign === '*' || sign === '+' || sign === '?') throw new PatternError(`There’s nothing before “${sign}” to repeat.`)
    return this.oneOf(sign.replace(/[\\^$.*+?()[\]{}|/]/u, '\\$&'))
  }

  private bracket(): Node {
    if (this.take('?') && !this.take(':')) throw new PatternError('Groups starting with (? aren’t supported.')
    const isGroup = this.signs[this.at - 1] !== ':' || this.signs[this.at - 2] !== '?'
    const number = isGroup ? (this.groups += 1) : 0
    const node = this.alternatives()
    if (!this.take(')')) throw new PatternError('Unclosed bracket.')
    return isGroup ? { kind: 'group', node, number } : node
  }

  private escaped(): Node {
    const sign = this.peek()
    this.at += 1
    if (sign === '') throw new PatternError('The pattern ends with a backslash.')
    if (sign === 'b') return { kind: 'edge' }
    if (sign === 'B') return { kind: 'inside' }
    // As everywhere in the product, letters of all languages are letters.
    if (sign === 'w') return this.oneOf('[\\p{L}\\p{N}\\p{M}_]')
    if (sign === 'W') return this.oneOf('[^\\p{L}\\p{N}\\p{M}_]')
    if (/[dDsStn]/u.test(sign)) return this.oneOf(`\\${sign}`)
    if (sign === 'p' || sign === 'P') {
      const name = /^\{[\w=]{1,40}\}/.exec(this.signs.slice(this.at, this.at + 42).join(''))?.[0]
      if (name === undefined) throw new PatternError('\\p needs a name in braces.')
      this.at += name.length
      return this.oneOf(`\\${sign}${name}`)
    }
    if (/[\p{L}\p{N}]/u.test(sign)) throw new PatternError(`“\\${sign}” isn’t supported.`)
    return this.oneOf(/[\\^$.*+?()[\]{}|/]/u.test(sign) ? `\\${sign}` : sign)
  }

  /** Up to the bracket that closes it. */
  private classSource(): string {
    let source = ''
    for (; this.at < this.signs.length; this.at += 1) {
      const sign = this.peek()
      if (sign === ']' && source !== '' && source !== '^') {
        this.at += 1
        return source
      }
      if (sign === '\\') {
        this.at += 1
        source += sign
      } else if (sign === '[') source += '\\'
      source += this.peek()
    }
    throw new PatternError('Unclosed square bracket.')
  }

  /** One character, as the browser judges it. */
  private oneOf(source: string): Node {
    let expression: RegExp
    try {
      expression = new RegExp(`^(?:${source})$`, this.flags)
    } catch {
      throw new PatternError(`“${source}” isn’t a valid pattern.`)
    }
    const known = new Map<string, boolean>()
    const is = (sign: string): boolean => {
      const before = known.get(sign)
      if (before !== undefined) return before
      const now = expression.test(sign)
      if (known.size < 2_000) known.set(sign, now)
      return now
    }
    return { kind: 'char', is }
  }

  private peek(): string {
    return this.signs[this.at] ?? ''
  }

  private take(sign: string): boolean {
    if (this.peek() !== sign) return false
    this.at += 1
    return true
  }
}

function emit(node: Node, program: Step[]): void {
  if (program.length > maxSteps) throw new PatternError('The pattern is too long.')
  switch (node.kind) {
    case 'char':
      program.push({ do: 'char', is: node.is })
      break
    case 'start':
    case 'end':
    case 'edge':
    case 'inside':
      program.push({ do: 'assert', what: node.kind })
      break
    case 'empty':
      break
    case 'group':
      program.push({ do: 'save', slot: node.number * 2 })
      emit(node.node, program)
      program.push({ do: 'save', slot: node.number * 2 + 1 })
      break
    case 'seq':
      for (const part of node.nodes) emit(part, program)
      break
    case 'or': {
      const ends: { do: 'jump'; to: number }[] = []
      for (const [index, part] of node.nodes.entries()) {
        const isLast = index === node.nodes.length - 1
        const split = { do: 'split' as const, first: program.length + 1, second: 0 }
        if (!isLast) program.push(split)
        emit(part, program)
        if (isLast) break
        const jump = { do: 'jump' as const, to: 0 }
        program.push(jump)
        ends.push(jump)
        split.second = program.length
      }
      for (const jump of ends) jump.to = program.length
      break
    }
    case 'repeat': {
      for (let time = 0; time < node.least; time++) {
        const before = program.length
        emit(node.node, program)
        // Nothing, however often: `(?:){100}` within itself would go on for years.
        if (program.length === before) break
      }
      if (node.most === Infinity) {
        const split = splitTo(program, node.isLazy)
        emit(node.node, program)
        program.push({ do: 'jump', to: split.at })
        split.end(program.length)
      } else {
        const splits: ReturnType<typeof splitTo>[] = []
        for (let time = node.least; time < node.most; time++) {
          splits.push(splitTo(program, node.isLazy))
          emit(node.node, program)
        }
        for (const split of splits) split.end(program.length)
      }
      break
    }
  }
}

function splitTo(program: Step[], isLazy: boolean): { readonly at: number; readonly end: (to: number) => void } {
  const at = program.length
  const split = { do: 'split' as const, first: at + 1, second: at + 1 }
  program.push(split)
  return {
    at,
    end: (to) => {
      if (isLazy) split.first = to
      else split.second = to
    },
  }
}
