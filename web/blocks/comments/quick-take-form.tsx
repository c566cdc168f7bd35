import { useId } from 'react'
import { useViewer } from '../../data/viewer.ts'
import { Refusal } from '../forms/refusal.tsx'
import { TextField } from '../forms/text-field.tsx'
import { FormatChoice, MarkdownField } from './markdown-field.tsx'
import { SavedWords } from './saved-words.tsx'
import { useCompose } from './use-compose.ts'

/** Who has less is encouraged (content.md 5.4). */
const newcomerKarma = 5

interface QuickTakeFormProps {
  /** Stays on the page: gets `#ID` of the take. Without it the browser goes to its permalink. */
  readonly onDone?: (location: string) => void
}

/**
 * A thought, said without a title. Works without a network and without a script; what is typed is
 * kept as in every comment's form.
 */
export function QuickTakeForm({ onDone }: QuickTakeFormProps) {
  const fieldId = useId()
  const viewer = useViewer()
  const { form, error, values, from, place, isBack, isSending, isSlow, isSendingPlainly, isNotSent } = useCompose({
    mutation: 'comments.postQuickTake',
    fields: {},
    onDone,
    send: (mutations, device, data) =>
      mutations.postQuickTakeOnDevice(device, {
        markdown: String(data.get('markdown') ?? ''),
        tags: tagsIn(String(data.get('tags') ?? '')),
        isOnFrontpage: data.get('isOnFrontpage') === '1',
      }),
  })
  return (
    <form className="compose take-form" id="new-quick-take" {...form}>
      <input type="hidden" name="from" value={from} />
      <Refusal error={error} fieldIds={{ markdown: fieldId, body: fieldId, tags: `${fieldId}-tags` }} isNotSent={isNotSent} />
      <MarkdownField
        id={fieldId}
        name="markdown"
        label="Write a quick take"
        isLabelHidden
        rows={3}
        required
        maxLength={100_000}
        placeholder="Share a thought"
        defaultValue={values['markdown']}
        dir="auto"
        error={error}
      />
      {viewer.kind === 'member' && viewer.karma < newcomerKarma ? (
        <p className="hint-line">New here? A sentence or two is enough, and a thought doesn’t have to be finished.</p>
      ) : null}
      <details className="controls">
        <summary>Tags and front page</summary>
        <TextField
          id={`${fieldId}-tags`}
          name="tags"
          label="Tags, separated by commas"
          maxLength={600}
          defaultValue={values['tags']}
          error={error}
        />
        <label className="check">
          <input type="checkbox" name="isOnFrontpage" value="1" defaultChecked /> Show on the front page
        </label>
      </details>
      <div className="compose-acts">
        <button className="btn" aria-disabled={isSending || undefined}>
          {isSendingPlainly || isSlow ? 'Sending…' : 'Post'}
        </button>
        <p className="meta soft">
          <SavedWords place={place} isBack={isBack} isSlow={isSlow} />
          <FormatChoice />
        </p>
      </div>
    </form>
  )
}

const tagsIn = (text: string): readonly string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
