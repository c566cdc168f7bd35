import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'

/** What `read` finds in the editor, once a frame at most: typing must not wait for the tools around the text. `read` gives an equal text for equal states. */
export function useEditorValue<Value extends string>(editor: Editor, read: (editor: Editor) => Value): Value {
  const [value, setValue] = useState(() => read(editor))
  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      if (!editor.isDestroyed) setValue(read(editor))
    }
    const onChange = () => {
      if (frame === 0) frame = requestAnimationFrame(look)
    }
    look()
    editor.on('transaction', onChange)
    return () => {
      cancelAnimationFrame(frame)
      editor.off('transaction', onChange)
    }
  }, [editor, read])
  return value
}
