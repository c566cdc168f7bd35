/**
 * Where the caret stood in the plain form, for the editor that takes over its text: behind how many
 * letters, since signs of Markdown are none there.
 */
import type { Editor } from '@tiptap/core'
import type { Doc } from '#shared/text/schema.ts'

const carets = new Map<string, number>()
const letter = /[\p{L}\p{N}]/gu

export function keepCaretFor(postId: string, letters: number): void {
  carets.set(postId, letters)
}

export const lettersIn = (doc: Doc): number => JSON.stringify(textsIn(doc)).match(letter)?.length ?? 0

function textsIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn)
  if (typeof node !== 'object' || node === null) return []
  const own = 'text' in node && typeof node.text === 'string' ? [node.text] : []
  return [...own, ...('content' in node ? textsIn(node.content) : [])]
}

/** Puts the caret there, once. */
export function takeCaret(editor: Editor, postId: string): void {
  const wanted = carets.get(postId)
  if (wanted === undefined) return
  carets.delete(postId)
  editor.commands.focus(placeBehind(editor, wanted))
}

function placeBehind(editor: Editor, wanted: number): number | 'start' | 'end' {
  if (wanted === 0) return 'start'
  let passed = 0
  let place: number | null = null
  editor.state.doc.descendants((node, at) => {
    if (place !== null || !node.isText) return place === null
    for (const { index, 0: found } of (node.text ?? '').matchAll(letter)) {
      passed += 1
      if (passed === wanted) place = at + index + found.length
    }
    return false
  })
  return place ?? 'end'
}
