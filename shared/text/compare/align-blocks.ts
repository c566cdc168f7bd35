/**
 * Which nodes of one list are which of another: by their names (a block keeps its name through
 * edits, a note the one it is called by), then by what they say, then by likeness between those
 * that were found. Named or long ones may have moved. Each step is linear, or stops at a bound.
 */
import { matchingPairs, longestRise, type Pair } from '../../documents/text-in-doc-align.ts'
import { attrText, childrenOf, nodeRules, textOf, type DocNode, type NodeName } from '../nodes.ts'

/**
 * In the order of both lists: what is only in `a`, only in `b`, in both. `away`: it stands
 * elsewhere in `b`.
 */
export type Step =
  | { readonly kind: 'removed'; readonly a: number }
  | { readonly kind: 'added'; readonly b: number }
  | { readonly kind: 'away'; readonly a: number; readonly b: number }
  | { readonly kind: 'pair'; readonly a: number; readonly b: number; readonly isMoved: boolean }

/** Most pairs of nodes to hold against each other in a gap. */
const maxCompared = 2_500
const maxWords = 300
const leastLikeness = 0.35
/** Shorter ones that say the same are no proof of a move. */
const leastMoved = 24

export function alignBlocks(a: readonly DocNode[], b: readonly DocNode[]): readonly Step[] {
  const bOf = new Map<number, number>()
  const taken = new Set<number>()
  const pair = (inA: number, inB: number): void => {
    bOf.set(inA, inB)
    taken.add(inB)
  }
  for (const [inA, inB] of byName(a, b)) pair(inA, inB)
  const prints = { a: a.map(printOf), b: b.map(printOf) }
  const freeA = a.flatMap((_, at) => (bOf.has(at) ? [] : [at]))
  const freeB = b.flatMap((_, at) => (taken.has(at) ? [] : [at]))
  for (const [x, y] of matchingPairs(
    freeA.map((at) => prints.a[at] ?? ''),
    freeB.map((at) => prints.b[at] ?? ''),
  )) {
    // oxfmt-ignore
    const [inA, inB] = [freeA[x], freeB[y]]
    if (inA !== undefined && inB !== undefined) pair(inA, inB)
  }
  for (const [inA, inB] of longPairs(a, prints, bOf, taken)) pair(inA, inB)

  const found = [...bOf].sort(([x], [y]) => x - y)
  const inOrder = longestRise(found)
  const steady = new Set(inOrder.map(([inA]) => inA))
  for (const [inA, inB] of found) {
    // Short lines that are alike are many: out of order they are others.
    if (steady.has(inA) || nameOf(a[inA]) !== null || textLength(a[inA]) >= leastMoved) continue
    bOf.delete(inA)
    taken.delete(inB)
  }
  const anchors = [...inOrder]
  let [afterA, afterB] = [0, 0]
  const likes: Pair[] = []
  for (const [endA, endB] of [...inOrder, [a.length, b.length] satisfies Pair]) {
    const gapA = range(afterA, endA).filter((at) => !bOf.has(at))
    const gapB = range(afterB, endB).filter((at) => !taken.has(at))
    likes.push(...alike(a, b, gapA, gapB))
    ;[afterA, afterB] = [endA + 1, endB + 1]
  }
  for (const [inA, inB] of likes) pair(inA, inB)
  return stepsOf(
    a.length,
    b.length,
    bOf,
    taken,
    [...anchors, ...likes].sort(([x], [y]) => x - y),
  )
}

function stepsOf(
  lengthA: number,
  lengthB: number,
  bOf: ReadonlyMap<number, number>,
  taken: ReadonlySet<number>,
  anchors: readonly Pair[],
): readonly Step[] {
  const steps: Step[] = []
  const aOf = new Map([...bOf].map(([inA, inB]) => [inB, inA]))
  let [afterA, afterB] = [0, 0]
  for (const [endA, endB] of [...anchors, [lengthA, lengthB] satisfies Pair]) {
    for (const at of range(afterA, endA)) {
      const inB = bOf.get(at)
      steps.push(inB === undefined ? { kind: 'removed', a: at } : { kind: 'away', a: at, b: inB })
    }
    for (const at of range(afterB, endB)) {
      const inA = taken.has(at) ? aOf.get(at) : undefined
      steps.push(inA === undefined ? { kind: 'added', b: at } : { kind: 'pair', a: inA, b: at, isMoved: true })
    }
    if (endA < lengthA && endB < lengthB) steps.push({ kind: 'pair', a: endA, b: endB, isMoved: false })
    ;[afterA, afterB] = [endA + 1, endB + 1]
  }
  return steps
}

const range = (from: number, end: number): readonly number[] => Array.from({ length: Math.max(0, end - from) }, (_, at) => from + at)

function nameOf(node: DocNode | undefined): string | null {
  if (node === undefined) return null
  const name = node.type === 'footnote' ? attrText(node, 'note') : attrText(node, 'id')
  return name === '' ? null : name
}

/**
 * Blocks that share a name, as where a proposal was taken over twice, are told apart by their
 * order, if both lists have as many.
 */
function byName(a: readonly DocNode[], b: readonly DocNode[]): readonly Pair[] {
  const places = (nodes: readonly DocNode[]) => Map.groupBy(nodes.keys(), (at) => nameOf(nodes[at]))
  const inB = places(b)
  return [...places(a)].flatMap(([name, all]) => {
    const others = name === null ? [] : (inB.get(name) ?? [])
    if (others.length !== all.length) return []
    return all.flatMap((at, n): readonly Pair[] => {
      const other = others[n]
      return other !== undefined && canBecome(a[at], b[other]) ? [[at, other]] : []
    })
  })
}

/** What says the same in both, once, and is long enough not to do so by chance. */
function longPairs(
  a: readonly DocNode[],
  prints: { readonly a: readonly string[]; readonly b: readonly string[] },
  bOf: ReadonlyMap<number, number>,
  taken: ReadonlySet<number>,
): readonly Pair[] {
  const inB = new Map<string, number>()
  for (const [at, print] of prints.b.entries()) if (!taken.has(at)) inB.set(print, inB.has(print) ? -1 : at)
  const pairs: Pair[] = []
  for (const [at, print] of prints.a.entries()) {
    const other = bOf.has(at) ? undefined : inB.get(print)
    if (other === undefined || other < 0 || textLength(a[at]) < leastMoved) continue
    pairs.push([at, other])
    inB.delete(print)
  }
  return pairs
}

const prints = new WeakMap<DocNode, string>()

/** What it says, but for its own name. */
export function printOf(node: DocNode): string {
  const known = prints.get(node)
  if (known !== undefined) return known
  const { id: _name, ...attrs } = node.attrs ?? {}
  const print = JSON.stringify([node.type, attrs, node.content ?? null, node.text ?? null, node.marks ?? null])
  prints.set(node, print)
  return print
}

const textLength = (node: DocNode | undefined): number => (node === undefined ? 0 : textOf(node).length)

/** Whether one may be shown as a change of the other. */
export function canBecome(from: DocNode | undefined, to: DocNode | undefined): boolean {
  return from !== undefined && to !== undefined && sortOf(from.type) === sortOf(to.type)
}

function sortOf(type: NodeName): string {
  if (type === 'bulletList' || type === 'orderedList' || type === 'taskList') return 'list'
  if (type === 'listItem' || type === 'taskItem') return 'item'
  if (type === 'tableHeader' || type === 'tableCell') return 'cell'
  const { content } = nodeRules[type]
  return content === 'inline' ? content : type
}

/** Pairs in order, so that each has kept as much as it can. */
function alike(a: readonly DocNode[], b: readonly DocNode[], gapA: readonly number[], gapB: readonly number[]): readonly Pair[] {
  if (gapA.length === 0 || gapB.length === 0) return []
  const bags = { a: gapA.map((at) => bagOf(a[at])), b: gapB.map((at) => bagOf(b[at])) }
  const like = (x: number, y: number): number => likeness(a[gapA[x] ?? -1], b[gapB[y] ?? -1], bags.a[x], bags.b[y])
  const pairs: Pair[] = []
  const take = (x: number, y: number): void => {
    const [inA, inB] = [gapA[x], gapB[y]]
    if (inA !== undefined && inB !== undefined) pairs.push([inA, inB])
  }
  if (gapA.length * gapB.length > maxCompared) {
    for (let x = 0, y = 0; x < gapA.length; x++) {
      const near = range(y, Math.min(gapB.length, y + 12)).find((other) => like(x, other) > 0.5)
      if (near === undefined) continue
      take(x, near)
      y = near + 1
    }
    return pairs
  }
  const width = gapB.length + 1
  const best = new Float64Array((gapA.length + 1) * width)
  const likes = new Float64Array(gapA.length * gapB.length)
  const at = (x: number, y: number): number => best[x * width + y] ?? 0
  for (let x = gapA.length - 1; x >= 0; x--) {
    for (let y = gapB.length - 1; y >= 0; y--) {
      const here = like(x, y)
      likes[x * gapB.length + y] = here
      best[x * width + y] = Math.max(at(x + 1, y), at(x, y + 1), here > leastLikeness ? here + at(x + 1, y + 1) : 0)
    }
  }
  for (let x = 0, y = 0; x < gapA.length && y < gapB.length;) {
    const here = likes[x * gapB.length + y] ?? 0
    if (here > leastLikeness && at(x, y) === here + at(x + 1, y + 1)) take(x++, y++)
    else if (at(x, y) === at(x + 1, y)) x += 1
    else y += 1
  }
  return pairs
}

type Bag = ReadonlyMap<string, number>

function bagOf(node: DocNode | undefined): Bag {
  const bag = new Map<string, number>()
  const words =
    node === undefined
      ? []
      : (spacedText(node)
          .slice(0, 20_000)
          .toLowerCase()
          .match(/[\p{L}\p{N}]+/gu) ?? [])
  for (const word of words.slice(0, maxWords)) bag.set(word, (bag.get(word) ?? 0) + 1)
  return bag
}

/** With a space between the texts of what it holds. */
function spacedText(node: DocNode): string {
  const { content } = nodeRules[node.type]
  return content === 'inline' || content === 'code' || content === 'leaf' ? textOf(node) : childrenOf(node).map(spacedText).join(' ')
}

/** 0 to 1: the share of words that both have. */
function likeness(from: DocNode | undefined, to: DocNode | undefined, bagA: Bag | undefined, bagB: Bag | undefined): number {
  if (from === undefined || to === undefined || !canBecome(from, to)) return 0
  const { content } = nodeRules[from.type]
  // A picture, a formula or a cell in the place of another is that one changed; there is one list
  // of notes.
  if (content === 'leaf' || from.type === 'footnotes') return 0.6
  const base = sortOf(from.type) === 'cell' ? 0.4 : 0
  let [common, total] = [0, 0]
  for (const [word, times] of bagA ?? []) {
    common += Math.min(times, bagB?.get(word) ?? 0)
    total += times
  }
  for (const times of bagB?.values() ?? []) total += times
  if (total === 0) return Math.max(base, 0.5)
  return Math.max(base, (2 * common) / total)
}
