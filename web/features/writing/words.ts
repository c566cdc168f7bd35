import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { readingMinutes, wordCount } from '#shared/text/measure.ts'
import type { Doc, DocNode } from '#shared/text/nodes.ts'

const pauseMs = 400
const byBlock = new WeakMap<Node, DocNode>()
const counts = new WeakMap<DocNode, number>()

/** Counts some time after the last change, when the browser has nothing else to do, and only the blocks that have changed. */
export function watchWords(editor: Editor, onWords: (words: number, minutes: number) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = -1
  const count = () => {
    if (editor.isDestroyed) return
    const words = wordsOf(editor.state.doc)
    if (words === last) return
    last = words
    onWords(words, readingMinutes(words))
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(
      () => (typeof requestIdleCallback === 'function' ? requestIdleCallback(count, { timeout: 2_000 }) : count()),
      pauseMs,
    )
  }
  editor.on('update', later)
  count()
  return () => {
    clearTimeout(timer)
    editor.off('update', later)
  }
}

export function wordsOf(doc: Node): number {
  return wordCount({ type: 'doc', content: doc.children.map(jsonOf) } satisfies Doc, (block, countIn) => {
    const known = counts.get(block)
    if (known !== undefined) return known
    const words = countIn(block)
    counts.set(block, words)
    return words
  })
}

function jsonOf(block: Node): DocNode {
  const known = byBlock.get(block)
  if (known !== undefined) return known
  // The schema has the names of the table of nodes and no others.
  const json: DocNode = block.toJSON()
  byBlock.set(block, json)
  return json
}
