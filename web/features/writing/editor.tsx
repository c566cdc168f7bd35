import type { Editor as TextEditor } from '@tiptap/core'
import { useEffect, useId, useRef, useState } from 'react'
import type { Awareness } from 'y-protocols/awareness'
import type { Doc } from 'yjs'
import './editor-styles.ts'
import { makeEditor } from './make-editor.ts'
import { LinkDialog } from './parts/link-dialog.tsx'
import { Notices } from './parts/notices.tsx'
import type { Notice } from './parts/notices.tsx'
import { PictureDialog } from './parts/picture-dialog.tsx'
import { Presence } from './parts/presence.tsx'
import { Toolbar } from './parts/toolbar.tsx'
import { watchWords } from './words.ts'

export interface EditorProps {
  /** The text is its fragment `body`. It is not loaded, kept or sent here. */
  readonly doc: Doc
  /** Who else is here; `null` where nobody can be. */
  readonly awareness: Awareness | null
  readonly me: { readonly name: string; readonly slug: string; readonly userId: string }
  readonly isReadOnly: boolean
  /** Of the text. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl' | 'auto'
  /** Soon after the start, and some time after each change. */
  readonly onWords?: (words: number, minutes: number) => void
  /** Ctrl+S. Everything is kept as it is typed: say so. */
  readonly onSave?: () => void
  /** Name of the text for a screen reader. */
  readonly label?: string
  readonly placeholder?: string
  /** The caret goes there at once. */
  readonly hasFocus?: boolean
}

type Dialog = 'link' | 'picture' | null

/**
 * Where an essay is written: it knows a shared document and nothing of network or store. The text looks as it will be published.
 * Only ever loaded by `import()`: nothing of it may be in what readers download.
 */
export function Editor({
  doc,
  awareness,
  me,
  isReadOnly,
  lang,
  dir,
  onWords,
  onSave,
  label = 'Text',
  placeholder = 'Write',
  hasFocus = false,
}: EditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const hint = useId()
  const [editor, setEditor] = useState<TextEditor | null>(null)
  const [dialog, setDialog] = useState<Dialog>(null)
  const [notice, setNotice] = useState<Notice | null>(null)
  const toolbar = useRef<HTMLDivElement>(null)
  const latest = useRef({ onWords, onSave, isReadOnly, label, placeholder, hasFocus })
  useEffect(() => {
    latest.current = { onWords, onSave, isReadOnly, label, placeholder, hasFocus }
  })

  useEffect(() => {
    if (place.current === null) return undefined
    const made = makeEditor({
      doc,
      awareness,
      element: place.current,
      isEditable: !latest.current.isReadOnly,
      attributes: {
        class: 'essay writing-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': latest.current.label,
        'aria-describedby': hint,
        'data-placeholder': latest.current.placeholder,
      },
      ports: {
        onSave: () => latest.current.onSave?.(),
        onLink: () => setDialog('link'),
        onToolbar: () => toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
        onLeftOut: () => setNotice({ kind: 'pictures-left-out' }),
        onMarkdown: ({ markdown }) => setNotice({ kind: 'markdown', markdown }),
      },
    })
    const stopCounting = watchWords(made, (words, minutes) => latest.current.onWords?.(words, minutes))
    if (latest.current.hasFocus) made.commands.focus('end', { scrollIntoView: false })
    setEditor(made)
    return () => {
      setEditor(null)
      stopCounting()
      made.destroy()
    }
  }, [doc, awareness, hint])

  useEffect(() => {
    editor?.setEditable(!isReadOnly, false)
    editor?.view.dom.setAttribute('aria-readonly', String(isReadOnly))
  }, [editor, isReadOnly])
  useEffect(() => {
    editor?.view.dom.setAttribute('lang', lang)
    editor?.view.dom.setAttribute('dir', dir)
  }, [editor, lang, dir])
  const { name, slug, userId } = me
  useEffect(() => awareness?.setLocalStateField('user', { name, slug, userId }), [awareness, name, slug, userId])

  const closeDialog = () => {
    setDialog(null)
    editor?.commands.focus(undefined, { scrollIntoView: false })
  }
  return (
    <div className="writing-place">
      {editor === null || isReadOnly ? null : (
        <Toolbar editor={editor} ref={toolbar} onLink={() => setDialog('link')} onPicture={() => setDialog('picture')} />
      )}
      {awareness === null ? null : <Presence awareness={awareness} myUserId={userId} />}
      {/* The editor owns what is inside; React never looks at it again. */}
      <div ref={place} className="writing-frame" />
      <p className="sr" id={hint}>
        Escape, then Tab leaves the text. Alt F10 leads to the text tools.
      </p>
      <Notices notice={notice} editor={editor} onDone={() => setNotice(null)} />
      {editor !== null && dialog === 'link' ? <LinkDialog editor={editor} onClose={closeDialog} /> : null}
      {editor !== null && dialog === 'picture' ? <PictureDialog editor={editor} onClose={closeDialog} /> : null}
    </div>
  )
}
