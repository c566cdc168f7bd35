import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Selection, TextSelection } from '@tiptap/pm/state'
import { useEffect, useId, useRef, useState } from 'react'
import { canAddPictureToComment, picturesShownIn } from '#shared/comments/pictures.ts'
import { pictureLimits } from '#shared/pictures/limits.ts'
import type { Doc } from '#shared/text/nodes.ts'
import type { SmallEditorProps } from '../../../blocks/comments/small-editor.ts'
import { reasonWords } from '../../../blocks/wording.ts'
import { currentMe, useMe } from '../../../data/viewer.ts'
import { useCompletions } from '../complete/use-completions.ts'
import '../editor-styles.ts'
import { makeEditor } from '../make-editor.ts'
import { NodeDialogs } from '../nodes/node-dialogs.tsx'
import { commentInserts, insertsWithoutPictures } from '../parts/insert-list.ts'
import { LinkDialog } from '../parts/link-dialog.tsx'
import type { Notice } from '../parts/notices.tsx'
import { noticeOf, Notices } from '../parts/notices.tsx'
import { PictureDialog, selectedFigure } from '../parts/picture-dialog.tsx'
import { Toolbar } from '../parts/toolbar.tsx'
import { commentTools, toolsWithoutPictures } from '../parts/tools.ts'
import type { PicturePorts } from '../pictures/picture-files.ts'
import { caretFromField, tieToField } from './field-text.ts'

/**
 * The editor in its small form, in the place of a plain field for Markdown, whose text it is. One
 * person writes in it: other tabs and devices come in by the field.
 */
export function SmallEditor({ field, label, placeholder, onTooMuch }: SmallEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const toolbar = useRef<HTMLDivElement>(null)
  const hint = useId()
  const [editor, setEditor] = useState<Editor | null>(null)
  const [dialog, setDialog] = useState<'link' | 'picture' | null>(null)
  const [notice, setNotice] = useState<Notice | null>(null)
  const onAsk = useCompletions()
  const { viewer } = useMe()
  const { hasPictures, isPrivate } = picturesOf(field)
  const mayAdd = hasPictures && canAddPictureToComment(viewer).allowed
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
      hasPictures,
      // Who may not add one reads why: the editor is not made anew when it is known who is here.
      items: hasPictures ? commentInserts : insertsWithoutPictures,
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
        onLink: () => setDialog('link'),
        onAsk: (kind, query, tell) => latest.current.onAsk(kind, query, tell),
        onFind: () => undefined,
        onLeave: () => undefined,
        onToolbar: () => toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
        onPicture: () => askForPicture(made, setDialog, setNotice),
        onPictureWords: (words) => setNotice(noticeOf(words)),
        picturesLeft,
        isPrivate,
        onLeftOut: (words) => setNotice({ kind: 'words', words }),
        onMarkdown: ({ markdown }) => setNotice({ kind: 'markdown', markdown }),
      },
    })
    // Its attributes are a function of the text, which Tiptap takes over only with new options.
    made.setEditable(true, false)
    // What leads to the field, by keys, by its label or by an error, leads here.
    // At once: what is typed until a later frame would go into the field.
    const focus = () => {
      made.view.dispatch(made.state.tr.setSelection(selectionFromField(made.state.doc, field)))
      made.view.focus()
    }
    // What was said of the last words is not said of the next.
    const emptied = () => setNotice(null)
    field.addEventListener('focus', focus)
    field.form?.addEventListener('reset', emptied)
    if (document.activeElement === field) focus()
    setEditor(made)
    return () => {
      setEditor(null)
      field.removeEventListener('focus', focus)
      field.form?.removeEventListener('reset', emptied)
      made.destroy()
      tied.untie()
    }
  }, [field, hint, hasPictures, isPrivate])
  const closeDialog = () => {
    setDialog(null)
    editor?.commands.focus(undefined, { scrollIntoView: false })
  }
  const picturePorts: PicturePorts = {
    onPicture: () => setDialog('picture'),
    onPictureWords: (words) => setNotice(noticeOf(words)),
    picturesLeft,
    isPrivate,
  }
  return (
    <div className="writing-place small-editor">
      {editor === null ? null : (
        <Toolbar
          editor={editor}
          ref={toolbar}
          tools={mayAdd ? commentTools : toolsWithoutPictures}
          inserts={mayAdd ? commentInserts : insertsWithoutPictures}
          onLink={() => setDialog('link')}
          onPicture={() => askForPicture(editor, setDialog, setNotice)}
        />
      )}
      {/* The editor owns what is inside; React never looks at it again. */}
      <div ref={place} className="writing-frame" />
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

/** Who was in the middle of the words when the editor came goes on there; else at their end. */
function selectionFromField(text: Node, { value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selection {
  const [from, to] = [selectionStart, selectionEnd].map((at) => caretFromField(text, value, at))
  if (typeof from !== 'number' || typeof to !== 'number') return Selection.atEnd(text)
  return TextSelection.between(text.resolve(from), text.resolve(to))
}

/**
 * Comments of every kind have pictures, and messages private ones: a form is known by where it is
 * kept.
 */
function picturesOf({ form }: HTMLTextAreaElement) {
  const place = form?.dataset['keep'] ?? ''
  const isPrivate = place.startsWith('message:')
  return { hasPictures: isPrivate || /^(?:comment|edit|review):/u.test(place), isPrivate }
}

/** By the rule and the limit that the mutation asks. */
function picturesLeft(text: Node): ReturnType<NonNullable<PicturePorts['picturesLeft']>> {
  const verdict = canAddPictureToComment(currentMe().viewer)
  if (!verdict.allowed) return { count: 0, words: reasonWords[verdict.reason] }
  // Written by the schema of our texts.
  const shown = picturesShownIn(text.toJSON() as Doc)
  return { count: pictureLimits.inComment - shown.length, words: `You can add up to ${pictureLimits.inComment} pictures.` }
}

/** What is selected is described or changed; another needs room. */
function askForPicture(editor: Editor, open: (dialog: 'picture') => void, tell: (notice: Notice) => void): void {
  const { count, words } = picturesLeft(editor.state.doc)
  if (count > 0 || selectedFigure(editor) !== null) open('picture')
  else tell({ kind: 'words', words })
}
