import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { embedOf, embedTitles } from '#shared/text/embeds.ts'
import { addressOf } from '../parts/address-of.ts'
import { Field, WritingDialog } from '../parts/writing-dialog.tsx'
import { selectedNode, putNode, removeNode } from './put-node.ts'

interface EmbedDialogProps {
  readonly editor: Editor
  readonly at: number | null
  readonly onClose: () => void
}

/**
 * A video, market, question or notebook by its address. Nothing is asked of that site until
 * somebody wants to see it.
 */
export function EmbedDialog({ editor, at, onClose }: EmbedDialogProps) {
  const [start] = useState(() => selectedNode(editor, at))
  const [error, setError] = useState<string | null>(null)
  const hosts = new Intl.ListFormat('en', { type: 'disjunction' }).format(embedTitles)
  const save = (form: FormData) => {
    const address = addressOf(String(form.get('url') ?? ''))
    const embed = address === null ? null : embedOf(address)
    if (embed === null) return setError(`This isn’t a URL on ${hosts} that can be embedded. You can add it as a link instead.`)
    putNode(editor, start, { type: 'embed', attrs: { ...embed } })
    onClose()
  }
  const remove = () => {
    removeNode(editor, start)
    onClose()
  }
  return (
    <WritingDialog
      title={start === null ? 'Embed' : 'Change embed'}
      onClose={onClose}
      onSubmit={save}
      action={start === null ? 'Insert' : 'Change'}
      other={start === null ? null : { label: 'Remove', run: remove }}
    >
      <Field
        name="url"
        label="URL"
        type="url"
        value={String(start?.node.attrs['url'] ?? '')}
        error={error}
        hint={`A page on ${hosts}. Readers click to load it.`}
        maxLength={300}
      />
    </WritingDialog>
  )
}
