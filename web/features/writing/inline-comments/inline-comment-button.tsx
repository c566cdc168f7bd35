import type { Editor } from '@tiptap/core'
import { useLayoutEffect, useRef } from 'react'
import { useEditorValue } from '../parts/use-editor-value.ts'

const gap = 6

/**
 * Beside what is selected: say something about it. The key does the same, so it is not on the way
 * of the Tab key.
 */
export function InlineCommentButton({ editor, onPress }: { readonly editor: Editor; readonly onPress: () => void }) {
  const ref = useRef<HTMLButtonElement>(null)
  const end = useEditorValue(editor, endOfSelection)
  useLayoutEffect(() => {
    const button = ref.current
    const frame = editor.view.dom.closest('.writing-place')
    if (button === null || frame === null || end === '') return
    // Drawn a moment later: what was selected may be gone by now.
    if (editor.isDestroyed || Number(end) > editor.state.doc.content.size) return
    const { right, bottom } = editor.view.coordsAtPos(Number(end), -1)
    const { left, top, width } = frame.getBoundingClientRect()
    const most = width - button.offsetWidth
    button.style.left = `${Math.max(0, Math.min(right - left, most))}px`
    button.style.top = `${bottom - top + gap}px`
  }, [editor, end])
  if (end === '') return null
  return (
    <button
      className="btn small inline-comment-button"
      type="button"
      tabIndex={-1}
      ref={ref}
      // The selection stays where it is.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      Comment
    </button>
  )
}

function endOfSelection({ state: { selection }, view }: Editor): string {
  return selection.empty || !view.hasFocus() ? '' : String(selection.to)
}
