import type { Editor } from '@tiptap/core'
import { useRef, useState } from 'react'
import { links } from '#shared/links.ts'
import type { Choice } from '../complete/choices.ts'
import { choicesFor } from '../complete/choices.ts'
import type { CompletePorts } from '../complete/complete.ts'
import { addressOf } from './address-of.ts'
import { Field, WritingDialog } from './writing-dialog.tsx'

interface LinkDialogProps {
  readonly editor: Editor
  /** Posts that are known by a name. */
  readonly onAsk: CompletePorts['onAsk']
  readonly onClose: () => void
}

const maxFound = 5

/**
 * Gives the selected words an address, changes or takes away the one they have; without a selection
 * it asks for the words as well. What is typed as the address and is none is looked for among the
 * titles of posts.
 */
export function LinkDialog({ editor, onAsk, onClose }: LinkDialogProps) {
  const place = useRef<HTMLDivElement>(null)
  const asked = useRef('')
  const [found, setFound] = useState<readonly Choice[]>([])
  const [error, setError] = useState<string | null>(null)
  const [start] = useState(() => {
    const { state } = editor
    const found: unknown = editor.getAttributes('link')['href']
    return { href: typeof found === 'string' ? found : '', asksWords: state.selection.empty && !editor.isActive('link') }
  })
  const look = (typed: string) => {
    asked.current = typed.trim()
    const query = asked.current
    if (query.length < 2 || addressOf(query) !== null) return setFound([])
    onAsk('post', query, (choices) => {
      if (asked.current === query) setFound(choicesFor(choices, query).slice(0, maxFound))
    })
  }
  const choose = ({ label }: Choice, id: string) => {
    const field = place.current?.querySelector<HTMLInputElement>('[name=href]')
    const words = place.current?.querySelector<HTMLInputElement>('[name=words]')
    if (field) field.value = links.post({ id, slug: null })
    if (words && words.value === '') words.value = label
    setFound([])
    field?.focus()
  }
  const save = (form: FormData) => {
    const href = addressOf(String(form.get('href') ?? ''))
    if (href === null) return setError('Enter a URL starting with https://, a path starting with /, or an email address.')
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
    <WritingDialog
      title={start.href === '' ? 'Link' : 'Change link'}
      onClose={onClose}
      onSubmit={save}
      action="Set link"
      other={start.href === '' ? null : { label: 'Remove link', run: remove }}
    >
      <div
        ref={place}
        onInput={({ target }) => {
          if (target instanceof HTMLInputElement && target.name === 'href') look(target.value)
        }}
      >
        <Field name="href" label="URL" type="url" value={start.href} error={error} hint="Or search by post title." maxLength={2048} />
        <ul className="link-found" aria-label="Matching posts">
          {found.map((choice) =>
            choice.kind === 'block' ? null : (
              <li key={choice.id}>
                <button type="button" className="linkish" dir="auto" onClick={() => choose(choice, choice.id)}>
                  {choice.label}
                </button>{' '}
                <span className="soft meta">{choice.hint}</span>
              </li>
            ),
          )}
        </ul>
        {start.asksWords ? <Field name="words" label="Words" value="" hint="Leave empty to show the URL" maxLength={500} /> : null}
      </div>
    </WritingDialog>
  )
}
