import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'

/** After a key: its letter is on the screen by then. */
export const afterPaintMs = 30

/**
 * What `read` finds in the editor, after the letter is on the screen and without a frame of its
 * own. `read` gives an equal text for equal states.
 */
export function useEditorValue<Value extends string>(editor: Editor, read: (editor: Editor) => Value): Value {
  const [value, setValue] = useState(() => read(editor))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      timer = undefined
      if (!editor.isDestroyed) setValue(read(editor))
    }
    const onChange = () => {
      timer ??= setTimeout(look, afterPaintMs)
    }
    look()
    editor.on('transaction', onChange)
    return () => {
      clearTimeout(timer)
      editor.off('transaction', onChange)
    }
  }, [editor, read])
  return value
}
