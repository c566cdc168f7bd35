import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import { useEffect, useId, useState } from 'react'
import type { DocNode } from '#shared/text/nodes.ts'
import { factsOf } from '../plugins/facts.ts'
import { WritingDialog } from '../parts/writing-dialog.tsx'

interface NoteDialogProps {
  readonly editor: Editor
  /** Of the call in the text. */
  readonly at: number | null
  readonly onClose: () => void
}

/**
 * A note read and changed where it is called, as Markdown; all of it stands in the list at the end
 * of the text.
 */
export function NoteDialog({ editor, at, onClose }: NoteDialogProps) {
  const id = useId()
  const [name] = useState(() => String((at === null ? null : editor.state.doc.nodeAt(at))?.attrs['note'] ?? ''))
  const [text, setText] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    let isOld = false
    const note = noteCalled(editor, name)
    if (note === undefined) {
      setError('The footnote was deleted.')
      return undefined
    }
    import('#shared/text/markdown-out.ts').then(
      ({ docToMarkdown }) => {
        // The schema has the names of the table of nodes and no others.
        const content = note.node.content.toJSON() as readonly DocNode[]
        if (!isOld) setText(docToMarkdown({ type: 'doc', content }).trimEnd().replace('<!-- -->', ''))
      },
      () => setError('You’re offline. Edit the footnote in the list at the end of the text.'),
    )
    return () => {
      isOld = true
    }
    // Once: what is typed here goes before what others change meanwhile.
  }, [editor, name])
  const go = () => {
    onClose()
    const note = noteCalled(editor, name)
    if (note === undefined) return
    const { state, view } = editor
    view.dispatch(state.tr.setSelection(TextSelection.near(state.doc.resolve(note.at + 2))).scrollIntoView())
    view.focus()
  }
  const save = async () => {
    if (text === null) return
    const note = noteCalled(editor, name)
    try {
      const { markdownToDoc } = await import('#shared/text/markdown-in.ts')
      const content = markdownToDoc(text, 'essay').doc.content.filter((node) => node.type !== 'footnotes')
      if (note !== undefined) putContent(editor, note, content)
      onClose()
    } catch (failure) {
      if (!(failure instanceof RangeError)) reportError(failure)
      setError(
        failure instanceof RangeError
          ? 'The footnote is too long.'
          : 'Couldn’t save: part of the app didn’t load. Try again when you’re online.',
      )
    }
  }
  return (
    <WritingDialog
      title="Footnote"
      onClose={onClose}
      onSubmit={save}
      action="Save"
      isDisabled={text === null}
      other={{ label: 'Go to footnote', run: go }}
    >
      <div className="field">
        <label htmlFor={id}>Text</label>
        <textarea
          className="input"
          id={id}
          dir="auto"
          rows={5}
          maxLength={100_000}
          value={text ?? ''}
          disabled={text === null}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
          }}
        />
        <p className="hint-line">*Italic*, **bold**, [links](https://example.org). Ctrl+Enter saves it.</p>
      </div>
      <p className="field-error" role="alert">
        {error}
      </p>
    </WritingDialog>
  )
}

type Note = { readonly at: number; readonly node: Node }

function noteCalled(editor: Editor, name: string): Note | undefined {
  return factsOf(editor.state.doc).notes.find((note) => note.name === name)
}

function putContent(editor: Editor, { at, node }: Note, content: readonly DocNode[]): void {
  const nodes = content.map((json) => editor.schema.nodeFromJSON(json))
  if (node.content.eq(node.type.create(node.attrs, nodes).content)) return
  editor.view.dispatch(editor.state.tr.replaceWith(at + 1, at + node.nodeSize - 1, nodes))
}
