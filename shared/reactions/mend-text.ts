/**
 * Puts other words in the place of quoted ones. A quote was taken from a drawn page: spaces, breaks
 * and the sign before a mention are the page's business and are not compared. The words must stand
 * at exactly one place that what stood beside them fits, within one paragraph and with nothing but
 * text in them; anything else changes nothing. What stays of the words keeps its marks.
 */
import type { Doc, DocNode, Profile } from '../text/nodes.ts'
import type { Quote } from './schema.ts'
import { checkDoc } from '../text/check.ts'
import { childrenOf, nodeRules, textOf } from '../text/nodes.ts'

export type Mended = { readonly kind: 'mended'; readonly body: Doc } | { readonly kind: 'gone' | 'twice' }

export function mendText(body: Doc, quote: Quote, replacement: string, profile: Profile): Mended {
  const read = readLetters(body)
  const places = placesOf(read, quote)
  const [place] = places
  if (place === undefined) return { kind: 'gone' }
  if (places.length > 1) return { kind: 'twice' }
  const { block } = place
  const mended = mendBlock(block, place, replacement)
  const checked = mended === null ? null : checkDoc(replaced(body, block, mended), profile)
  return checked?.ok === true ? { kind: 'mended', body: checked.doc } : { kind: 'gone' }
}

const unseen = /[\s\u00ad\u200b@]/u
const allUnseen = /[\s\u00ad\u200b@]+/gu
/** So much of what stood beside the words has to fit: an edit further away does not matter. */
const nearLetters = 8

/**
 * All that can be compared, letter by letter, and where each stands: in a child of a block, so far
 * into its text.
 */
interface Letters {
  readonly text: string
  readonly blocks: readonly DocNode[]
  readonly blockOf: readonly number[]
  readonly childOf: readonly number[]
  readonly offsetOf: readonly number[]
}

function readLetters(body: Doc): Letters {
  const parts: string[] = []
  const blocks: DocNode[] = []
  const [blockOf, childOf, offsetOf]: [number[], number[], number[]] = [[], [], []]
  const visit = (node: DocNode): void => {
    const { content } = nodeRules[node.type]
    if (content !== 'inline' && content !== 'code') return childrenOf(node).forEach(visit)
    blocks.push(node)
    for (const [at, child] of childrenOf(node).entries()) {
      // Formulas are drawn, and no words of the page.
      const text = child.type === 'mathInline' ? '' : textOf(child)
      for (let offset = 0; offset < text.length; offset += 1) {
        const letter = text.charAt(offset)
        if (unseen.test(letter)) continue
        parts.push(letter)
        blockOf.push(blocks.length - 1)
        childOf.push(at)
        offsetOf.push(offset)
      }
    }
  }
  body.content.forEach(visit)
  return { text: parts.join(''), blocks, blockOf, childOf, offsetOf }
}

interface Place {
  readonly block: DocNode
  /** First and last child that has a part in it, and where in their texts it begins and ends. */
  readonly from: { readonly child: number; readonly offset: number }
  readonly until: { readonly child: number; readonly offset: number }
}

/**
 * Where the words stand with all that stood beside them; where there is no such place, with what
 * stood on one side. At most two.
 */
function placesOf({ text, blocks, blockOf, childOf, offsetOf }: Letters, quote: Quote): readonly Place[] {
  const words = quote.text.replace(allUnseen, '')
  const before = quote.before.replace(allUnseen, '').slice(-nearLetters)
  const after = quote.after.replace(allUnseen, '').slice(0, nearLetters)
  const [whole, half]: [Place[], Place[]] = [[], []]
  if (words === '') return []
  for (let at = text.indexOf(words); at >= 0 && whole.length < 2; at = text.indexOf(words, at + 1)) {
    const last = at + words.length - 1
    const fits = [text.endsWith(before, at), text.startsWith(after, last + 1)]
    const [block, end] = [blockOf[at], blockOf[last]]
    const node = block === undefined || block !== end ? undefined : blocks[block]
    if (node === undefined || !fits.includes(true)) continue
    const place: Place = {
      block: node,
      from: { child: childOf[at] ?? 0, offset: offsetOf[at] ?? 0 },
      until: { child: childOf[last] ?? 0, offset: (offsetOf[last] ?? 0) + 1 },
    }
    if (!fits.includes(false)) whole.push(place)
    else if (half.length < 2) half.push(place)
  }
  return whole.length > 0 ? whole : half
}

/** `null`: there is something else than text among the words. */
function mendBlock(block: DocNode, { from, until }: Place, replacement: string): DocNode | null {
  const children = childrenOf(block)
  const touched = children.slice(from.child, until.child + 1)
  if (touched.some(({ type }) => type !== 'text')) return null
  const joined = touched.map(({ text = '' }) => text).join('')
  const end = joined.length - (touched.at(-1)?.text ?? '').length + until.offset
  const existing = joined.slice(from.offset, end)
  const { head, tail } = sameEnds(existing, replacement)
  const [cutFrom, cutUntil] = [from.offset + head, end - tail]
  const news = replacement.slice(head, replacement.length - tail)
  const mended: DocNode[] = []
  let base = 0
  let isPut = false
  for (const [at, node] of touched.entries()) {
    const text = node.text ?? ''
    const next = base + text.length
    // Where something goes, what comes has the marks of its first letter; where nothing does, those
    // of the letter before it.
    const takes = !isPut && (cutUntil > cutFrom ? cutFrom < next : cutFrom <= next || at === touched.length - 1)
    const left = text.slice(0, Math.max(0, cutFrom - base))
    const right = text.slice(Math.max(0, Math.min(text.length, cutUntil - base)))
    const kept = `${left}${takes ? news : ''}${right}`
    if (takes) isPut = true
    if (kept !== '') mended.push({ ...node, text: kept })
    base = next
  }
  return { ...block, content: [...children.slice(0, from.child), ...mended, ...children.slice(until.child + 1)] }
}

/** How much at the beginning and at the end is the same, in whole signs. */
function sameEnds(one: string, other: string): { readonly head: number; readonly tail: number } {
  const [a, b] = [[...one], [...other]]
  const most = Math.min(a.length, b.length)
  let first = 0
  while (first < most && a[first] === b[first]) first += 1
  let last = 0
  while (last < most - first && a.at(-1 - last) === b.at(-1 - last)) last += 1
  const lengthOf = (signs: readonly string[]): number => signs.join('').length
  return { head: lengthOf(a.slice(0, first)), tail: lengthOf(a.slice(a.length - last)) }
}

/** The text with one of its blocks changed; the same block is the very same object. */
function replaced(body: Doc, block: DocNode, by: DocNode): Doc {
  const within = (node: DocNode): DocNode => {
    if (node === block) return by
    const { content } = node
    if (content === undefined) return node
    const next = content.map(within)
    return next.every((child, at) => child === content[at]) ? node : { ...node, content: next }
  }
  return { ...body, content: body.content.map(within) }
}
