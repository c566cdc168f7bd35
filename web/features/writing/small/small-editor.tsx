import type { Editor } from '@tiptap/core'
import { Selection } from '@tiptap/pm/state'
import { useEffect, useId, useRef, useState } from 'react'
import type { SmallEditorProps } from '../../../blocks/comments/small-editor.ts'
import { useCompletions } from '../complete/use-completions.ts'
import '../editor-styles.ts'
import { makeEditor } from '../make-editor.ts'
import { NodeDialogs } from '../nodes/node-dialogs.tsx'
import { LinkDialog } from '../parts/link-dialog.tsx'
import type { Notice } from '../parts/notices.tsx'
import { Notices } from '../parts/notices.tsx'
import { Toolbar } from '../parts/toolbar.tsx'
import { tieToField } from './field-text.ts'

/**
 * The editor in its small form, in the place of a plain field for Markdown, whose text it is. One
 * person writes in it: other tabs and devices come in by the field.
 */
export function SmallEditor({ field, label, placeholder, onTooMuch }: SmallEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const toolbar = useRef<HTMLDivElement>(null)
  const hint = useId()
  const [editor, setEditor] = useState<Editor | null>(null)
  const [isLinking, setLinking] = useState(false)
  const [notice, setNotice] = useState<Notice | null>(null)
  const onAsk = useCompletions()
  const latest = useRef({ onAsk, label, placeholder, onTooMuch })
  useEffect(() => {
    latest.current = { onAsk, label, placeholder, onTooMuch }
  })
  useEffect(() => {
    if (place.current === null) return undefined
    const tied = tieToField(field, () => latest.current.onTooMuch())
    if (tied === null) {
      latest.current.onTooMuch()
      return undefined
    }
    const made = makeEditor({
      doc: tied.doc,
      awareness: null,
      element: place.current,
      isSmall: true,
      attributes: {
        class: 'c-body writing-text small-text input',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': latest.current.label,
        'aria-describedby': hint,
        'data-placeholder': latest.current.placeholder,
        dir: 'auto',
      },
      ports: {
        onSave: () => undefined,
        onLink: () => setLinking(true),
        onAsk: (kind, query, tell) => latest.current.onAsk(kind, query, tell),
        onFind: () => undefined,
        onLeave: () => undefined,
        onToolbar: () => toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
        onPicture: () => undefined,
        onPictureWords: () => undefined,
        onLeftOut: (words) => setNotice({ kind: 'words', words }),
        onMarkdown: ({ markdown }) => setNotice({ kind: 'markdown', markdown }),
      },
    })
    // Its attributes are a function of the text, which Tiptap takes over only with new options.
    made.setEditable(true, false)
    // What leads to the field, by keys, by its label or by an error, leads here.
    // At once: what is typed until a later frame would go into the field.
    const focus = () => {
      made.view.dispatch(made.state.tr.setSelection(Selection.atEnd(made.state.doc)))
      made.view.focus()
    }
    field.addEventListener('focus', focus)
    if (document.activeElement === field) focus()
    setEditor(made)
    return () => {
      setEditor(null)
      field.removeEventListener('focus', focus)
      made.destroy()
      tied.untie()
    }
  }, [field, hint])
  const closeLink = () => {
    setLinking(false)
    editor?.commands.focus(undefined, { scrollIntoView: false })
  }
  return (
    <div className="writing-place small-editor">
      {editor === null ? null : (
        <Toolbar editor={editor} ref={toolbar} isSmall onLink={() => setLinking(true)} onPicture={() => undefined} />
      )}
      {/* The editor owns what is inside; React never looks at it again. */}
      <div ref={place} className="writing-frame" />
      <p className="sr" id={hint}>
        Esc, then Tab to leave the editor; Alt+F10 for the toolbar.
      </p>
      <Notices notice={notice} editor={editor} onDone={() => setNotice(null)} />
      {editor !== null ? <NodeDialogs editor={editor} /> : null}
      {editor !== null && isLinking ? <LinkDialog editor={editor} onAsk={onAsk} onClose={closeLink} /> : null}
    </div>
  )
}
