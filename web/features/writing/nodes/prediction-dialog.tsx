import type { Editor } from '@tiptap/core'
import { useId, useState } from 'react'
import type { DocNode } from '#shared/text/nodes.ts'
import { Field, WritingDialog } from '../parts/writing-dialog.tsx'
import { predictionFields, predictionNode } from './prediction-fields.ts'
import { selectedNode, putNode, removeNode } from './put-node.ts'

interface PredictionDialogProps {
  readonly editor: Editor
  readonly at: number | null
  readonly onClose: () => void
}

/**
 * What may turn out to be so, what is to be known about it, and when it will be known. It keeps its
 * predictions through a change of its words.
 */
export function PredictionDialog({ editor, at, onClose }: PredictionDialogProps) {
  const id = useId()
  const [start] = useState(() => selectedNode(editor, at))
  // The schema has the names of the table of nodes and no others.
  const [fields] = useState(() => predictionFields(start === null ? null : (start.node.toJSON() as DocNode)))
  const [error, setError] = useState<string | null>(null)
  const save = (form: FormData) => {
    const typed = (name: string) => String(form.get(name) ?? '')
    const node = predictionNode({ uid: fields.uid, title: typed('title'), notes: typed('notes'), by: typed('by') })
    if (typeof node === 'string') return setError(node)
    putNode(editor, start, node)
    onClose()
  }
  const remove = () => {
    removeNode(editor, start)
    onClose()
  }
  return (
    <WritingDialog
      title={start === null ? 'Prediction question' : 'Change prediction question'}
      onClose={onClose}
      onSubmit={save}
      action={start === null ? 'Insert' : 'Change'}
      other={start === null ? null : { label: 'Remove', run: remove }}
    >
      <Field name="title" label="Question" value={fields.title} maxLength={300} hint="A yes-or-no question." />
      <Field name="notes" label="Notes" value={fields.notes} maxLength={1000} hint="How it will be resolved." />
      <div className="field">
        <label htmlFor={`${id}-by`}>Resolves by</label>
        <input className="input" id={`${id}-by`} name="by" type="datetime-local" defaultValue={fields.by} aria-describedby={`${id}-hint`} />
        <p className="hint-line" id={`${id}-hint`}>
          In your time zone. Optional.
        </p>
      </div>
      <p className="field-error" role="alert">
        {error}
      </p>
    </WritingDialog>
  )
}
