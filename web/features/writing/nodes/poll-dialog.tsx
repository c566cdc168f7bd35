import type { Editor } from '@tiptap/core'
import { useId, useState } from 'react'
import type { DocNode } from '#shared/text/nodes.ts'
import { Field, WritingDialog } from '../parts/writing-dialog.tsx'
import { maxOptions, pollFields, pollNode, withOption } from './poll-fields.ts'
import { selectedNode, putNode, removeNode } from './put-node.ts'

interface PollDialogProps {
  readonly editor: Editor
  readonly at: number | null
  readonly onClose: () => void
}

const visibilities = [
  ['always', 'To everyone, immediately'],
  ['afterVoting', 'After voting'],
  ['afterClose', 'After it closes'],
] as const

/**
 * The question, its options, how long and how it is voted on. An option keeps its votes through a
 * change of its words.
 */
export function PollDialog({ editor, at, onClose }: PollDialogProps) {
  const id = useId()
  const [start] = useState(() => selectedNode(editor, at))
  // The schema has the names of the table of nodes and no others.
  const [fields, setFields] = useState(() => pollFields(start === null ? null : (start.node.toJSON() as DocNode)))
  const [error, setError] = useState<string | null>(null)
  const save = (form: FormData) => {
    const node = pollNode({ ...fields, question: String(form.get('question') ?? '') })
    if (typeof node === 'string') return setError(node)
    putNode(editor, start, node)
    onClose()
  }
  const remove = () => {
    removeNode(editor, start)
    onClose()
  }
  const setOption = (index: number, text: string) =>
    setFields({ ...fields, options: fields.options.map((option, place) => (place === index ? { ...option, text } : option)) })
  return (
    <WritingDialog
      title={start === null ? 'Poll' : 'Change poll'}
      onClose={onClose}
      onSubmit={save}
      action={start === null ? 'Insert' : 'Change'}
      other={start === null ? null : { label: 'Remove', run: remove }}
    >
      <Field name="question" label="Question" value={fields.question} maxLength={300} />
      <fieldset className="poll-options">
        <legend>Options</legend>
        {fields.options.map((option, index) => (
          <div className="poll-option-field" key={option.uid}>
            <input
              className="input"
              aria-label={`Option ${index + 1}`}
              dir="auto"
              maxLength={200}
              value={option.text}
              onChange={(event) => setOption(index, event.target.value)}
            />
            <button
              type="button"
              className="btn quiet"
              aria-label={`Remove option ${index + 1}`}
              disabled={fields.options.length <= 2}
              onClick={() => setFields({ ...fields, options: fields.options.filter((other) => other !== option) })}
            >
              ×
            </button>
          </div>
        ))}
        <button
          type="button"
          className="btn quiet"
          disabled={fields.options.length >= maxOptions}
          onClick={() => setFields(withOption(fields))}
        >
          Add option
        </button>
      </fieldset>
      <p className="check">
        <input
          id={`${id}-multiple`}
          type="checkbox"
          checked={fields.isMultiple}
          onChange={(event) => setFields({ ...fields, isMultiple: event.target.checked })}
        />
        <label htmlFor={`${id}-multiple`}>Allow multiple choices</label>
      </p>
      <div className="field">
        <label htmlFor={`${id}-closes`}>Closes</label>
        <input
          className="input"
          id={`${id}-closes`}
          type="datetime-local"
          value={fields.closes}
          aria-describedby={`${id}-closes-hint`}
          onChange={(event) => setFields({ ...fields, closes: event.target.value })}
        />
        <p className="hint-line" id={`${id}-closes-hint`}>
          In your time zone. Leave empty to keep it open.
        </p>
      </div>
      <div className="field">
        <label htmlFor={`${id}-results`}>Show results</label>
        <select
          className="input"
          id={`${id}-results`}
          value={fields.results}
          onChange={(event) => {
            const chosen = visibilities.find(([value]) => value === event.target.value)
            if (chosen !== undefined) setFields({ ...fields, results: chosen[0] })
          }}
        >
          {visibilities.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <p className="field-error" role="alert">
        {error}
      </p>
    </WritingDialog>
  )
}
