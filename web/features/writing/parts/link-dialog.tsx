import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { addressOf } from './address-of.ts'
import { Field, WritingDialog } from './writing-dialog.tsx'

/** Gives the selected words an address, changes or takes away the one they have; without a selection it asks for the words as well. */
export function LinkDialog({ editor, onClose }: { readonly editor: Editor; readonly onClose: () => void }) {
  const [error, setError] = useState<string | null>(null)
  const [start] = useState(() => {
    const { state } = editor
    const found: unknown = editor.getAttributes('link')['href']
    return { href: typeof found === 'string' ? found : '', asksWords: state.selection.empty && !editor.isActive('link') }
  })
  const save = (form: FormData) => {
    const href = addressOf(String(form.get('href') ?? ''))
    if (href === null)
      return setError(
        'This is no address that a link can lead to. It begins with https://, with / for a place on this site, or is an e-mail address.',
      )
    const words = String(form.get('words') ?? '').trim()
    if (start.asksWords) {
      editor
        .chain()
        .insertContent({ type: 'text', text: words === '' ? href : words, marks: [{ type: 'link', attrs: { href } }] })
        .unsetMark('link')
        .run()
    } else {
      editor.chain().extendMarkRange('link').setMark('link', { href }).run()
    }
    onClose()
  }
  const remove = () => {
    editor.chain().extendMarkRange('link').unsetMark('link').run()
    onClose()
  }
  return (
    <WritingDialog title={start.href === '' ? 'Link' : 'Change link'} onClose={onClose} onSubmit={save}>
      <Field name="href" label="Address" type="url" value={start.href} error={error} maxLength={2048} />
      {start.asksWords ? <Field name="words" label="Words" value="" hint="Empty: the address itself" maxLength={500} /> : null}
      <p className="acts">
        <button className="btn primary">Set link</button>
        {start.href === '' ? null : (
          <button type="button" className="btn" onClick={remove}>
            Remove link
          </button>
        )}
        <button type="button" className="btn quiet" onClick={onClose}>
          Cancel
        </button>
      </p>
    </WritingDialog>
  )
}
