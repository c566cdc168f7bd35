import type { Editor as TextEditor } from '@tiptap/core'
import { useEffect, useId, useRef, useState } from 'react'
import type { Awareness } from 'y-protocols/awareness'
import type { Doc } from 'yjs'
import { useHoverCards } from '../../blocks/posts/use-hover-cards.ts'
import './editor-styles.ts'
import { useCompletions } from './complete/use-completions.ts'
import { ViewMenu } from './focus/view-menu.tsx'
import { useIsMarkdown, Ways } from './focus/ways.tsx'
import type { Panel } from './focus/ways.tsx'
import { setWritingMode } from './focus/writing-mode.ts'
import { makeEditor } from './make-editor.ts'
import { NodeDialogs } from './nodes/node-dialogs.tsx'
import { LinkDialog } from './parts/link-dialog.tsx'
import { noticeOf, Notices } from './parts/notices.tsx'
import type { Notice } from './parts/notices.tsx'
import { PictureDialog } from './parts/picture-dialog.tsx'
import type { PicturePorts } from './pictures/picture-files.ts'
import { Presence } from './parts/presence.tsx'
import { Toolbar } from './parts/toolbar.tsx'
import { lockText } from './inline-comments/text-lock.ts'
import { watchWords } from './words.ts'
import type { Counts } from './words.ts'

export interface EditorProps {
  /** The text is its fragment `body`. It is not loaded, kept or sent here. */
  readonly doc: Doc
  /** Who else is here; `null` where nobody can be. */
  readonly awareness: Awareness | null
  readonly me: { readonly name: string; readonly slug: string; readonly userId: string }
  readonly isReadOnly: boolean
  /** Though it is only to read, passages can be chosen in it by keys. */
  readonly canSelect?: boolean
  /** What is written in, while it is there: for what stands beside the text. */
  readonly onEditor?: (editor: TextEditor | null) => void
  /** Of the text. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl' | 'auto'
  /** Soon after the start, and some time after each change. */
  readonly onWords?: (counts: Counts) => void
  /** Under which name this device keeps what is typed as Markdown and not part of the text yet. */
  readonly place?: string
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
 * Where an essay is written: it knows a shared document and nothing of network or store. The text
 * looks as it will be published. Only ever loaded by `import()`: nothing of it may be in what
 * readers download.
 */
export function Editor({
  doc,
  awareness,
  me,
  isReadOnly,
  canSelect = false,
  onEditor,
  lang,
  dir,
  onWords,
  onSave,
  place: keptAs = 'markdown:text',
  label = 'Text',
  placeholder = 'Start writing, or type / for blocks',
  hasFocus = false,
}: EditorProps) {
  const place = useRef<HTMLDivElement>(null)
  useHoverCards()
  const hint = useId()
  const [editor, setEditor] = useState<TextEditor | null>(null)
  const [dialog, setDialog] = useState<Dialog>(null)
  const [notice, setNotice] = useState<Notice | null>(null)
  const [panel, setPanel] = useState<Panel>(null)
  const onAsk = useCompletions()
  const isMarkdown = useIsMarkdown(isReadOnly)
  const toolbar = useRef<HTMLDivElement>(null)
  const mayLeaveMarkdown = useRef(() => true)
  const latest = useRef({ onWords, onSave, onAsk, isReadOnly, label, placeholder, hasFocus })
  useEffect(() => {
    latest.current = { onWords, onSave, onAsk, isReadOnly, label, placeholder, hasFocus }
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
        onAsk: (kind, query, tell) => latest.current.onAsk(kind, query, tell),
        onFind: (withReplace) => setPanel(withReplace ? 'replace' : 'find'),
        onLeave: () => setWritingMode({ isFocused: false }),
        onToolbar: () => toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
        onPicture: () => setDialog('picture'),
        onPictureWords: (words) => setNotice(noticeOf(words)),
        onLeftOut: (words) => setNotice({ kind: 'words', words }),
        onMarkdown: ({ markdown }) => setNotice({ kind: 'markdown', markdown }),
      },
    })
    const stopCounting = watchWords(made, (counts) => latest.current.onWords?.(counts))
    if (latest.current.hasFocus) made.commands.focus('end', { scrollIntoView: false })
    setEditor(made)
    return () => {
      setEditor(null)
      stopCounting()
      made.destroy()
    }
  }, [doc, awareness, hint])

  useEffect(() => {
    editor?.setEditable(!isReadOnly || canSelect, false)
    editor?.view.dom.setAttribute('aria-readonly', String(isReadOnly))
    // No keyboard comes up where there is nothing to type.
    editor?.view.dom.setAttribute('inputmode', isReadOnly ? 'none' : 'text')
    if (editor !== null) lockText(editor, isReadOnly)
  }, [editor, isReadOnly, canSelect])
  useEffect(() => {
    onEditor?.(editor)
    return () => onEditor?.(null)
  }, [editor, onEditor])
  useEffect(() => {
    editor?.view.dom.setAttribute('lang', lang)
    editor?.view.dom.setAttribute('dir', dir)
  }, [editor, lang, dir])
  const { name, slug, userId } = me
  useEffect(() => awareness?.setLocalStateField('user', { name, slug, userId }), [awareness, name, slug, userId])

  const picturePorts: PicturePorts = {
    onPicture: () => setDialog('picture'),
    onPictureWords: (words) => setNotice(noticeOf(words)),
  }
  const closeDialog = () => {
    setDialog(null)
    editor?.commands.focus(undefined, { scrollIntoView: false })
  }
  return (
    <div className="writing-place">
      <div className="writing-head">
        {editor === null || isReadOnly || isMarkdown ? null : (
          <Toolbar editor={editor} ref={toolbar} onLink={() => setDialog('link')} onPicture={() => setDialog('picture')} />
        )}
        {editor === null ? null : <ViewMenu {...{ editor, isReadOnly, panel, mayLeaveMarkdown }} onPanel={setPanel} />}
      </div>
      {awareness === null ? null : <Presence awareness={awareness} myUserId={userId} />}
      {editor === null ? null : <Ways {...{ editor, doc, isReadOnly, lang, panel, mayLeaveMarkdown }} place={keptAs} onPanel={setPanel} />}
      {/* The editor owns what is inside; React never looks at it again. */}
      <div ref={place} className="writing-frame" hidden={isMarkdown} />
      <p className="sr" id={hint}>
        Esc, then Tab to leave the editor; Alt+F10 for the toolbar.
      </p>
      <Notices notice={notice} editor={editor} onDone={() => setNotice(null)} />
      {editor !== null ? <NodeDialogs editor={editor} /> : null}
      {editor !== null && dialog === 'link' ? <LinkDialog editor={editor} onAsk={onAsk} onClose={closeDialog} /> : null}
      {editor !== null && dialog === 'picture' ? <PictureDialog editor={editor} ports={picturePorts} onClose={closeDialog} /> : null}
    </div>
  )
}
